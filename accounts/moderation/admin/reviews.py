"""The list of what trainees did, and what others said of it."""

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts.moderation.admin.base import draw, moderator
from accounts.moderation.admin.links import user_link, verb_text
from accounts.moderation.admin.moments import BetweenFilter
from accounts.moderation.admin.readonly import ReadOnlyAdmin
from accounts.moderation.models import Review
from accounts.moderation.services import reviews
from accounts.refusals import Refusal
from accounts.sanctions.models import LONGEST_REASON

PER_PAGE = 20


class ReviewForm(forms.Form):
    right = forms.TypedChoiceField(
        choices=[("yes", _("Right")), ("no", _("Not right"))],
        coerce=lambda value: value == "yes",
        error_messages={"required": _("Please choose one of the two buttons.")},
    )
    note = forms.CharField(max_length=LONGEST_REASON, required=False)


@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """Show what waits for a review."""
    return _page(request)


@require_POST
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """Take in what somebody says of an act."""
    form = ReviewForm(request.POST)
    if not form.is_valid():
        sentences = [sentence for found in form.errors.values() for sentence in found]
        return _page(request, " ".join(map(str, sentences)), 422)
    try:
        reviews.review(moderator(request), pk, **form.cleaned_data)
    except Refusal as error:
        return _page(request, error, error.status)
    messages.success(request, gettext("Your review is stored."))
    return redirect("moderation:reviews")


def _page(request: HttpRequest, refused: object = "", status: int = 200) -> HttpResponse:
    user = moderator(request)
    if not reviews.may_review(user):
        raise PermissionDenied
    page = Paginator(reviews.waiting(user), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "acts": page,
        "refused": refused,
        "longest": LONGEST_REASON,
    }
    return draw(request, "reviews", gettext("Acts of trainees to review"), context, status)


@admin.register(Review)
class ReviewAdmin(ReadOnlyAdmin):
    """What was said of trainees' acts."""

    list_display = ["created_at", "trainee", "what", "right", "note", "reviewer"]
    list_filter = ["right", ("created_at", BetweenFilter)]
    search_fields = ["action__actor_name", "note", "reviewer__username"]
    ordering = ["-created_at", "-pk"]
    fields = ["created_at", "action", "right", "note", "reviewer"]
    list_select_related = ["action", "reviewer"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Review]:
        """Leave out what was said of acts against the user who looks."""
        found: QuerySet[Review] = super().get_queryset(request)
        return found.exclude(action__suspect=moderator(request).pk)

    @admin.display(description=_("trainee"), ordering="action__actor_name")
    def trainee(self, done: Review) -> str | SafeString:
        return user_link(done.action.actor, done.action.actor_name)

    @admin.display(description=_("what was done"))
    def what(self, done: Review) -> str:
        return verb_text(done.action.verb)

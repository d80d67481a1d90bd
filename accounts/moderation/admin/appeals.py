"""Appeals: the queue of those that wait, and the page on which they are answered."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.moderation.admin.base import OwnPageAdmin, draw, moderator
from accounts.moderation.admin.wording import filled_in, template_field
from accounts.moderation.models import LONGEST_TEXT, Appeal, MessageTemplate
from accounts.moderation.services import appeals, recusal
from accounts.refusals import Refusal
from accounts.sanctions.actions import Action

Audience = MessageTemplate.Audience


@admin.register(Appeal)
class AppealAdmin(OwnPageAdmin):
    """Appeals, the one that waits longest first."""

    list_display = ["sanction", "status", "waits", "opened_at", "given_by"]
    list_filter = ["status", "sanction__kind"]
    list_select_related = ["sanction__user", "sanction__given_by"]
    search_fields = ["sanction__user__username", "messages__text"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        """Leave out the appeals of the moderator who looks."""
        found: QuerySet[Appeal] = super().get_queryset(request)
        return found.exclude(sanction__user=moderator(request))

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        return [F("waits_since").asc(nulls_last=True), "-pk"]

    def page(self, request: HttpRequest, row: Appeal) -> HttpResponse:
        return show(request, row)

    @admin.display(description=_("waits for"), ordering="-waits_since")
    def waits(self, appeal: Appeal) -> str:
        return timesince(appeal.waits_since) if appeal.waits_since else "–"

    @admin.display(description=_("sanction given by"))
    def given_by(self, appeal: Appeal) -> str:
        return str(appeal.sanction.given_by or "–")


class AnswerForm(forms.Form):
    """What a moderator writes. read_up_to: the last message their page showed."""

    text = forms.CharField(
        label=_("Text"),
        help_text=_("Answers do not tell your name. A note is for moderators only."),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 5}),
        error_messages={"required": _("Please write something.")},
    )
    read_up_to = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["template_text"] = template_field(Audience.APPEAL)


def show(
    request: HttpRequest,
    appeal: Appeal,
    written: str = "",
    refused: object = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Draw the thread of an appeal; nobody sees their own here, where hidden notes are."""
    user = moderator(request)
    if appeal.sanction.user_id == user.pk:
        raise PermissionDenied
    thread = list(appeal.messages.select_related("author"))
    last = thread[-1].pk if thread else 0
    context = {
        "appeal": appeal,
        "sanction": appeal.sanction,
        "thread": thread,
        "form": AnswerForm(initial={"text": written, "read_up_to": last}),
        "may_note": user.has_perm(appeals.ANSWER),
        "is_known": recusal.knows(user, appeal.sanction.user_id),
        "may_answer": appeals.may_answer(user, appeal) and not appeal.is_closed,
        "may_lift": appeals.may_lift(user, appeal) and appeal.sanction.is_in_force,
        "refused": refused,
    }
    title = gettext("Appeal of %(name)s") % {"name": appeal.sanction.user.username}
    return draw(request, "appeal", title, context, status)


@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer, note, close or lift: the button that was pressed says which."""
    appeal = get_object_or_404(Appeal, pk=pk)
    chosen, written = _WAYS.get(request.POST.get("way", "")), request.POST.get("text", "")
    form = AnswerForm(request.POST)
    if "fill" in request.POST:
        return show(request, appeal, filled_in(request.POST, {"text": Audience.APPEAL})["text"])
    if chosen is None or not form.is_valid():
        wrong = [sentence for sentences in form.errors.values() for sentence in sentences]
        sentence = wrong[0] if wrong else gettext("Unknown button.")
        return show(request, appeal, written, sentence, HTTPStatus.UNPROCESSABLE_ENTITY)
    text, read = form.cleaned_data["text"], form.cleaned_data["read_up_to"]
    action, done = chosen
    try:
        appeals.answer(moderator(request), appeal, text, action, read_up_to=read)
    except Refusal as error:
        fresh = get_object_or_404(Appeal, pk=pk)
        return show(request, fresh, text, error, error.status)
    messages.success(request, done)
    return redirect("admin:moderation_appeal_change", pk)


_WAYS: dict[str, tuple[Action, Any]] = {
    "answer": (Action.ANSWERED_APPEAL, _("Your answer is sent.")),
    "note": (Action.NOTED_ON_APPEAL, _("Your note is stored.")),
    "uphold": (Action.CLOSED_APPEAL, _("The sanction stays, and your answer is sent.")),
    "lift": (Action.LIFTED_ON_APPEAL, _("The sanction is lifted, and your answer is sent.")),
}

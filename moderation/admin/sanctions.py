"""Sanctions: the list, and the forms to give and lift a sanction."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.sanctions.models import LONGEST_REASON, Sanction, SanctionQuerySet
from moderation.admin import durations
from moderation.admin.base import (
    ReadOnlyAdmin,
    StateFilter,
    act_page,
    draw,
    link,
    moderator,
)
from moderation.admin.wording import TemplatedForm, words_field
from moderation.form_choices import set_choices
from moderation.models import Appeal, MessageTemplate
from moderation.services import recusal, sanctions

Kind = Sanction.Kind


class HoldsFilter(StateFilter):
    states = {
        "holds": (pgettext_lazy("sanction", "active"), SanctionQuerySet.open),
        "over": (
            pgettext_lazy("sanction", "over"),
            lambda given: given.filter(
                Q(kind=Kind.WARNING, acknowledged_at__isnull=False)
                | Q(ends_at__lte=timezone.now()),
                revoked_at=None,
            ),
        ),
        "lifted": (
            pgettext_lazy("sanction", "lifted"),
            lambda given: given.exclude(revoked_at=None),
        ),
    }


@admin.register(Sanction)
class SanctionAdmin(ReadOnlyAdmin):
    change_form_template = "admin/moderation/sanction.html"
    list_display = ["user", "kind", "time", "why", "given_by", "holds"]
    list_filter = ["kind", HoldsFilter, "starts_at"]
    list_select_related = ["user", "given_by"]
    search_fields = ["user__username", "given_by__username", "reason", "note"]
    search_help_text = _("User, moderator, reason or note")
    date_hierarchy = "created_at"
    ordering = ["-created_at", "-pk"]
    fields = [
        "user",
        "kind",
        "reason",
        "note",
        "starts_at",
        "ends_at",
        "given_by",
        "case",
        "acknowledged_at",
        "revoked_at",
        "revoked_by",
        "revoke_reason",
        "appealed",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sanction]:
        given: QuerySet[Sanction] = super().get_queryset(request)
        # Moderators must not read the notes on their own sanctions.
        return given.exclude(user=moderator(request))

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        sanction = context["original"]
        may_lift = sanction.is_in_force and sanctions.may_lift(moderator(request), sanction)
        context |= {"may_lift": may_lift, "longest": LONGEST_REASON}
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=pgettext_lazy("sanction", "time"), ordering="starts_at")
    def time(self, sanction: Sanction) -> str:
        return durations.span(sanction)

    @admin.display(description=_("reason"))
    def why(self, sanction: Sanction) -> str:
        return Truncator(sanction.reason).chars(80)

    @admin.display(description=_("appeal"))
    def appealed(self, sanction: Sanction) -> str | SafeString:
        appeal = Appeal.objects.filter(sanction=sanction).first()
        if appeal is None:
            return "–"
        return link(appeal.get_status_display(), "admin:moderation_appeal_change", appeal.pk)

    @admin.display(description=pgettext_lazy("sanction", "active"), boolean=True)
    def holds(self, sanction: Sanction) -> bool:
        return sanction.is_open


def has_kinds(giver: User, user: User) -> bool:
    """Return whether the giver may give this user any sanction, even if only a short mute."""
    hour = durations.end_of("hour")
    return bool(_long_kinds(giver, user)) or sanctions.may_give(giver, user, Kind.CHAT_MUTE, hour)


def _long_kinds(giver: User, user: User) -> list[Kind]:
    return [kind for kind in Kind if sanctions.may_give(giver, user, kind)]


class SanctionForm(TemplatedForm):
    """The length of a sanction and its reason, for sanctions outside a case."""

    audiences = {"reason": MessageTemplate.Audience.REASON}
    length = forms.ChoiceField(
        label=_("How long"),
        help_text=_("Warnings don't have a length. They stay until they've been read."),
    )
    until = durations.until_field()
    reason = words_field(
        _("Reason"),
        _("The person will see this, with the end date and how to appeal."),
        required=_("Give a reason."),
    )
    note = words_field(_("Note for moderators"), rows=2)


class GiveForm(SanctionForm):
    kind = forms.ChoiceField(label=_("Sanction"))
    field_order = ["kind"]

    def __init__(self, giver: User, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        long = _long_kinds(giver, user)
        kinds = long or ([Kind.CHAT_MUTE] if has_kinds(giver, user) else [])
        set_choices(self, "kind", [(kind.value, kind.label) for kind in kinds])
        set_choices(self, "length", durations.ALL if long else durations.HELPERS)
        if not long:
            # Helpers may only mute for up to a day.
            del self.fields["until"]


def give(request: HttpRequest, pk: int) -> HttpResponse:
    giver, user = moderator(request), get_object_or_404(User, pk=pk)
    recusal.check(giver, user, may=has_kinds(giver, user))
    form = GiveForm(giver, user, request.POST or None)

    def act(data: dict[str, Any]) -> HttpResponse:
        end = durations.end_of(data["length"], data.get("until"))
        made = sanctions.give(giver, user, data["kind"], data["reason"], end, note=data["note"])
        messages.success(request, gettext("Sanction given."))
        return redirect(_page_of(giver, made))

    title = gettext("Sanction %(name)s") % {"name": user.username}
    context = {"account": user, "button": gettext("Give this sanction")}
    return act_page(form, act, partial(draw, request, "account_form", title, context))


@require_POST
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    who = moderator(request)
    sanction = get_object_or_404(Sanction.objects.select_related("user"), pk=pk)
    sanctions.revoke(who, sanction, request.POST.get("reason", ""))
    messages.success(request, gettext("Sanction lifted."))
    return redirect(_page_of(who, sanction))


def _page_of(who: User, sanction: Sanction) -> str:
    """Return the next page: the sanction's, or the chat monitor for users who cannot see it."""
    if who.has_perm("moderation.view_sanction"):
        return reverse("admin:moderation_sanction_change", args=[sanction.pk])
    return reverse("moderation:monitor")

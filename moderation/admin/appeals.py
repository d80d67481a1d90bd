"""Appeals: the list, with waiting appeals first, and the page to answer an appeal."""

from functools import partial
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

from accounts.refusals import Refusal
from accounts.sanctions.actions import Action
from moderation.admin.base import OwnPageAdmin, act_page, draw, moderator
from moderation.admin.wording import TemplatedForm, words_field
from moderation.models import Appeal, MessageTemplate
from moderation.services import appeals, recusal

WAYS = {
    "answer": (Action.ANSWERED_APPEAL, _("Answer sent.")),
    "note": (Action.NOTED_ON_APPEAL, _("Note saved.")),
    "uphold": (Action.CLOSED_APPEAL, _("Sanction upheld, answer sent.")),
    "lift": (Action.LIFTED_ON_APPEAL, _("Sanction lifted, answer sent.")),
}
"""For each button: the action for the log, and the message shown afterwards."""


@admin.register(Appeal)
class AppealAdmin(OwnPageAdmin):
    list_display = ["sanction", "status", "waits", "opened_at", "given_by"]
    list_filter = ["status", "sanction__kind"]
    list_select_related = ["sanction__user", "sanction__given_by"]
    search_fields = ["sanction__user__username", "messages__text"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        found: QuerySet[Appeal] = super().get_queryset(request)
        # Moderators must not read the hidden notes on their own appeals.
        return found.exclude(sanction__user=moderator(request))

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        return [F("waits_since").asc(nulls_last=True), "-pk"]

    def page(self, request: HttpRequest, pk: int) -> HttpResponse:
        return show(request, pk)

    @admin.display(description=_("waiting"), ordering="-waits_since")
    def waits(self, appeal: Appeal) -> str:
        return timesince(appeal.waits_since) if appeal.waits_since else "–"

    @admin.display(description=_("sanction given by"))
    def given_by(self, appeal: Appeal) -> str:
        return str(appeal.sanction.given_by or "–")


class AnswerForm(TemplatedForm):
    """A moderator's text and the button used. read_up_to: the number of the last message shown."""

    audiences = {"text": MessageTemplate.Audience.APPEAL}
    text = words_field(
        _("Text"),
        _("Answers don't show your name. Notes are for moderators only."),
        required=_("Write something first."),
        rows=5,
    )
    read_up_to = forms.IntegerField(min_value=0, required=False)
    way = forms.ChoiceField(
        choices=[(way, way) for way in WAYS],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("That action doesn't exist.")
        ),
    )


def show(
    request: HttpRequest,
    pk: int,
    form: forms.Form | None = None,
    refused: Refusal | None = None,
) -> HttpResponse:
    """Render the page of an appeal."""
    user, appeal = moderator(request), get_object_or_404(Appeal, pk=pk)
    sanction = appeal.sanction
    # The thread contains hidden notes.
    if sanction.user_id == user.pk:
        raise PermissionDenied
    context = {
        "appeal": appeal,
        "sanction": sanction,
        "thread": list(appeal.messages.select_related("author")),
        "may_note": user.has_perm(appeals.ANSWER),
        "is_known": recusal.knows(user, sanction.user_id),
        "may_answer": appeals.may_answer(user, appeal) and not appeal.is_closed,
        "may_lift": appeals.may_lift(user, appeal) and sanction.is_in_force,
    }
    title = gettext("Appeal by %(name)s") % {"name": sanction.user.username}
    return draw(request, "appeal", title, context, form or AnswerForm(), refused)


@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    appeal = get_object_or_404(Appeal, pk=pk)

    def act(data: dict[str, Any]) -> HttpResponse:
        action, done = WAYS[data["way"]]
        read = data["read_up_to"]
        appeals.answer(moderator(request), appeal, data["text"], action, read_up_to=read)
        messages.success(request, done)
        return redirect("admin:moderation_appeal_change", pk)

    return act_page(AnswerForm(request.POST), act, partial(show, request, pk))

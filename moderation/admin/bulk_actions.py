"""Warns, suspends or closes several accounts at once, from the list of users."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.models import Sanction
from moderation.admin import durations
from moderation.admin.base import draw, moderator
from moderation.admin.sanctions import SanctionForm
from moderation.form_choices import set_choices
from moderation.services import sanctions, users

Kind = Sanction.Kind

MOST_ACCOUNTS = 100
CLOSE = "close"
ACTS: dict[str, tuple[str, Promise]] = {
    Kind.WARNING: ("moderation.sanction", _("Warn")),
    Kind.SUSPENSION: ("moderation.suspend", _("Suspend")),
    CLOSE: ("accounts.change_user", _("Close the account")),
}
"""Actions on several accounts, each with the permission it needs."""


class SeveralForm(SanctionForm):
    act = forms.ChoiceField(label=_("Action for each account"), widget=forms.RadioSelect)
    field_order = ["act"]

    def __init__(self, actor: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        may = [(act, label) for act, (needed, label) in ACTS.items() if actor.has_perm(needed)]
        set_choices(self, "act", may)
        set_choices(self, "length", durations.ALL)
        self.fields["length"].help_text = _("For suspensions only.")
        del self.fields["note"]


@admin.action(description=_("Warn, suspend or close accounts"), permissions=["sanction"])
def act_on_several(
    model_admin: admin.ModelAdmin[User], request: HttpRequest, accounts: QuerySet[User]
) -> HttpResponse | None:
    """Show the form and the chosen accounts, or act on each account by itself."""
    actor, chosen = moderator(request), list(accounts.order_by("username")[: MOST_ACCOUNTS + 1])
    # One account more than allowed was fetched, to see whether there are too many.
    if len(chosen) > MOST_ACCOUNTS:
        messages.error(
            request, gettext("Choose at most %(most)d accounts.") % {"most": MOST_ACCOUNTS}
        )
        return None
    form = SeveralForm(actor, request.POST if "reason" in request.POST else None)
    if not form.is_valid():
        button = gettext("Apply")
        # The page shows sanctions in force, so that nobody is suspended twice by mistake.
        held = Prefetch("sanctions", Sanction.objects.open(), to_attr="open_sanctions")
        prefetch_related_objects(chosen, held)
        context = {"accounts": chosen, "button": button}
        return draw(request, "account_form", gettext("Act on several accounts"), context, form)
    data, done = form.cleaned_data, []
    for user in chosen:
        try:
            if data["act"] == CLOSE:
                users.close_account(actor, user, data["reason"])
            else:
                end = durations.end_of(data["length"], data["until"])
                sanctions.give(actor, user, data["act"], data["reason"], end)
        # A refusal for one account does not stop the others.
        except (Refusal, PermissionDenied) as error:
            not_allowed = gettext("You can't do this to that account.")
            why = error if isinstance(error, Refusal) else not_allowed
            messages.warning(request, f"{user.username}: {why}")
        else:
            done.append(user.username)
    if done:
        text = gettext("Done and logged: %(names)s.") % {"names": ", ".join(done)}
        messages.success(request, text)
    return None

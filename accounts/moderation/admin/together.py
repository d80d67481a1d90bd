"""Accounts that share an address: a warning, a suspension or the end of several at once.

That they share an address is a hint and no proof, so somebody picks them one by one. What is done
to each of them is done, checked and logged as if it were the only one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.mfa import JUST_NOW, ask_to_prove, has_proved
from accounts.models import User
from accounts.moderation.admin import durations
from accounts.moderation.admin.base import draw, moderator
from accounts.moderation.admin.sanctions import TEMPLATE_OF, SanctionForm
from accounts.moderation.admin.shared_addresses import neighbours
from accounts.moderation.admin.templates import filled_in
from accounts.moderation.services import closing, recusal, sanctions
from accounts.moderation.services.errors import Recused
from accounts.refusals import Refusal
from accounts.sanctions.models import Sanction

Kind = Sanction.Kind

MOST = 100
CLOSE = "close"
NOT_ALLOWED = _("You may not do this to this account.")
ACTS: dict[str, tuple[str, Promise]] = {
    Kind.WARNING: ("moderation.sanction", _("Warn")),
    Kind.SUSPENSION: ("moderation.suspend", _("Suspend")),
    CLOSE: ("accounts.change_user", _("Close the account")),
}
"""What may be done to several accounts, with the permission it needs."""


class TogetherForm(SanctionForm):
    """Which accounts, and what is done to each of them."""

    accounts = forms.ModelMultipleChoiceField(
        queryset=User.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Please choose at least one account.")},
    )
    act = forms.ChoiceField(label=_("What is done to each of them"), widget=forms.RadioSelect)
    field_order = ["accounts", "act"]

    def __init__(self, actor: User, accounts: Iterable[User], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["accounts"]
        assert isinstance(field, forms.ModelMultipleChoiceField)  # noqa: S101 - declared above
        field.queryset = User.objects.filter(pk__in=[user.pk for user in accounts])
        self.choose("act", [(act, label) for act, label in _acts_of(actor).items()])
        self.choose("length", durations.ALL)
        self.fields["length"].help_text = _("Of a suspension. Nothing else has a length.")
        del self.fields["note"]

    def chosen(self) -> list[User]:
        """Return the accounts that were chosen, by name."""
        return list(self.cleaned_data["accounts"].order_by("username"))

    def length_label(self) -> str:
        """Say how long a suspension is."""
        return str(dict(durations.ALL)[self.cleaned_data["length"]])

    def act_label(self) -> str:
        """Say what is done to each account."""
        return str(ACTS[self.cleaned_data["act"]][1])


@dataclass(frozen=True)
class Chosen:
    """An account that was chosen. refused: why nothing will be done to it, "" where it will."""

    user: User
    refused: str


def together(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the accounts that share an address with this one; ask again; act on those chosen."""
    actor, user = moderator(request), get_object_or_404(User, pk=pk)
    if actor.pk == user.pk or not _acts_of(actor):
        raise PermissionDenied
    others = [each for each in neighbours(user, MOST) if each.user.pk != actor.pk]
    accounts = [user, *(each.user for each in others)]
    form = TogetherForm(actor, accounts, request.POST or None)
    if "fill" in request.POST:
        kept = filled_in(request.POST, TEMPLATE_OF) | {"accounts": request.POST.getlist("accounts")}
        form = TogetherForm(actor, accounts, initial=kept)
    context: dict[str, Any] = {"form": form, "account": user, "others": others}
    title = gettext("Accounts that share an address with %(name)s") % {"name": user.username}
    if form.is_bound and not form.is_valid():
        return draw(request, "together", title, context, HTTPStatus.UNPROCESSABLE_ENTITY)
    if not form.is_bound or "back" in request.POST:
        return draw(request, "together", title, context)
    if "sure" not in request.POST:
        chosen = [Chosen(each, _refusal(actor, each, form)) for each in form.chosen()]
        context |= {"chosen": chosen, "allowed": [each for each in chosen if not each.refused]}
        return draw(request, "together_sure", gettext("Look at it once more"), context)
    if form.cleaned_data["act"] == CLOSE and not has_proved(request, JUST_NOW):
        return ask_to_prove(request, JUST_NOW)
    _act_on_all(request, actor, form)
    return redirect("moderation:together", user.pk)


def _acts_of(actor: User) -> dict[str, Promise]:
    return {act: label for act, (needed, label) in ACTS.items() if actor.has_perm(needed)}


def _refusal(actor: User, user: User, form: TogetherForm) -> str:
    """Return why nothing will be done to an account, as far as that is known before."""
    act = form.cleaned_data["act"]
    may = closing.may_close(actor, user) if act == CLOSE else sanctions.may_give(actor, user, act)
    if not may:
        return str(NOT_ALLOWED)
    return str(Recused()) if recusal.knows(actor, user.pk) else ""


def _act_on_all(request: HttpRequest, actor: User, form: TogetherForm) -> None:
    """Do it to each account for itself, and tell what was done and what was refused."""
    done = []
    for user in form.chosen():
        try:
            _act_on(actor, user, form.cleaned_data)
        except (Refusal, PermissionDenied) as error:
            why = error if isinstance(error, Refusal) else NOT_ALLOWED
            messages.warning(request, f"{user.username}: {why}")
        else:
            done.append(user.username)
    if done:
        said = gettext("Done, and logged for each: %(names)s.") % {"names": ", ".join(done)}
        messages.success(request, said)


def _act_on(actor: User, user: User, data: dict[str, Any]) -> None:
    if data["act"] == CLOSE:
        closing.close(actor, user, data["reason"])
        return
    end = durations.end_of(data["length"], data["until"])
    sanctions.give(actor, user, data["act"], data["reason"], end)

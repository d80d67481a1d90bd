"""Acts on accounts besides sanctions: another name, a role, a note."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.mfa import JUST_NOW, ask_to_prove, has_proved
from accounts.models import User
from moderation.admin.base import act_page, draw, moderator
from moderation.admin.wording import words_field
from moderation.form_choices import set_choices
from moderation.services import recusal, renaming, roles, users

ROLE_NAMES: dict[str, Promise] = {
    "helper": _("helper: removes chat messages, mutes for up to a day"),
    "moderator": _("moderator: decides cases, gives sanctions, answers appeals"),
    "senior": _("senior: also suspends, rules on games, renames"),
    "admin": _("admin: also changes accounts and roles"),
}


class RenameForm(forms.Form):
    """Asks for a reason only: the new name is made up."""

    reason = words_field(
        _("Reason"),
        _("The person will see this. We'll make up a neutral new name."),
        required=_("Give a reason."),
    )


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), required=False, widget=forms.RadioSelect)
    reason = words_field(_("Reason"), required=_("Give a reason."))

    def __init__(self, actor: User, user: User, data: Any) -> None:
        super().__init__(data, initial={"role": roles.role_of(user)})
        given = [(role, ROLE_NAMES.get(role, role)) for role in roles.grantable(actor)]
        set_choices(self, "role", [("", _("none: a regular player")), *given])


def rename(request: HttpRequest, pk: int) -> HttpResponse:
    actor, user = moderator(request), get_object_or_404(User, pk=pk)
    recusal.check(actor, user, may=renaming.has_right(actor, user))
    form = RenameForm(request.POST or None)

    def act(data: dict[str, Any]) -> str:
        renamed = renaming.rename(actor, user, data["reason"])
        return gettext("%(name)s is the new name.") % {"name": renamed.username}

    title = gettext("Rename %(name)s") % {"name": user.username}
    return _form_page(request, user, form, title, gettext("Replace name"), act)


def role(request: HttpRequest, pk: int) -> HttpResponse:
    actor, user = moderator(request), get_object_or_404(User, pk=pk)
    if actor.pk == user.pk or not roles.may_manage(actor, user):
        raise PermissionDenied
    # A role lets a user into the administration, so the second factor must be proved anew.
    if not has_proved(request, JUST_NOW):
        return ask_to_prove(request, JUST_NOW)
    form = RoleForm(actor, user, request.POST or None)

    def act(data: dict[str, Any]) -> str:
        roles.give_role(actor, user, data["role"], reason=data["reason"])
        return gettext("Role changed.")

    title = gettext("Role of %(name)s") % {"name": user.username}
    return _form_page(request, user, form, title, gettext("Save role"), act)


@require_POST
def note(request: HttpRequest, pk: int) -> HttpResponse:
    user = get_object_or_404(User, pk=pk)
    users.note_on(moderator(request), user, request.POST.get("text", ""))
    messages.success(request, gettext("Note saved."))
    return redirect("admin:accounts_user_change", user.pk)


def _form_page(  # noqa: PLR0913, PLR0917 - what a page with a form needs
    request: HttpRequest,
    user: User,
    form: forms.Form,
    title: str,
    button: str,
    act: Callable[[dict[str, Any]], str],
) -> HttpResponse:
    """Show a form about an account, or act on a valid form."""

    def done(data: dict[str, Any]) -> HttpResponse:
        messages.success(request, act(data))
        return redirect("admin:accounts_user_change", user.pk)

    context = {"account": user, "button": button}
    return act_page(form, done, partial(draw, request, "account_form", title, context))

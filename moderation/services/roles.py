"""Roles of moderators: each has one role, given by a user who has at least its permissions."""

from django.contrib.auth.models import Group, Permission
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.locks import patient_transaction
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from moderation.groups import GROUPS
from moderation.services import mails
from moderation.services.input_text import required_text
from moderation.services.refusals import Conflict, Invalid

NONE = ""
PERMISSION = "accounts.change_user"


def role_of(user: User) -> str:
    """Return the user's role; "" for none."""
    held = set(user.groups.filter(name__in=GROUPS).values_list("name", flat=True))
    # The highest role, if a user was added to several groups by hand.
    return next((name for name in reversed(GROUPS) if name in held), NONE)


def may_manage(actor: User, user: User) -> bool:
    """Return whether the actor may change the user: the actor needs all the user's permissions."""
    if actor.is_superuser:
        return True
    if user.is_superuser or not actor.has_perm(PERMISSION):
        return False
    # Permissions of a closed account count, too, because it may be opened again.
    held = Permission.objects.filter(Q(user=user) | Q(group__user=user))
    named = held.values_list("content_type__app_label", "codename")
    return {f"{label}.{code}" for label, code in named} <= actor.get_all_permissions()


def grantable(actor: User) -> list[str]:
    """Return the roles this user may give: only roles whose permissions the user has."""
    if not actor.has_perm(PERMISSION):
        return []
    held = [permission.partition(".")[2] for permission in actor.get_all_permissions()]
    lacking = Permission.objects.exclude(codename__in=held)
    groups = set(Group.objects.exclude(permissions__in=lacking).values_list("name", flat=True))
    return [name for name in GROUPS if name in groups]


@patient_transaction
def give_role(actor: User, user: User, role: str, *, reason: str) -> User:
    """Give somebody a role, or none (""). Raises PermissionDenied or a Refusal."""
    locked = User.objects.locked(user.pk, actor.pk)
    may_give = actor.pk != locked.pk and may_manage(actor, locked)
    if not may_give or role not in {NONE, *grantable(actor)}:
        raise PermissionDenied
    reason = required_text(reason)
    if locked.is_guest and role != NONE:
        raise Invalid(_("Guests can't be staff."))
    before, after = {"role": role_of(locked)}, {"role": role}
    if before == after:
        raise Conflict(_("This person already has that role."))
    locked.groups.remove(*Group.objects.filter(name__in=GROUPS))
    if role != NONE:
        locked.groups.add(Group.objects.get(name=role))
    # `is_staff` lets users into the administration.
    locked.is_staff = locked.is_superuser or role != NONE
    locked.save(update_fields=["is_staff"])
    log.write(actor, Action.CHANGED_ROLE, subject=locked, before=before, after=after, reason=reason)
    mails.notify_of_changes(locked, _("Your staff role was changed."))
    return locked

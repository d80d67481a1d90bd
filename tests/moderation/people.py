"""Users in the parts that moderation knows: players and staff of each group."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission

from accounts.models import User
from accounts.sanctions.models import Sanction
from moderation.groups import GROUPS


def make_player(name: str = "Pat", **fields: Any) -> User:
    """Return a user with an account and a confirmed address; they sign in by force_login."""
    user = User.objects.create(username=name, email=f"{name}@example.org", password="!", **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def make_staff(group: str, name: str = "", **fields: Any) -> User:
    """Return a user of one of the staff groups: helper, moderator, senior or admin."""
    user = make_player(name or f"The-{group}", is_staff=True, **fields)
    user.groups.add(staff_group(group))
    return user


def staff_group(name: str) -> Group:
    """Return a staff group; made again where an earlier test has emptied the database."""
    group, is_new = Group.objects.get_or_create(name=name)
    if is_new:
        group.permissions.set(Permission.objects.filter(codename__in=GROUPS[name]))
    return group


def sanctioned(user: User, kind: str = Sanction.Kind.CHAT_MUTE, **fields: Any) -> Sanction:
    """Store a sanction against the user, as if a moderator had given it."""
    values = {"reason": "You called somebody names."} | fields
    return Sanction.objects.create(user=user, kind=kind, **values)

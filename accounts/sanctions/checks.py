"""Checks for sanctions and blocks, which every service makes before it acts.

A refusal carries the sanction, so that the user sees its reason and end.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from http import HTTPStatus

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.models import Block, Sanction
from accounts.statements import Select

Kind = Sanction.Kind

# Sorts sanctions without an end after all others.
FOREVER = datetime.max.replace(tzinfo=UTC)

FROM_WRITING = (Kind.CHAT_MUTE, Kind.SUSPENSION)
"""Users with one of these sanctions can't chat or comment."""


# Almost every request runs these queries, so their SQL is built once.
_not_revoked = Select(lambda user: Sanction.objects.filter(user=user, revoked_at=None), int)
_chat_hidden = Select(
    lambda user: Block.objects.filter(owner=user, chat=True).values_list("blocked_id", flat=True),
    int,
)
_blocked = Select(
    lambda user: Block.objects.filter(owner=user, tables=True).values_list("blocked_id", flat=True),
    int,
)
_blockers = Select(
    lambda user: Block.objects.filter(blocked=user, tables=True).values_list("owner_id", flat=True),
    int,
)


class Sanctioned(Refusal):
    code, status = "sanctioned", HTTPStatus.FORBIDDEN
    message = _("You can't do that right now.")

    def __init__(self, sanction: Sanction) -> None:
        super().__init__()
        self.sanction = sanction


def sanction_against(user: User | AnonymousUser | int | None, *kinds: str) -> Sanction | None:
    """Return the user's sanction of these kinds that ends last; visitors have none."""
    user_id = user if isinstance(user, int) else getattr(user, "pk", None)
    if user_id is None:
        return None
    held = _in_force(user_id, *kinds)
    return max(held, key=lambda one: one.ends_at or FOREVER, default=None)


def _in_force(user_id: int, *kinds: str) -> list[Sanction]:
    return [one for one in _not_revoked(user_id) if one.kind in kinds and one.is_in_force]


def is_suspended(user_id: int) -> bool:
    return bool(_in_force(user_id, Kind.SUSPENSION))


def check(user: User | AnonymousUser, *kinds: str) -> None:
    """Raise Sanctioned if a sanction of these kinds is in force against the user."""
    sanction = sanction_against(user, *kinds)
    if sanction is not None:
        raise Sanctioned(sanction)


def hidden_from(user_id: int | None) -> frozenset[int]:
    """Return the numbers of the users whose chat this user has blocked."""
    if user_id is None:
        return frozenset()
    return frozenset(_chat_hidden(user_id))


def is_blocked_by(user: User | None, others: Iterable[int | None]) -> bool:
    return user is not None and not blockers_of(user.pk).isdisjoint(others)


def blocked_by(user_id: int | None) -> frozenset[int]:
    """Return the numbers of the users who are blocked by this user in games."""
    if user_id is None:
        return frozenset()
    return frozenset(_blocked(user_id))


def blockers_of(user_id: int | None) -> frozenset[int]:
    """Return the numbers of the users who have blocked this user in games."""
    if user_id is None:
        return frozenset()
    return frozenset(_blockers(user_id))

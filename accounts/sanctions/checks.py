"""What a user may do at this moment: asked by every service before it does it.

Games and chat call these and know nothing else of moderation. A refusal is never silent: it tells
the sanction's reason, its end and where to appeal.
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

FOREVER = datetime.max.replace(tzinfo=UTC)

FROM_WRITING = (Kind.CHAT_MUTE, Kind.SUSPENSION)
"""Users with one of these neither talk nor comment."""


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
    """The user may not do this while a sanction holds."""

    code, status = "sanctioned", HTTPStatus.FORBIDDEN
    message = _("You can't do that right now.")

    def __init__(self, sanction: Sanction) -> None:
        super().__init__()
        self.sanction = sanction


def sanction_against(user: User | AnonymousUser | int | None, *kinds: str) -> Sanction | None:
    """Return the sanction of one of these kinds that holds against the user now, the longest one.

    user: a user or their number; visitors (None) have none.
    """
    user_id = user if isinstance(user, int) else getattr(user, "pk", None)
    if user_id is None:
        return None
    held = _in_force(user_id, *kinds)
    return max(held, key=lambda one: one.ends_at or FOREVER, default=None)


def _in_force(user_id: int, *kinds: str) -> list[Sanction]:
    return [one for one in _not_revoked(user_id) if one.kind in kinds and one.is_in_force]


def is_suspended(user_id: int) -> bool:
    """Return whether a suspension holds against the user now."""
    return bool(_in_force(user_id, Kind.SUSPENSION))


def check(user: User | AnonymousUser, *kinds: str) -> None:
    """Raise Sanctioned when one of these kinds of sanctions holds against the user."""
    sanction = sanction_against(user, *kinds)
    if sanction is not None:
        raise Sanctioned(sanction)


def hidden_from(user_id: int | None) -> frozenset[int]:
    """Return whose chat this user does not want to read, by user number."""
    if user_id is None:
        return frozenset()
    return frozenset(_chat_hidden(user_id))


def is_blocked_by(user: User | None, others: Iterable[int | None]) -> bool:
    """Return whether one of these users has blocked this user."""
    return user is not None and not blockers_of(user.pk).isdisjoint(others)


def blocked_by(user_id: int | None) -> frozenset[int]:
    """Return the users blocked by this user, by number."""
    if user_id is None:
        return frozenset()
    return frozenset(_blocked(user_id))


def blockers_of(user_id: int | None) -> frozenset[int]:
    """Return the users who have blocked this user, by number."""
    if user_id is None:
        return frozenset()
    return frozenset(_blockers(user_id))

"""What everybody who takes a seat has to pass: the limit of tables, and sanctions."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.models import User
from accounts.sanctions import checks
from games.models import Game
from games.services.refusals import SignedOut, TooManyTables

MAX_TABLES = 20
"""At so many unfinished tables one may sit."""

UNFINISHED = (Game.Status.WAITING, Game.Status.RUNNING)
KEPT_FROM_TABLES = (checks.Kind.SUSPENSION, checks.Kind.TABLE_BAN)


def lock_player(user: User) -> None:
    """Lock a user until the transaction is through. Raises SignedOut."""
    try:
        User.objects.locked(user.pk)
    except User.DoesNotExist:
        raise SignedOut from None


@contextmanager
def seat_lock(user: User) -> Iterator[None]:
    """Let one seat at a time be taken for a user, so that the limit and sanctions hold.

    Taken before the lock of a game: accounts/locks.py says why.
    """
    with transaction.atomic():
        lock_player(user)
        checks.check(user, *KEPT_FROM_TABLES)
        if user.seats.filter(game__status__in=UNFINISHED).count() >= MAX_TABLES:
            raise TooManyTables(limit=MAX_TABLES)
        yield

"""Checks when a user takes a seat: the maximum number of tables, and sanctions."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.models import User
from accounts.sanctions import checks
from games.models import Game
from games.services.refusals import SignedOut, TooManyTables

MAX_TABLES = 20
"""Maximum number of unfinished tables per user."""

UNFINISHED = (Game.Status.WAITING, Game.Status.RUNNING)
BLOCKED_FROM_TABLES = (checks.Kind.SUSPENSION, checks.Kind.TABLE_BAN)


def lock_player(user: User) -> None:
    """Lock a user until the transaction ends. Raises SignedOut if their account was deleted."""
    try:
        User.objects.locked(user.pk)
    except User.DoesNotExist:
        raise SignedOut from None


@contextmanager
def seat_lock(user: User) -> Iterator[None]:
    """Lock the user in a transaction, check that they may take a seat, and run the block."""
    with transaction.atomic():
        # Locked before the count, so that two seats at once cannot exceed the limit, and before the
        # game. A suspension locks the user, too: it is found here, or it comes later and ends the
        # new seat.
        lock_player(user)
        checks.check(user, *BLOCKED_FROM_TABLES)
        hosted = user.created_games.filter(pass_and_play=True, status__in=UNFINISHED).count()
        if user.seats.filter(game__status__in=UNFINISHED).count() + hosted >= MAX_TABLES:
            raise TooManyTables(limit=MAX_TABLES)
        yield

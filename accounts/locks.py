"""The order in which transactions lock rows, and a second try after a deadlock.

Every transaction locks in this order, so that no two wait for each other:

1. users, by number: all of them at once, with `User.objects.locked`
2. cases, by number; then a sanction; then its appeal
3. the challenge of a day
4. games, by number
5. tallies of dice, by kind: nobody's first, then by the number of the user
6. a single row that nothing is locked after, such as a line of chat
7. the public list of commitments, as the last thing before the commit

Users come first because suspending or deleting a user locks them, so that they take no seat
meanwhile, and then takes them out of their games. An act of a moderator locks both people: its rows
name the moderator, whose account may be deleted at the same time.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

P = ParamSpec("P")
Result = TypeVar("Result")

PATIENCE = "20s"  # for locks of moderators' acts: people may be playing at that table
DEADLOCK_DETECTED, SERIALIZATION_FAILURE = "40P01", "40001"


def retried_on_deadlock(act: Callable[P, Result]) -> Callable[P, Result]:
    """Run a function that is one transaction again if PostgreSQL ended it for a deadlock.

    For what the order above cannot cover: keys that two transactions insert at once, and locks
    that PostgreSQL takes by itself.
    """

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> Result:
        try:
            return act(*args, **kwargs)
        except OperationalError as error:
            state = getattr(error.__cause__, "sqlstate", None)
            is_deadlock = state in {DEADLOCK_DETECTED, SERIALIZATION_FAILURE}
            # An outer transaction has failed as a whole, and only its owner can begin it again.
            if connection.in_atomic_block or not is_deadlock:
                raise
        return act(*args, **kwargs)

    return run


def one_transaction(act: Callable[P, Result]) -> Callable[P, Result]:
    """Make a function one transaction that is retried after a deadlock."""
    return retried_on_deadlock(transaction.atomic(act))


def patient_transaction(act: Callable[P, Result]) -> Callable[P, Result]:
    """Make an act of a moderator one transaction that waits long for locks."""

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> Result:
        if connection.vendor == "postgresql":  # on SQLite every transaction waits that long
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', %s, true)", [PATIENCE])
        return act(*args, **kwargs)

    return one_transaction(run)


def lock_chain(number: int) -> None:
    """Let no other transaction add to a chain of hashes until this one ends, or it would fork."""
    if connection.vendor == "postgresql":  # SQLite has one writer at a time
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])

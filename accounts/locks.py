"""The order in which transactions lock rows, and a second try after a deadlock.

Every transaction locks in this order, so that no two wait for each other:

1. users, by number: all of them at once, with `User.objects.locked`
2. cases, by number; then a sanction; then its appeal
3. the daily challenge
4. games, by number
5. tallies of dice, by kind of game; for each kind the tally without a user, then by user number
6. a single row of any other table, as the last row, such as a line of chat
7. the public list of commitments, as the last thing before the commit

Users come first, because a transaction that suspends or deletes users locks them, so that they
take no seat meanwhile, before it takes them out of their games. A moderator's act locks the
moderator, too: its rows name the moderator, whose account may be deleted at the same time.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

P = ParamSpec("P")
Result = TypeVar("Result")

PATIENCE = "20s"  # how long moderators' acts wait for locks, which a game in play may hold
DEADLOCK_DETECTED, SERIALIZATION_FAILURE = "40P01", "40001"


def retried_on_deadlock(act: Callable[P, Result]) -> Callable[P, Result]:
    """Run a function, which is one transaction, once more if PostgreSQL ended it for a deadlock.

    The order above cannot cover keys that two transactions insert at once, or locks that
    PostgreSQL takes by itself.
    """

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> Result:
        try:
            return act(*args, **kwargs)
        except OperationalError as error:
            state = getattr(error.__cause__, "sqlstate", None)
            is_deadlock = state in {DEADLOCK_DETECTED, SERIALIZATION_FAILURE}
            # If there is an outer transaction, it has failed, too: its caller must retry it whole.
            if connection.in_atomic_block or not is_deadlock:
                raise
        return act(*args, **kwargs)

    return run


def one_transaction(act: Callable[P, Result]) -> Callable[P, Result]:
    """Make a function one transaction that is retried after a deadlock."""
    return retried_on_deadlock(transaction.atomic(act))


def patient_transaction(act: Callable[P, Result]) -> Callable[P, Result]:
    """Make a moderator's act one transaction, which waits longer for locks."""

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> Result:
        if connection.vendor == "postgresql":  # on SQLite every transaction waits that long
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', %s, true)", [PATIENCE])
        return act(*args, **kwargs)

    return one_transaction(run)


def lock_chain(number: int) -> None:
    """Keep other transactions from adding to a chain of hashes, so that the chain never forks."""
    if connection.vendor == "postgresql":  # SQLite has one writer at a time
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])

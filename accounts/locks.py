"""The order in which transactions lock rows, and a second try for one that met a deadlock.

Every transaction locks in this order, so that no two wait for each other:

1. users, by number: all of them at once, with `User.objects.locked`
2. cases, by number; then a sanction; then its appeal
3. the challenge of a day
4. games, by number
5. tallies of dice, by kind: nobody's first, then by the number of the user
6. a single row that nothing is locked after, such as a line of chat
7. the public list of commitments, as the last thing before the commit

Users come first because a suspension and the end of an account lock their user, so that they sit
down nowhere meanwhile, and then take them out of their games. An act of a moderator locks both
people: what it writes names the moderator, whose account may be going away.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

P = ParamSpec("P")
Result = TypeVar("Result")

PATIENCE = "20s"
"""How long an act of a moderator waits for a lock: they may act on a table that is played at."""

DEADLOCK_DETECTED, SERIALIZATION_FAILURE = "40P01", "40001"


def retried_on_deadlock(act: Callable[P, Result]) -> Callable[P, Result]:
    """Have a function that is one transaction run again when PostgreSQL ended it for a deadlock.

    The order above should leave nothing to retry. This is for what it cannot order: keys that
    two transactions insert at once, and locks that PostgreSQL takes by itself. Within a
    transaction nothing is retried: the whole of it has to begin again.
    """

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> Result:
        try:
            return act(*args, **kwargs)
        except OperationalError as error:
            if connection.in_atomic_block or not _is_deadlock(error):
                raise
        return act(*args, **kwargs)

    return run


def one_transaction(act: Callable[P, Result]) -> Callable[P, Result]:
    """Have a function be one transaction, and run again as `retried_on_deadlock` says."""
    return retried_on_deadlock(transaction.atomic(act))


def patient_transaction(act: Callable[P, Result]) -> Callable[P, Result]:
    """Have an act of a moderator be one transaction, which waits longer for locks than others do.

    On SQLite every transaction waits that long.
    """

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> Result:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', %s, true)", [PATIENCE])
        return act(*args, **kwargs)

    return one_transaction(run)


def lock_chain(number: int) -> None:
    """Keep others from adding to a chain until this transaction ends, so that it cannot fork.

    number: the advisory lock of this chain on PostgreSQL. SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def _is_deadlock(error: OperationalError) -> bool:
    state = getattr(error.__cause__, "sqlstate", None)
    return state in {DEADLOCK_DETECTED, SERIALIZATION_FAILURE}

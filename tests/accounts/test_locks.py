"""What a transaction does that PostgreSQL ended to break a deadlock."""

from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, transaction

from accounts.locks import (
    DEADLOCK_DETECTED,
    PATIENCE,
    one_transaction,
    patient_transaction,
    retried_on_deadlock,
)

pytestmark = pytest.mark.django_db(transaction=True)


class Ended(Exception):
    """What the database driver raises."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def failing(times: int, sqlstate: str = DEADLOCK_DETECTED) -> tuple[Callable[[], str], list[int]]:
    """Return a verb that fails so many times before it succeeds, and a list of its runs."""
    runs: list[int] = []

    @retried_on_deadlock
    def act() -> str:
        runs.append(len(runs))
        if len(runs) <= times:
            raise OperationalError("ended") from Ended(sqlstate)
        return "done"

    return act, runs


def test_it_runs_once_more_and_then_counts() -> None:
    act, runs = failing(1)
    assert act() == "done"
    assert len(runs) == 2


def test_it_runs_no_third_time() -> None:
    act, runs = failing(2)
    with pytest.raises(OperationalError):
        act()
    assert len(runs) == 2


def test_other_errors_of_the_database_are_not_retried() -> None:
    act, runs = failing(1, "57014")
    with pytest.raises(OperationalError):
        act()
    assert len(runs) == 1


def test_within_a_transaction_the_whole_of_it_has_to_begin_again() -> None:
    act, runs = failing(1)
    with pytest.raises(OperationalError), transaction.atomic():
        act()
    assert len(runs) == 1


def lock_timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        (time,) = cursor.fetchone()
    return str(time)


@pytest.mark.services
def test_an_act_of_a_moderator_waits_longer_for_locks() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all, and one time to wait for it")
    usual = lock_timeout()
    assert patient_transaction(lock_timeout)() == PATIENCE
    assert one_transaction(lock_timeout)() == lock_timeout() == usual != PATIENCE

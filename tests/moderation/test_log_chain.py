"""The chain of hashes over the log of moderation, and the clock the log goes by."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.sanctions import chain, log, triggers
from accounts.sanctions.actions import Action
from accounts.sanctions.models import LogLink, ModerationAction
from lifecycle.retention import purge_due
from tests.live.test_concurrency import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.services]

MANY = 8
alone = pytest.mark.django_db(transaction=True)


@contextmanager
def unguarded() -> Iterator[Any]:
    """Do what only the owner of the database can: take the triggers away for a while."""
    opened, closed = [], []
    for kept in (triggers.LOG, triggers.CHAIN):
        if connection.vendor == "postgresql":
            opened.append(f"ALTER TABLE {kept.table} DISABLE TRIGGER USER")
            closed.append(f"ALTER TABLE {kept.table} ENABLE TRIGGER USER")
        else:
            lifted, restored = kept.lifted_for_flush(connection.vendor)
            opened += lifted
            closed += restored
    with connection.cursor() as cursor:
        for statement in opened:
            cursor.execute(statement)
        yield cursor
        connection.check_constraints()
        for statement in closed:
            cursor.execute(statement)


def five_acts() -> list[ModerationAction]:
    """Write five acts into the log, and add them to the chain."""
    acts = [log.write(None, Action.MUTED, reason=f"No. {number}") for number in range(5)]
    chain.extend()
    connection.check_constraints()  # PostgreSQL touches no table while it has a check to make
    return acts


def cut_out(cursor: Any, act: ModerationAction) -> None:
    """Remove an act and its link."""
    cursor.execute(f"DELETE FROM {triggers.CHAIN.table} WHERE action_id = %s", [act.pk])
    cursor.execute(f"DELETE FROM {triggers.LOG.table} WHERE id = %s", [act.pk])


def test_the_hash_covers_every_column_of_an_act() -> None:
    columns = {field.name for field in ModerationAction._meta.concrete_fields}
    assert columns == {*chain.COVERED, "sentence"}


def test_the_hash_of_an_act_is_the_same_on_every_database_and_for_ever() -> None:
    act = ModerationAction(
        id=7,
        actor=3,
        actor_name="Mo",
        action=Action.MUTED,
        subject_name="Zoë",
        before={"b": 1.5, "a": None},
        after={"score": 9.0},
        reason="Because",
        created_at=datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC),
    )
    found = chain.hash_of("", act)
    assert found == "00cddb63e4e740bc479b791e31049a9d9d9ab7346d1704ff71c2250905c5cbe9"
    assert chain.hash_of(found, act) != found
    act.sentence = "muted for good"
    assert chain.hash_of("", act) != found


def test_a_sound_chain_has_every_act_and_tells_its_last_hash() -> None:
    five_acts()
    found = chain.check()
    assert (found.links, found.faults) == (5, [])
    assert LogLink.objects.get(position=5).hash == found.last


@pytest.mark.parametrize(
    "change",
    [
        "reason = 'Another'",
        "sentence = 'Another'",
        "actor = 1",
        "subject_name = 'Somebody'",
        "after = '{\"a\": 1}'",
        "created_at = '2020-01-01 00:00:00+00:00'",
    ],
)
def test_an_act_that_was_changed_is_found(change: str) -> None:
    acts = five_acts()
    with unguarded() as cursor:
        cursor.execute(f"UPDATE {triggers.LOG.table} SET {change} WHERE id = %s", [acts[2].pk])
    (fault,) = chain.check().faults
    assert str(acts[2].pk) in fault


def test_an_act_that_was_cut_out_is_found() -> None:
    acts = five_acts()
    with unguarded() as cursor:
        cut_out(cursor, acts[2])
    assert chain.check().faults == ["links 3 to 3 are gone"]


def test_a_log_that_was_cut_off_or_written_anew_is_found_by_a_hash_noted_before() -> None:
    acts = five_acts()
    noted = chain.check().last
    assert not chain.check(noted).faults
    with unguarded() as cursor:
        cut_out(cursor, acts[4])
    log.write(None, Action.MUTED, reason="Put in its place")
    chain.extend()
    assert not chain.check().faults
    assert noted in chain.check(noted).faults[0]


@pytest.mark.parametrize("column", ["hash", "position"])
def test_no_link_is_changed_removed_or_put_in_the_place_of_another(column: str) -> None:
    five_acts()
    table = triggers.CHAIN.table
    statements = [f"UPDATE {table} SET {column} = 1 WHERE position = 1", f"DELETE FROM {table}"]
    if connection.vendor == "sqlite":
        statements.append(f"REPLACE INTO {table} VALUES (1, 'x', 1)")
    else:
        statements.append(f"TRUNCATE {table}")
    for statement in statements:
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            connection.cursor().execute(statement)


def test_the_caller_has_no_say_in_when_an_act_was() -> None:
    long_ago = timezone.now() - timedelta(days=3)
    write = partial(ModerationAction.objects.create, action=Action.MUTED, created_at=long_ago)
    if connection.vendor == "sqlite":  # its triggers can refuse a row, and not change it
        with pytest.raises(DatabaseError, match="clock of the database"), transaction.atomic():
            write()
        return
    act = write()
    act.refresh_from_db()
    assert timezone.now() - act.created_at < timedelta(minutes=1)


def test_an_act_is_told_when_it_was_as_the_database_has_it() -> None:
    act = log.write(None, Action.MUTED)
    stored = ModerationAction.objects.get(pk=act.pk)
    assert act.created_at == stored.created_at
    assert abs(timezone.now() - act.created_at) < timedelta(minutes=1)


def test_an_act_that_a_killed_process_left_out_is_added_every_day() -> None:
    log.write(None, Action.MUTED)
    purge_due(timezone.now())
    assert not chain.without_link().exists()


@alone
def test_an_act_stays_when_its_link_cannot_be_added(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(act: int) -> int:
        raise DatabaseError

    monkeypatch.setattr(chain, "extend", broken)
    act = log.write(None, Action.MUTED)
    assert list(chain.without_link()) == [act]
    assert "on_commit" in caplog.text


@alone
def test_writers_at_the_same_instant_make_one_chain_with_every_act() -> None:
    def write(number: int) -> None:
        with transaction.atomic():
            for part in range(3):
                log.write(None, Action.MUTED, reason=f"{number}.{part}")

    at_once(*[partial(write, number) for number in range(MANY)])
    found = chain.check()
    assert (found.links, found.faults) == (3 * MANY, [])
    assert not chain.without_link().exists()


@alone
def test_nobody_waits_for_the_chain_while_a_transaction_goes_on() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer at a time anyway")
    with transaction.atomic():
        slow = log.write(None, Action.MUTED, reason="Slow")
        at_once(lambda: log.write(None, Action.MUTED, reason="Quick"))
    order = LogLink.objects.order_by("position").values_list("action__reason", flat=True)
    assert list(order) == ["Quick", "Slow"]
    assert not chain.check().faults
    assert slow.pk < LogLink.objects.get(position=1).action_id

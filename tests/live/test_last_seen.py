"""When players last looked at a table, where one process knows it by itself."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from unittest import mock

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings

from games import presence
from tests.games.days import Clock

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(bool(settings.REDIS_URL), reason="Redis knows it: test_presence.py"),
]

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    with mock.patch.dict(presence._seen, clear=True), mock.patch.dict(presence._watching):
        yield


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def look_on(code: str, *viewers: str) -> None:
    """Have the process note who is at this table."""
    with mock.patch.dict(presence.here, {code: dict.fromkeys(viewers, 1)}):
        presence._remember({code: viewers}, {})


def test_who_left_was_last_seen_as_their_last_socket_closed(clock: Clock) -> None:
    look_on("table", "user 1", "user 2")
    clock.now += MINUTE
    presence._remember({"table": ["user 2"]}, {"table": ["user 1"]})
    left_at = clock.now
    clock.now += MINUTE
    with mock.patch.dict(presence.here, {"table": {"user 2": 1}}):
        assert presence.last_seen("table", [1, 2, None]) == {1: left_at, 2: None}


def test_who_never_came_counts_from_when_tables_are_watched(clock: Clock) -> None:
    assert presence.last_seen("table", [1]) == {1: clock.now}
    look_on("another")
    began = clock.now
    clock.now += MINUTE
    assert presence.last_seen("table", [1]) == {1: began}


def test_nobody_was_away_while_no_process_watched(clock: Clock) -> None:
    look_on("table", "user 1")
    presence._watching.clear()  # the last socket has closed, or the site was away
    clock.now += MINUTE
    look_on("table", "user 2")
    assert presence.last_seen("table", [1]) == {1: clock.now}


def test_tables_stay_watched_while_the_only_page_loads_anew(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "TICK", 0.01)

    async def load_anew() -> None:
        presence.arrive("table", "user 2")
        while not presence._watching:
            await asyncio.sleep(0.01)
        presence.depart("table", "user 2")
        while presence._changed:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert presence._watching
        presence.arrive("table", "user 2")
        assert len(presence._tasks) == 1
        presence.depart("table", "user 2")
        monkeypatch.setattr(presence, "EXPIRES", 0)
        while presence._tasks:
            await asyncio.sleep(0.01)

    async_to_sync(load_anew)()
    assert not presence._watching, "nobody has been here for so long"


def test_a_day_later_it_is_forgotten(clock: Clock) -> None:
    look_on("table", "user 1")
    clock.now += presence.REMEMBERED + MINUTE
    look_on("another", "user 2")
    assert list(presence._seen) == ["another"]

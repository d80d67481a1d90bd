"""Who watches, where several processes tell each other over Redis."""

import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from secrets import token_hex
from unittest import mock

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from redis import Redis

from games import presence
from operations import clock
from tests.silence import each_way_to_be_gone, port_of

pytestmark = [
    pytest.mark.django_db,  # whose clock it is
    pytest.mark.services,
    pytest.mark.xdist_group("presence"),  # all workers tell one Redis who lives
    pytest.mark.skipif(not settings.REDIS_URL, reason="needs Redis: make test-services"),
]

SECONDS = 30


@pytest.fixture
def code() -> str:
    return token_hex(4)


@pytest.fixture(autouse=True)
def forgotten_processes() -> Iterator[None]:
    """Leave to later tests no process that has said something here."""
    yield
    with Redis.from_url(settings.REDIS_URL) as redis:
        redis.delete(presence.PROCESSES, presence.SINCE)


def say_as(process: str, code: str, *viewers: str) -> None:
    with mock.patch.object(presence, "THIS_PROCESS", process):
        presence.say({code: list(viewers)})


def viewers(code: str) -> set[str]:
    return presence.viewers_of([code])[code]


def test_somebody_with_windows_at_two_processes_counts_once(code: str) -> None:
    say_as("one", code, "user 1", "user 2")
    say_as("two", code, "user 2", "user 3")
    assert viewers(code) == {"user 1", "user 2", "user 3"}


def test_who_leaves_one_process_is_still_seen_at_the_others(code: str) -> None:
    say_as("one", code, "user 1")
    say_as("two", code, "user 1", "user 2")
    say_as("two", code)
    assert viewers(code) == {"user 1"}


def test_all_tables_with_viewers_are_known_whichever_process_has_them(code: str) -> None:
    other = token_hex(4)
    say_as("one", code, "user 1")
    say_as("two", other, "user 2")
    everywhere = presence.viewers_everywhere()
    assert (everywhere[code], everywhere[other]) == ({"user 1"}, {"user 2"})
    say_as("two", other)
    assert other not in presence.viewers_everywhere()


def test_viewers_of_a_process_that_was_killed_are_gone_after_a_while(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "EXPIRES", 1)
    say_as("killed", code, "user 1")
    assert viewers(code) == {"user 1"}
    deadline = time.monotonic() + SECONDS
    while viewers(code):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_process_that_stood_still_for_long_says_again_who_is_at_its_tables(code: str) -> None:
    with mock.patch.dict(presence.here, {code: Counter(["user 1"])}):
        assert viewers(code) == set()
        async_to_sync(presence._say)({code})  # noqa: SLF001
        assert viewers(code) == {"user 1"}


def test_it_is_known_at_all_processes_who_was_last_seen_when(code: str) -> None:
    say_as("one", code, "user 1", "user 2")
    assert presence.last_seen(code, [1, 2, None]) == {1: None, 2: None}
    with mock.patch.object(presence, "THIS_PROCESS", "one"):
        presence.say({code: ["user 2"]}, {code: ["user 1"]})
    seen = presence.last_seen(code, [1, 2])
    assert seen[2] is None
    assert seen[1] is not None
    assert abs(seen[1] - clock.now()) < timedelta(seconds=SECONDS)


def test_who_was_never_seen_counts_from_when_tables_are_watched(code: str) -> None:
    with Redis.from_url(settings.REDIS_URL) as redis:
        redis.delete(presence.SINCE)
        before = presence.last_seen(code, [1])[1]
        say_as("one", code, "user 2")
        redis.set(presence.SINCE, float(redis.get(presence.SINCE) or 0) - 90)
        after = presence.last_seen(code, [1])[1]
        redis.delete(presence.SINCE)
    assert before is not None
    assert after is not None
    assert before - after > timedelta(seconds=60)


def test_processes_that_were_killed_are_missed_by_the_others(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "EXPIRES", 1)
    say_as("killed", code, "user 1")
    with mock.patch.object(presence, "THIS_PROCESS", "other"):
        assert "killed" in presence.say({code: ["user 2"]})
        deadline = time.monotonic() + SECONDS
        while "killed" in presence.say({code: ["user 2"]}):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert viewers(code) == {"user 2"}
    assert presence.last_seen(code, [1])[1] is not None


def test_a_process_with_a_wrong_clock_removes_nobody(code: str) -> None:
    say_as("right", code, "user 1")
    with mock.patch.object(time, "time", return_value=time.time() + 3600):
        say_as("an hour ahead", code, "user 2")
        assert viewers(code) == {"user 1", "user 2"}
    say_as("right", code, "user 1")
    assert viewers(code) == {"user 1", "user 2"}


@each_way_to_be_gone
def test_without_redis_nobody_is_seen_and_nothing_fails(code: str, how: str) -> None:
    with (
        port_of(how) as port,
        Redis.from_url(f"redis://127.0.0.1:{port}", socket_timeout=0.1) as gone,
        mock.patch.object(presence, "_redis", return_value=gone),
    ):
        assert viewers(code) == set()
        assert presence.viewers_everywhere() == {}
        assert presence.last_seen(code, [1]) == {1: None}
        assert presence.anybody_looks(code, [1]), "nobody is to be taken for absent"

"""When the referee looks at the tables, and what it does beside them once a day."""

import asyncio
import threading
from datetime import timedelta
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.dispatch import Signal

from games import referee
from games.broadcast import REFEREE_GROUP
from games.services import daily

PATIENCE = 20


class Referee:
    """A referee whose purge does what a test wants, and how often it looked at the tables."""

    def __init__(self, monkeypatch: Any) -> None:
        self.looks = self.purges = self.ends = 0
        self.purge: Any = lambda: None
        today = SimpleNamespace(date=daily.today())
        monkeypatch.setattr(daily, "today", lambda: today.date)
        monkeypatch.setattr(daily, "todays_challenge", lambda: today)
        monkeypatch.setattr(daily, "end_past_days", self._end)
        day_begun = Signal()
        day_begun.connect(self._purge, weak=False)
        monkeypatch.setattr(referee, "day_begun", day_begun)
        monkeypatch.setattr(referee, "look", self._look)
        monkeypatch.setattr(referee, "DAY_POLL", 0.001)
        self.pause = 0.001

    def run_until(self, done: Any) -> None:
        asyncio.run(self.run_until_done(done))

    async def run_until_done(self, done: Any) -> None:
        stopping = asyncio.Event()
        running = asyncio.create_task(referee.run(stopping))
        async with asyncio.timeout(PATIENCE):
            while not done():
                await asyncio.sleep(0.001)
            stopping.set()
            await running

    def _purge(self, **kwargs: Any) -> None:
        self.purges += 1
        self.purge()

    def _end(self) -> None:
        self.ends += 1

    def _look(self, most: int) -> tuple[list[str], float]:
        self.looks += 1
        return [], self.pause


@pytest.fixture
def at_work(monkeypatch: Any) -> Referee:
    return Referee(monkeypatch)


def test_a_message_wakes_the_referee_before_its_next_look(at_work: Referee) -> None:
    async def tell(layer: Any) -> None:
        while at_work.looks < 2:  # the referee may not listen yet
            await layer.group_send(REFEREE_GROUP, {"type": "game.due"})
            await asyncio.sleep(0.01)

    async def run() -> None:
        telling = asyncio.create_task(tell(get_channel_layer()))
        await at_work.run_until_done(lambda: at_work.looks >= 2)
        await telling

    at_work.pause = 3600
    asyncio.run(run())


def test_a_game_that_is_claimed_while_the_referee_is_told_to_stop_is_handled(
    at_work: Referee, monkeypatch: Any
) -> None:
    looking, told = threading.Event(), threading.Event()
    handled: list[str] = []

    def claim(most: int) -> tuple[list[str], float]:
        looking.set()
        told.wait(PATIENCE)
        return ["abc"], 3600

    async def run() -> None:
        stopping = asyncio.Event()
        running = asyncio.create_task(referee.run(stopping))
        await asyncio.to_thread(looking.wait, PATIENCE)
        stopping.set()
        told.set()
        async with asyncio.timeout(PATIENCE):
            await running

    monkeypatch.setattr(referee, "look", claim)
    monkeypatch.setattr(referee, "handle", handled.append)
    asyncio.run(run())
    assert handled == ["abc"]


def test_a_long_purge_keeps_no_table_waiting_and_is_begun_once(at_work: Referee) -> None:
    done = threading.Event()
    looks = []

    def last_long() -> None:
        looks.append(at_work.looks)
        done.wait(PATIENCE)
        looks.append(at_work.looks)

    def enough() -> bool:
        if looks and at_work.looks > looks[0] + 20:
            done.set()
        return len(looks) == 2

    at_work.purge = last_long
    at_work.run_until(enough)
    assert looks[1] > looks[0] + 20
    assert at_work.purges == 1


def test_a_day_is_begun_once(at_work: Referee) -> None:
    at_work.run_until(lambda: at_work.looks > 50 and at_work.purges)
    assert at_work.purges == 1


def test_the_days_whose_grace_is_over_are_ended_once_and_again_when_there_is_another(
    at_work: Referee, monkeypatch: Any
) -> None:
    today = daily.today()
    closed = chain([today, today], repeat(today + timedelta(days=1)))
    monkeypatch.setattr(daily, "last_closed_day", lambda: next(closed))
    at_work.run_until(lambda: at_work.looks > 50 and at_work.ends >= 2)
    assert at_work.ends == 2


def test_a_purge_that_fails_is_logged_and_tried_again(
    at_work: Referee, caplog: pytest.LogCaptureFixture
) -> None:
    def fail_once() -> None:
        if at_work.purges == 1:
            raise OSError

    at_work.purge = fail_once
    at_work.run_until(lambda: at_work.purges == 2)
    assert "Could not begin or end a day" in caplog.text

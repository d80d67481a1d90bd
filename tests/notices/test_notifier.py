"""When the notifier looks: as soon as something is due, and when it hears of a notice."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.models import Notice, Seat
from games.notices import notifier
from games.services.notices import SURE, give, give_news
from tests.games.days import Clock
from tests.games.factories import make_running_game
from tests.games.tables import make_user, running_table
from tests.notices.telling import HOUR, SECOND

LONG = timedelta(hours=1)


def run_while(act: Callable[[], object], looks: list[bool]) -> None:
    """Run a notifier, do something while it sleeps, and stop it when a notice is handed on."""

    async def until(there: Callable[[], object]) -> None:
        async with asyncio.timeout(30):
            while not await sync_to_async(there)():
                await asyncio.sleep(0.01)

    async def scene() -> None:
        stopping = asyncio.Event()
        telling = asyncio.create_task(notifier.run(stopping))
        await until(lambda: looks)
        await sync_to_async(act)()
        await until(Notice.objects.exclude(spread_at=None).exists)
        stopping.set()
        await telling

    asyncio.run(scene())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list of what the notifier's looks have found."""
    found: list[bool] = []
    notify_all_due = notifier.notify_all_due

    def noted() -> bool:
        found.append(notify_all_due())
        return found[-1]

    monkeypatch.setattr(notifier, "notify_all_due", noted)
    return found


def invite() -> None:
    user = make_user()
    give(user, Notice.Kind.INVITATION, make_running_game(user, make_user()))


def report() -> None:
    give_news([make_user()], Notice.About.REPORT)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("tell", [invite, report], ids=["a game", "news"])
def test_a_notice_wakes_the_notifier(
    tell: Callable[[], None], looks: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "LONGEST_PAUSE", LONG)
    run_while(tell, looks)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_notice_it_was_not_told_of_it_finds_by_itself(
    looks: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "LONGEST_PAUSE", SECOND / 10)
    monkeypatch.setattr(notifier, "SHORTEST_PAUSE", SECOND / 10)
    monkeypatch.setattr("games.broadcast.get_channel_layer", lambda: None)
    run_while(invite, looks)


@pytest.mark.django_db
def test_with_nothing_due_it_sleeps_for_its_longest_pause(clock: Clock) -> None:
    running_table()
    Seat.objects.update(tell_at=clock.now + HOUR)
    assert notifier.look() == notifier.LONGEST_PAUSE.total_seconds()


@pytest.mark.django_db
def test_it_sleeps_until_a_seat_is_due(clock: Clock) -> None:
    running_table()
    Seat.objects.update(tell_at=clock.now + 3 * SECOND)
    assert notifier.look() == 3


@pytest.mark.django_db
def test_it_sleeps_until_a_mail_is_due(clock: Clock) -> None:
    invite()
    Notice.objects.update(spread_at=clock.now, mail_at=clock.now + 3 * SECOND)
    assert notifier.look() == 3


@pytest.mark.django_db
def test_it_sleeps_until_nobody_waits_for_an_analysis_any_more(clock: Clock) -> None:
    invite()
    Notice.objects.update(kind=Notice.Kind.ANALYSIS)
    clock.now += SURE - 3 * SECOND
    assert notifier.look() == 3


@pytest.mark.django_db
def test_what_it_cannot_tell_is_tried_again_after_a_while(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> None:
        raise ZeroDivisionError

    running_table()
    Seat.objects.update(tell_at=clock.now)
    monkeypatch.setattr(notifier, "look_at_seat", fail)
    assert notifier.look() == notifier.SHORTEST_PAUSE.total_seconds()


@pytest.mark.django_db
def test_where_there_is_more_than_it_takes_at_once_it_goes_on_without_a_rest(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "LOOKED_AT_AT_ONCE", 1)
    invite()
    assert notifier.look() == 0

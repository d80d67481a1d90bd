"""The referee does everything that is due without a person.

That is bots' moves, standing orders, absent players and stale tables. `Game.due_at` says when.
Nothing is kept in memory, so a killed process loses nothing: what was due stays due.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.db import connection, transaction
from django.dispatch import Signal

from accounts.refusals import Refusal
from accounts.statements import Select
from games.broadcast import REFEREE_GROUP, REFEREE_PAUSE
from games.models import Game, SignOfLife
from games.services import daily, lobby
from games.services.automatic_moves import act_for_players
from games.services.bot_moves import bots_to_act, move_bots
from games.services.clocks import give_sign_of_life
from games.services.endings import end_clocks, overdue
from operations import clock, sign_of_life, work
from operations.waking import end, happened, listen

logger = logging.getLogger(__name__)

POLL = REFEREE_PAUSE.total_seconds()
DAY_POLL = 10.0
"""Seconds between two looks for a new day. A page that needs the day sooner begins it."""

CLAIMED_PAUSE = 0.02
"""Seconds until the next look if a game stays due because another process is claiming it."""

LEASE = timedelta(seconds=10)
"""How long a claimed game is left alone; longer than any bot thinks."""

GAMES_AT_ONCE = 8
"""Games handled at the same time, so that a bot deep in thought delays no other game."""

day_begun = Signal()
"""A day (UTC) has begun. Several processes may send it for the same day."""


async def run(stopping: asyncio.Event) -> None:
    """Do everything due at the tables and, beside them because it may take long, each day."""
    woken, looked = asyncio.Event(), asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        beside = {
            tasks.create_task(listen(REFEREE_GROUP, woken.set)),
            tasks.create_task(sign_of_life.give_while(looked)),
        }
        watching = [
            tasks.create_task(_watch_tables(woken, looked, stopping)),
            tasks.create_task(_watch_days(stopping)),
        ]
        await stopping.wait()
        woken.set()
        # What is begun is finished: a game that is claimed and left would wait for its lease.
        await asyncio.wait(watching)
        await end(beside)


async def _watch_tables(
    woken: asyncio.Event, looked: asyncio.Event, stopping: asyncio.Event
) -> None:
    busy: set[asyncio.Task[None]] = set()
    # A thread of its own, and so a connection that stays open between two looks.
    with ThreadPoolExecutor(1, "referee") as thread:
        look_there = sync_to_async(look, thread_sensitive=False, executor=thread)
        while not stopping.is_set():
            woken.clear()
            free = GAMES_AT_ONCE - len(busy)
            codes, pause = await look_there(free)
            looked.set()
            for code in codes:
                task = asyncio.create_task(_handled(code))
                busy.add(task)
                task.add_done_callback(busy.discard)
                task.add_done_callback(lambda _: woken.set())
            await happened(woken, pause)
    if busy:
        await asyncio.wait(busy)


async def _watch_days(stopping: asyncio.Event) -> None:
    """Begin each new day, and end the days before when their time of grace is over."""
    begun: date | None = None
    ended: date | None = None
    while not stopping.is_set():
        begun = await _done(begun, daily.today, _begin_day)
        ended = await _done(ended, daily.last_closed_day, daily.end_past_days)
        await happened(stopping, DAY_POLL)


def _begin_day() -> None:
    daily.todays_challenge()
    day_begun.send(sender=None)


async def _done(
    done: date | None, which: Callable[[], date], does: Callable[[], None]
) -> date | None:
    """Run `does` for the day that `which` returns, unless it is `done`. Return the day now done."""
    try:
        # It may ask the database for the time.
        day = await database_sync_to_async(which, thread_sensitive=False)()
        if day != done:
            await database_sync_to_async(does, thread_sensitive=False)()
    except Exception:
        logger.exception("Could not begin or end a day")
        return done
    return day


async def _handled(code: str) -> None:
    work.begin()
    try:
        await database_sync_to_async(handle, thread_sensitive=False)(code)
    except Refusal:
        pass  # somebody acted in the meantime, so nothing is due any more
    except Exception:
        # One broken game must not stop the others; its lease runs out and it is tried again.
        logger.exception("Could not handle game %s", code)


_due_times = Select(
    lambda until: (
        Game.objects.filter(due_at__lte=until)
        .order_by("due_at")
        .values_list("due_at", flat=True)[:1]
    ),
    datetime,
)


def look(most: int) -> tuple[list[str], float]:
    """Claim due games up to a limit; return them with the seconds until the next look."""
    try:
        give_sign_of_life(SignOfLife.Role.REFEREE)
        codes = claim_due(most)
        if not most:
            return codes, POLL  # a game that is through wakes it
        now = clock.now()
        due_at = _due_times.first(now + REFEREE_PAUSE)
        pause = POLL if due_at is None else max(CLAIMED_PAUSE, (due_at - now).total_seconds())
        return codes, pause
    except Exception:
        logger.exception("Could not look for due games")
        connection.close()  # it may be broken; the next look opens another
        return [], POLL


def claim_due(most: int) -> list[str]:
    """Take due games up to a limit for this process, for the time of a lease."""
    now = clock.now()
    if _due_times.first(now) is None:
        return []  # looking takes no lock; SQLite has only one for all writers
    due = Game.objects.filter(due_at__lte=now).order_by("due_at")
    with transaction.atomic():
        # Of several processes each takes other games; nobody waits for a table that is played at.
        games = list(due.select_for_update(skip_locked=True).only("code")[:most])
        Game.objects.filter(pk__in=[game.pk for game in games]).update(due_at=now + LEASE)
    return [game.code for game in games]


def handle(code: str) -> None:
    """Do everything due at this table."""
    game = Game.objects.get(code=code)
    work.note(game=game.pk)
    if game.due_at is None or game.due_at > clock.now() + LEASE:
        return  # somebody acted since the claim
    if game.is_waiting:
        lobby.overdue(code, game.due_at)
    elif game.is_running:
        if game.timing is not None and end_clocks(game):
            return
        if bots_to_act(game):
            move_bots(game)
        elif not act_for_players(game):
            overdue(game)

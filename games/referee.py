"""The referee takes all actions that are due without a person.

It moves for bots and by standing orders, ends clocks, and removes absent players and old tables.
`Game.due_at` is the time of a game's next action. If the process is killed, the game stays due.
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
"""Seconds between two checks for a new day. A page that needs the new day sooner begins it."""

CLAIMED_PAUSE = 0.02
"""Minimum seconds until the next look: games that another process is claiming still look due."""

LEASE = timedelta(seconds=10)
"""How long no other process may claim a claimed game: longer than any bot thinks."""

GAMES_AT_ONCE = 8
"""Number of games handled at the same time, so that a slow bot delays no other game."""

day_begun = Signal()
"""Sent when a day (UTC) begins. Several processes may send it for the same day."""


async def run(stopping: asyncio.Event) -> None:
    """Handle due games, and begin and end days in another task, because that may take long."""
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
        # Handle the claimed games first: otherwise they would wait until their lease ends.
        await asyncio.wait(watching)
        await end(beside)


async def _watch_tables(
    woken: asyncio.Event, looked: asyncio.Event, stopping: asyncio.Event
) -> None:
    busy: set[asyncio.Task[None]] = set()
    # A thread of its own keeps the database connection open between two looks.
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
    """Begin each new day, and end past days whose tries can no longer be ranked."""
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
        # `which` may ask the database for the time.
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
        pass  # somebody acted meanwhile, so nothing is due any more
    except Exception:
        # One broken game must not stop the others. It is tried again when its lease ends.
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
            return codes, POLL  # the referee is woken when a game has been handled
        now = clock.now()
        due_at = _due_times.first(now + REFEREE_PAUSE)
        pause = POLL if due_at is None else max(CLAIMED_PAUSE, (due_at - now).total_seconds())
        return codes, pause
    except Exception:
        logger.exception("Could not look for due games")
        connection.close()  # it may be broken; the next look opens a new one
        return [], POLL


def claim_due(most: int) -> list[str]:
    """Claim up to `most` due games for this process, for the time `LEASE`; return the codes."""
    now = clock.now()
    if _due_times.first(now) is None:
        return []  # before any lock: SQLite has only one lock for all writers
    due = Game.objects.filter(due_at__lte=now).order_by("due_at")
    with transaction.atomic():
        # `skip_locked`: processes claim different games, and do not wait for games being played.
        games = list(due.select_for_update(skip_locked=True).only("code")[:most])
        Game.objects.filter(pk__in=[game.pk for game in games]).update(due_at=now + LEASE)
    return [game.code for game in games]


def handle(code: str) -> None:
    """Take the due action of a game."""
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

"""Who is looking at a table: one row for each open socket, kept fresh while its process lives."""

import asyncio
import logging
from datetime import timedelta

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import timezone

from games.models import Game, Viewer

logger = logging.getLogger(__name__)

HEARTBEAT = 60
"""Seconds between two signs of life of a process's sockets."""

STALE = timedelta(seconds=3 * HEARTBEAT)
"""Without a sign of life for this long, a socket counts as gone."""

_channels: set[str] = set()
_tasks: set[asyncio.Task[None]] = set()


async def arrive(code: str, channel: str, who: str) -> None:
    """Note that a socket has opened at this table."""
    _channels.add(channel)
    if not _tasks:
        _tasks.add(asyncio.create_task(_beat()))
    await database_sync_to_async(_add)(code, channel, who)


async def depart(channel: str) -> None:
    """Note that a socket has closed."""
    _channels.discard(channel)
    await database_sync_to_async(Viewer.objects.filter(channel=channel).delete)()


def count_spectators(game: Game) -> int:
    """Return how many different people watch this table without sitting at it."""
    seated = [user_key(pk) for pk in game.seats.values_list("user_id", flat=True) if pk]
    fresh = game.viewers.filter(seen_at__gt=timezone.now() - STALE)
    return fresh.exclude(who__in=seated).values("who").distinct().count()


def user_key(user_id: int) -> str:
    """Return the name under which a signed-in user counts, however many windows are open."""
    return f"user {user_id}"


async def _beat() -> None:
    try:
        while _channels:
            await asyncio.sleep(HEARTBEAT)
            await _refreshed()
    finally:
        _tasks.clear()


async def _refreshed() -> None:
    try:
        await database_sync_to_async(_refresh)(list(_channels))
    except DatabaseError:
        logger.exception("Could not note who watches; trying again at the next beat")


def _add(code: str, channel: str, who: str) -> None:
    Viewer.objects.create(game=Game.objects.get(code=code), channel=channel, who=who)


def _refresh(channels: list[str]) -> None:
    now = timezone.now()
    Viewer.objects.filter(channel__in=channels).update(seen_at=now)
    Viewer.objects.filter(seen_at__lt=now - STALE).delete()

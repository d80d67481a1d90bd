"""Who is looking at a table: counted by each process, and shared over Redis by several.

Nothing here lasts. A process says again and again who is at its tables, and what it said expires
by the clock of Redis: neither a killed process nor a wrong clock leaves or removes anybody.
"""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache
from typing import cast

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from redis import Redis, RedisError

from games.broadcast import THIS_PROCESS, game_group

logger = logging.getLogger(__name__)

TICK = 1.0
"""Seconds between two looks at who has come and gone."""

SAID_EVERY = 20
"""Ticks until a process says again who is at its tables."""

EXPIRES = 60
"""Seconds for which what a process said holds."""

PROCESSES = "viewers"
"""The key in Redis of the processes that have viewers, each with the time when it said so."""

here: dict[str, Counter[str]] = {}
"""By the code of a table: how many sockets each of its viewers has open in this process."""

_changed: set[str] = set()
"""The tables whose viewers have come or gone since the last tick."""

_tasks: set[asyncio.Task[None]] = set()


def user_key(user_id: int) -> str:
    """Return the name under which a signed-in user counts, however many windows are open."""
    return f"user {user_id}"


def arrive(code: str, who: str) -> None:
    """Note that a socket has opened at this table."""
    here.setdefault(code, Counter())[who] += 1
    _changed.add(code)
    if not _tasks:
        _tasks.add(asyncio.create_task(_keep_telling()))


def depart(code: str, who: str) -> None:
    """Note that a socket has closed."""
    viewers = here[code]
    viewers[who] -= 1
    if not viewers[who]:
        del viewers[who]
    if not viewers:
        del here[code]
    _changed.add(code)


def viewers_of(codes: Collection[str]) -> dict[str, set[str]]:
    """Return who looks at each of these tables, by code; seated or not, each person once."""
    if not settings.REDIS_URL:
        return {code: set(here.get(code, ())) for code in codes}
    try:
        return _said_by_all(codes)
    except RedisError:
        return {code: set() for code in codes}  # no page depends on it


def viewers_everywhere() -> dict[str, set[str]]:
    """Return who looks at which table, by the codes of all tables that anybody looks at."""
    if not settings.REDIS_URL:
        return viewers_of(list(here))
    try:
        return _said_by_all(_tables_of_all())
    except RedisError:
        return {}


def anybody_looks(code: str, users: Iterable[int | None]) -> bool:
    """Return whether one of these users, by number, looks at a table; True if nobody knows."""
    keys = {user_key(user_id) for user_id in users if user_id is not None}
    if not settings.REDIS_URL:
        return not keys.isdisjoint(here.get(code, ()))
    try:
        return not keys.isdisjoint(_said_by_all([code])[code])
    except RedisError:
        return True


def count_spectators(code: str, seated: Iterable[int | None]) -> int:
    """Return how many different people watch this table, but those who sit there, by number."""
    return len(not_seated(viewers_of([code])[code], seated))


def not_seated(viewers: set[str], seated: Iterable[int | None]) -> set[str]:
    """Return the viewers but those who sit at the table, by number."""
    return viewers - {user_key(user_id) for user_id in seated if user_id is not None}


async def _keep_telling() -> None:
    """Tell others what has changed, once a second at most, while anybody is here."""
    ticks = 0
    try:
        while here or _changed:
            await asyncio.sleep(TICK)
            ticks += 1
            changed = _changed.copy()
            _changed.clear()
            try:
                await _tell(changed, all_again=ticks % SAID_EVERY == 0)
            except Exception:
                logger.warning("Could not tell who is watching", exc_info=True)
    finally:
        _tasks.clear()


async def _tell(changed: set[str], *, all_again: bool) -> None:
    said = changed | here.keys() if all_again else changed
    if said and settings.REDIS_URL:
        viewers = {code: list(here.get(code, ())) for code in said}
        await sync_to_async(say, thread_sensitive=False)(viewers)
    layer = get_channel_layer()
    if layer is not None:
        for code in changed:
            message = {"type": "viewers.changed", "stamp": secrets.token_hex(8)}
            await layer.group_send(game_group(code), message)


def say(viewers: dict[str, list[str]]) -> None:
    """Write to Redis who is at these tables of this process."""
    redis = _redis()
    now, _ = redis.time()
    pipeline = redis.pipeline()
    pipeline.zremrangebyscore(PROCESSES, "-inf", now - EXPIRES)
    pipeline.zadd(PROCESSES, {THIS_PROCESS: now})
    tables = _tables_key(THIS_PROCESS)
    for code, present in viewers.items():
        key = _key(code, THIS_PROCESS)
        pipeline.delete(key)
        if present:
            pipeline.sadd(key, *present)
            pipeline.expire(key, EXPIRES)
            pipeline.sadd(tables, code)
        else:
            pipeline.srem(tables, code)
    pipeline.expire(tables, EXPIRES)
    pipeline.execute()


def _processes() -> list[str]:
    names = cast("list[bytes]", _redis().zrange(PROCESSES, 0, -1))
    return [name.decode() for name in names] or [THIS_PROCESS]


def _tables_of_all() -> set[str]:
    """Return the codes of tables that somebody looked at not long ago; mostly still does."""
    codes = cast("set[bytes]", _redis().sunion([_tables_key(each) for each in _processes()]))
    return {code.decode() for code in codes}


def _said_by_all(codes: Collection[str]) -> dict[str, set[str]]:
    processes = _processes()
    pipeline = _redis().pipeline(transaction=False)
    for code in codes:
        pipeline.sunion([_key(code, process) for process in processes])
    found = pipeline.execute()
    return {
        code: {who.decode() for who in viewers} for code, viewers in zip(codes, found, strict=True)
    }


def _tables_key(process: str) -> str:
    return f"{PROCESSES} at:{process}"


def _key(code: str, process: str) -> str:
    return f"{PROCESSES}:{code}:{process}"


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)

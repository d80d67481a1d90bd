"""Which viewers look at a table, and when they last did. Processes share it over Redis.

Nothing is stored for good. A process repeatedly writes the viewers of its tables under keys that
Redis lets expire by its own clock: so killed processes and wrong clocks do no harm.
"""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, cast

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings

from games.broadcast import THIS_PROCESS, game_group
from operations import clock

if TYPE_CHECKING:
    from redis import Redis

logger = logging.getLogger(__name__)

TICK = 1.0
"""Seconds between two checks for viewers who came or left."""

SAID_EVERY = 5
"""Ticks after which a process writes again who is at its tables."""

EXPIRES = 20
"""Seconds until the keys of a process expire."""

GONE = timedelta(seconds=60)
"""How long players may be away, while a page loads or a phone sleeps, until they count as gone."""

REMEMBERED = timedelta(days=1)
"""How long the times of last looks are stored."""

PROCESSES = "viewers"
"""The key in Redis of the processes with viewers, each with the time when it last wrote."""

SINCE = "viewers since"
"""The key in Redis of a time: since then, at every moment, some process has had viewers."""

IN_SIGHT = ".in-sight"
"""Suffix to a table's code: together they name a place with only the viewers who see the table."""

here: dict[str, Counter[str]] = {}
"""By place (a table's code, or this with `IN_SIGHT`): sockets of each viewer in this process."""

_changed: set[str] = set()
"""Places whose viewers have come or left since the last tick."""

_departed: dict[str, set[str]] = {}
"""By place: viewers whose last socket in this process has closed since the last tick."""

_seen: dict[str, dict[str, datetime]] = {}
"""By place: when each viewer was last seen there. Used only without Redis."""

_glances: dict[tuple[str, str], float] = {}
"""By place and viewer: the monotonic time when the viewer last had the table in sight."""

_watching: dict[str, datetime] = {}
"""Used only without Redis: the time of `SINCE`; empty `EXPIRES` after the last viewer left."""

_tasks: set[asyncio.Task[None]] = set()


def user_key(user_id: int) -> str:
    """Return the name of a signed-in user among viewers, the same for all their windows."""
    return f"user {user_id}"


def arrive(code: str, who: str) -> None:
    """Note that a socket of a viewer has opened at this table."""
    here.setdefault(code, Counter())[who] += 1
    _changed.add(code)
    if not _tasks:
        _tasks.add(asyncio.create_task(_keep_notifying()))


def depart(code: str, who: str) -> None:
    viewers = here[code]
    viewers[who] -= 1
    if not viewers[who]:
        del viewers[who]
        _departed.setdefault(code, set()).add(who)
    if not viewers:
        del here[code]
    _changed.add(code)


def viewers_of(codes: Collection[str]) -> dict[str, set[str]]:
    """Return the viewers of each of these tables, seated or not, by code."""
    try:
        return _said_by_all(codes)
    except _redis_error():
        return {code: set() for code in codes}  # pages work without the viewers


def viewers_everywhere() -> dict[str, set[str]]:
    """Return the viewers of all tables with viewers, by code."""
    try:
        return _said_by_all([code for code in _tables_of_all() if not code.endswith(IN_SIGHT)])
    except _redis_error():
        return {}


def anybody_looks(code: str, users: Iterable[int | None]) -> bool:
    """Return whether one of these users (ids) looks at a table; True if Redis does not answer."""
    keys = {user_key(user_id) for user_id in users if user_id is not None}
    try:
        return not keys.isdisjoint(_said_by_all([code])[code])
    except _redis_error():
        return True


def see(code: str, user_id: int) -> None:
    """Note that a user loads the page of a table or sits down there, even without a socket."""
    key, places = user_key(user_id), (code, code + IN_SIGHT)
    if _tasks and key not in here.get(code, ()):
        _changed.add(code)  # else open pages would go on showing the user as away
    if not settings.REDIS_URL:
        for place in places:
            _seen.setdefault(place, {})[key] = clock.now()
        return
    with suppress(_redis_error()):
        now = _time()
        for place in places:
            _redis().zadd(_seen_key(place), {key: now})
            _redis().expire(_seen_key(place), REMEMBERED)


def has_seen(code: str, user_id: int, since: datetime) -> bool | None:
    """Return whether a user has had a table in sight since a moment; None if not sure yet."""
    # The player of a hidden page is at the table, but does not have it in sight. A page that sleeps
    # or is offline is in sight until its last heartbeat; heartbeats come every 15 seconds.
    place, key = code + IN_SIGHT, user_key(user_id)
    try:
        _, seen = _seen_by_all(place, clock.now())
        present = key in _said_by_all([place])[place]
    except _redis_error():
        return False  # better a needless notice than none
    if key in seen and seen[key] >= since:
        return True
    return None if present or key in _departed.get(place, ()) else False


def glance(place: str, who: str) -> None:
    """Note that a viewer has a table in sight now. place: its code with `IN_SIGHT`."""
    _glances[place, who] = monotonic()


def last_seen(code: str, users: Iterable[int | None]) -> dict[int, datetime | None]:
    """Return when each of these users last looked at a table; None if they may be looking now."""
    keys = {user_id: user_key(user_id) for user_id in users if user_id is not None}
    try:
        since, seen = _seen_by_all(code, clock.now())
        present = _said_by_all([code])[code]
    except _redis_error():
        return dict.fromkeys(keys)
    # No absence counts before `SINCE`, as the site may have been down.
    return {
        user_id: None if key in present else max(since, seen.get(key, since))
        for user_id, key in keys.items()
    }


def count_spectators(code: str, seated: Iterable[int | None]) -> int:
    """Return the number of different people who watch this table without a seat."""
    return len(not_seated(viewers_of([code])[code], seated))


def not_seated(viewers: set[str], seated: Iterable[int | None]) -> set[str]:
    """Return the viewers without a seat. seated: the user ids at the seats; None for no user."""
    return viewers - {user_key(user_id) for user_id in seated if user_id is not None}


async def _keep_notifying() -> None:
    """Notify processes and pages of changes, at most once a second, while there are viewers."""
    ticks, living, last = 0, frozenset[str](), monotonic()
    try:
        # The only viewer may reload a page and so leave for a moment. Therefore the loop goes on
        # for a while after the last viewer left.
        while here or _changed or monotonic() - last < EXPIRES:
            await asyncio.sleep(TICK)
            ticks += 1
            if here:
                last = monotonic()
            changed = _changed.copy()
            _changed.clear()
            try:
                again = ticks % SAID_EVERY == 0
                if changed or again:
                    before, living = living, await _say(changed | here.keys() if again else changed)
                    if before - living:
                        changed |= here.keys()  # the viewers of a killed process are gone, too
                    await _notify(changed)
            except Exception:
                logger.warning("Could not tell who is watching", exc_info=True)
    finally:
        _tasks.clear()
        _watching.clear()


async def _say(codes: set[str]) -> frozenset[str]:
    """Write who is at these tables and who has just left; return the names of live processes."""
    departed = _departed.copy()
    _departed.clear()
    viewers = {code: list(here.get(code, ())) for code in codes}
    write = say if settings.REDIS_URL else _remember
    living = await database_sync_to_async(write, thread_sensitive=False)(viewers, departed)
    for place, who in list(_glances):
        if who not in here.get(place, ()):
            del _glances[place, who]
    return living


async def _notify(changed: set[str]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        for code in changed:
            if code.endswith(IN_SIGHT):
                continue  # pages do not show who has a table in sight
            message = {"type": "viewers.changed", "stamp": secrets.token_hex(8)}
            await layer.group_send(game_group(code), message)


def say(
    viewers: Mapping[str, Collection[str]], departed: Mapping[str, Collection[str]] | None = None
) -> frozenset[str]:
    """Write to Redis who is at these tables or has just left; return the live processes."""
    redis = _redis()
    now = _time()
    pipeline = redis.pipeline()
    pipeline.zremrangebyscore(PROCESSES, "-inf", now - EXPIRES)
    pipeline.zadd(PROCESSES, {THIS_PROCESS: now})
    # `SINCE` is set only if it is missing. It expires when no process has written for `EXPIRES`.
    pipeline.set(SINCE, now, nx=True)
    pipeline.expire(SINCE, EXPIRES)
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
    for code, seen in _together(viewers, departed or {}).items():
        times = {who: now - _seconds_since(code, who) for who in seen}
        # `gt`: another process may have seen a viewer later.
        pipeline.zadd(_seen_key(code), times, gt=True)
        pipeline.expire(_seen_key(code), REMEMBERED)
    pipeline.expire(tables, EXPIRES)
    pipeline.zrange(PROCESSES, 0, -1)
    return frozenset(name.decode() for name in pipeline.execute()[-1])


def _remember(
    viewers: Mapping[str, Collection[str]], departed: Mapping[str, Collection[str]]
) -> frozenset[str]:
    """Do the same as `say` in memory: without Redis there is no other process."""
    now = clock.now()
    _watching.setdefault(SINCE, now)
    for code, seen in _together(viewers, departed).items():
        known = _seen.setdefault(code, {})
        for who in seen:
            at = now - timedelta(seconds=_seconds_since(code, who))
            known[who] = max(at, known.get(who, at))
    for code in [code for code, seen in _seen.items() if max(seen.values()) < now - REMEMBERED]:
        del _seen[code]
    return frozenset()


def _seconds_since(place: str, who: str) -> float:
    """Return the seconds since a viewer had a table in sight; 0 for places without `IN_SIGHT`."""
    glanced_at = _glances.get((place, who))
    return 0 if glanced_at is None else max(0, monotonic() - glanced_at)


def _together(
    viewers: Mapping[str, Collection[str]], departed: Mapping[str, Collection[str]]
) -> dict[str, set[str]]:
    """Return the present and departed viewers of each table, without tables that had none."""
    codes = viewers.keys() | departed.keys()
    seen = {code: {*viewers.get(code, ()), *departed.get(code, ())} for code in codes}
    return {code: found for code, found in seen.items() if found}


def _seen_by_all(code: str, now: datetime) -> tuple[datetime, dict[str, datetime]]:
    """Return the time of `SINCE`, and when each viewer was last seen at this table."""
    if not settings.REDIS_URL:
        return _watching.get(SINCE, now), _seen.get(code, {})
    redis = _redis()
    said_at = _time()

    # Scores are times by the clock of Redis, which may differ from ours: only differences count.
    def moment(score: float) -> datetime:
        return now - timedelta(seconds=said_at - score)

    since = cast("bytes | None", redis.get(SINCE))
    seen = cast("list[tuple[bytes, float]]", redis.zrange(_seen_key(code), 0, -1, withscores=True))
    found = {who.decode(): moment(score) for who, score in seen}
    return now if since is None else moment(float(since)), found


def _processes() -> list[str]:
    names = cast("list[bytes]", _redis().zrange(PROCESSES, 0, -1))
    return [name.decode() for name in names] or [THIS_PROCESS]


def _tables_of_all() -> set[str]:
    """Return the places with viewers, now or within the last seconds."""
    if not settings.REDIS_URL:
        return {*here}
    codes = cast("set[bytes]", _redis().sunion([_tables_key(each) for each in _processes()]))
    return {code.decode() for code in codes}


def _said_by_all(codes: Collection[str]) -> dict[str, set[str]]:
    if not settings.REDIS_URL:
        return {code: set(here.get(code, ())) for code in codes}
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


def _seen_key(code: str) -> str:
    return f"{PROCESSES} seen:{code}"


def _key(code: str, process: str) -> str:
    return f"{PROCESSES}:{code}:{process}"


def _time() -> float:
    # All processes share the clock of Redis.
    seconds, microseconds = _redis().time()
    return seconds + microseconds / 1_000_000


def _redis_error() -> type[Exception]:
    """Return the base class of Redis's errors. Only called after an error."""
    # The client library is large, so it is imported only if Redis is used.
    from redis import RedisError  # noqa: PLC0415

    return RedisError


@cache
def _redis() -> "Redis":
    from redis import Redis  # noqa: PLC0415 - only if it is used

    return Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)

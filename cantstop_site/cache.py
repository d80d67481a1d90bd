"""The cache in Redis, without which the site goes on: it forgives, and never makes anybody wait."""

import logging
import time
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

logger = logging.getLogger(__name__)

SECONDS = 1.0
"""How long an answer of Redis may take."""

PAUSE = 1.0
"""Seconds in which Redis is left alone after it did not answer."""


class SharedPool(redis.ConnectionPool):
    """The connections of a process.

    Django makes a cache for each request, and one of its own for each cache.
    """

    @classmethod
    @cache
    def from_url(cls, url: str, **options: Any) -> "SharedPool":
        """Return the one pool of this address."""
        return super().from_url(url, **options)


def _or_in_memory(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Have an operation of the cache done in this process's memory while Redis is gone."""

    @wraps(operation)
    def run(self: "ForgivingCache", *args: Any, **options: Any) -> Any:
        here, now = ForgivingCache, time.monotonic()
        if now >= here.gone_until:
            if here.gone_until:
                here.gone_until = now + PAUSE  # one asks whether it is back; others need not wait
            try:
                result = operation(self, *args, **options)
                while here.unsure:
                    cache, key = here.unsure.pop()
                    RedisCache.delete(cache, key)
            except redis.RedisError:
                here.gone_until = time.monotonic() + PAUSE
                if operation is RedisCache.add:
                    here.unsure.append((self, args[0]))
                logger.warning("The cache is gone; using this process's memory", exc_info=True)
            else:
                here.gone_until = 0.0
                return result
        return getattr(self.memory, operation.__name__)(*args, **options)

    return run


class ForgivingCache(RedisCache):
    """Keeps in Redis what all processes share, and in each one's memory while Redis is gone.

    So limits still count then, in each process for itself. OPTIONS are those of the memory.
    """

    gone_until = 0.0
    """Until when Redis is not asked: 0 while it answers."""

    unsure: list[tuple["ForgivingCache", str]] = []
    """What was to be added when no answer came. A Redis that stood still adds it afterwards: for
    ten seconds that would be a lock which nobody holds, and all limits by it would be exceeded."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        self.memory = LocMemCache(params.get("KEY_PREFIX", ""), params)
        waits = {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS}
        super().__init__(server, params | {"OPTIONS": {"pool_class": SharedPool} | waits})

    add = _or_in_memory(RedisCache.add)
    get = _or_in_memory(RedisCache.get)
    set = _or_in_memory(RedisCache.set)
    touch = _or_in_memory(RedisCache.touch)
    delete = _or_in_memory(RedisCache.delete)
    get_many = _or_in_memory(RedisCache.get_many)
    has_key = _or_in_memory(RedisCache.has_key)
    incr = _or_in_memory(RedisCache.incr)
    set_many = _or_in_memory(RedisCache.set_many)
    delete_many = _or_in_memory(RedisCache.delete_many)
    clear = _or_in_memory(RedisCache.clear)

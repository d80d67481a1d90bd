"""The cache in Redis. If Redis is gone, the site works without it and never waits long for it."""

import logging
import time
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

logger = logging.getLogger(__name__)

SECONDS = 1.0  # the longest wait for an answer of Redis
PAUSE = 1.0  # seconds before the next try after Redis did not answer


class SharedPool(redis.ConnectionPool):
    """One pool of connections per process: Django makes a cache, with its own pool, per request."""

    @classmethod
    @cache
    def from_url(cls, url: str, **options: Any) -> "SharedPool":
        return super().from_url(url, **options)


def _or_in_memory(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Make an operation of the cache use this process's memory while Redis is gone."""

    @wraps(operation)
    def run(self: "ForgivingCache", *args: Any, **options: Any) -> Any:
        here, now = ForgivingCache, time.monotonic()
        if now >= here.gone_until:
            if here.gone_until:
                here.gone_until = now + PAUSE  # one request tries Redis; the others need not wait
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
    """A cache in Redis, and in each process's memory while Redis is gone.

    So rate limits still work during an outage, for each process by itself. OPTIONS apply to the
    memory only.
    """

    # Attributes of the class, because Django makes a cache object for each request.
    gone_until = 0.0  # when to ask Redis again, by `monotonic`; 0 while it answers
    # Keys to delete, because their `add` got no answer. If Redis only stood still, it adds them
    # later: locks without a holder, which would make rate limits refuse everything for ten seconds.
    unsure: list[tuple["ForgivingCache", str]] = []

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

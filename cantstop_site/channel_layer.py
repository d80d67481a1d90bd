"""The channel layers: in Redis, for which nothing waits long, and in memory, for many sockets."""

import asyncio
import time
from typing import Any

from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.exceptions import TimeoutError as RedisTimeoutError

SECONDS = 2
ASKS_REDIS = {"new_channel", "send", "group_add", "group_discard", "group_send"}

BETWEEN_CLEANINGS = 5
"""Seconds until the layer in memory looks again for messages that nobody has taken."""


class ChannelLayer(RedisPubSubChannelLayer):
    """Gives up what Redis does not do within two seconds.

    The library's own lets one ask after the other, so that each waits for all before it.
    """

    def __getattr__(self, name: str) -> Any:
        method = super().__getattr__(name)
        if name not in ASKS_REDIS:
            return method

        async def in_time(*args: Any) -> Any:
            try:
                async with asyncio.timeout(SECONDS):
                    return await method(*args)
            except TimeoutError as error:
                raise RedisTimeoutError("The channel layer does not answer") from error

        return in_time


class ChannelLayerInMemory(InMemoryChannelLayer):
    """Looks only now and then for messages that are too old.

    The library's own looks at all channels and groups for each message that is sent or awaited:
    with thousands of sockets that takes longer than everything else.
    """

    _clean_from = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self._clean_from:
            self._clean_from = now + BETWEEN_CLEANINGS
            super()._clean_expired()  # type: ignore[misc]

"""The channel layer in Redis, for which nothing waits long."""

import asyncio
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.exceptions import TimeoutError as RedisTimeoutError

SECONDS = 2
ASKS_REDIS = {"new_channel", "send", "group_add", "group_discard", "group_send"}


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

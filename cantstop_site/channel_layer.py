"""The channel layers: in Redis, for which nothing waits long, and in memory, for many sockets."""

import asyncio
import logging
import time
from typing import Any

from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection
from redis.exceptions import TimeoutError as RedisTimeoutError

logger = logging.getLogger(__name__)

SECONDS = 2
ASKS_REDIS = {"new_channel", "send", "group_add", "group_discard", "group_send"}

WAIT = 5
"""Seconds for which a message is awaited before the connection is looked at again."""

AGAIN = 1
"""Seconds until messages are awaited again after that has failed."""

BETWEEN_CLEANINGS = 5
"""Seconds until the layer in memory looks again for messages that nobody has taken."""


class ChannelLayer(RedisPubSubChannelLayer):
    """Gives up what Redis does not do within two seconds.

    The library's own lets one ask after the other, so that each waits for all before it.
    """

    def _get_layer(self) -> Any:
        is_new = asyncio.get_running_loop() not in self._layers
        layer = super()._get_layer()
        if is_new:
            layer._shards = [PatientConnection(shard.host, layer) for shard in layer._shards]
        return layer

    def __getattr__(self, name: str) -> Any:
        method = super().__getattr__(name)
        if name not in ASKS_REDIS:
            return method

        async def in_time(*args: Any) -> Any:
            # Not `asyncio.timeout`, which waits until a cancel is heard: the client asks with
            # `wait_for`, and that of Python 3.11 may miss one.
            asking = asyncio.ensure_future(method(*args))
            try:
                done, _ = await asyncio.wait([asking], timeout=SECONDS)
            finally:
                asking.cancel()
            if not done:
                raise RedisTimeoutError("The channel layer does not answer")
            return asking.result()

        return in_time


class PatientConnection(RedisSingleShardConnection):
    """Waits for what Redis has to say. The library's own asks ten times a second."""

    async def _do_receiving(self) -> None:
        while True:
            try:
                if self._pubsub.subscribed:
                    message = await self._pubsub.get_message(
                        ignore_subscribe_messages=True, timeout=WAIT
                    )
                    self._receive_message(message)
                else:  # nobody is listening, which does not last
                    await asyncio.sleep(0.1)
            except Exception:
                logger.exception("Could not hear what Redis has to say")
                await asyncio.sleep(AGAIN)


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

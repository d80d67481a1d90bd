"""The channel layer in Redis, for which nothing waits long."""

import asyncio
import logging
import time
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection
from channels_redis.utils import create_pool
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import TimeoutError as RedisTimeoutError

logger = logging.getLogger(__name__)

SECONDS = 2
ASKS_REDIS = {"new_channel", "send", "group_add", "group_discard", "group_send"}

WAIT = 5
"""Seconds for which a message is awaited before the connection is looked at again."""

RECONNECT_PAUSE = 1
"""Seconds between two connections on which messages are awaited."""

NEVER = Retry(NoBackoff(), 0, supported_errors=())
"""For connections that stay lost until somebody connects on purpose."""


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
    """Waits for what Redis has to say, and hears all of it again after an outage.

    The library's own asks ten times a second. And there everybody who finds the connection lost
    connects again, several at the same time, which can lose what one of them subscribes to. Here
    only the holder of the lock connects, and a connection that was lost is never used again.
    """

    _pubsub: Any

    async def subscribe(self, channel: str) -> None:
        async with self._lock:
            if channel not in self._subscribed_to:
                pubsub = await self._connected()
                await pubsub.subscribe(channel)
                self._subscribed_to.add(channel)

    async def unsubscribe(self, channel: str) -> None:
        async with self._lock:
            if channel in self._subscribed_to:
                self._subscribed_to.remove(channel)
                if _is_connected(self._pubsub):
                    await self._pubsub.unsubscribe(channel)

    async def _connected(self) -> Any:
        """Return a connection that hears all it should. The caller holds the lock."""
        self._ensure_redis()
        if not _is_connected(self._pubsub):
            pool = create_pool(self.host | {"retry": NEVER})
            pubsub: Any = Redis(connection_pool=pool).pubsub()
            try:
                await pubsub.connect()
                if self._subscribed_to:
                    await pubsub.subscribe(*self._subscribed_to)
            except BaseException:
                await pubsub.aclose()
                raise
            self._pubsub = pubsub
        self._ensure_receiver()
        return self._pubsub

    async def _do_receiving(self) -> None:
        while True:
            begun = time.monotonic()
            try:
                await self._receive_while_connected()
            except Exception:
                logger.exception("Could not hear what Redis has to say")
            await asyncio.sleep(begun + RECONNECT_PAUSE - time.monotonic())

    async def _receive_while_connected(self) -> None:
        async with self._lock:
            pubsub = await self._connected()
        try:
            while _is_connected(pubsub):
                message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=WAIT)
                self._receive_message(message)
        except Exception:
            async with self._lock:
                await pubsub.aclose()
            raise

    async def flush(self) -> None:
        pubsub = self._pubsub
        await super().flush()
        if pubsub is not None:
            await pubsub.aclose()


def _is_connected(pubsub: Any) -> bool:
    return pubsub.connection is not None and bool(pubsub.connection.is_connected)

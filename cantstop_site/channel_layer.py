"""The channel layer in Redis, which never waits long."""

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

SECONDS = 2  # the longest time for a call of the layer
ASKS_REDIS = {"new_channel", "send", "group_add", "group_discard", "group_send"}
WAIT = 5  # seconds without a message after which the connection is checked
RECONNECT_PAUSE = 1  # seconds, at least, between two connects of the receiver
NEVER = Retry(NoBackoff(), 0, supported_errors=())  # the client must not reconnect by itself


class ChannelLayer(RedisPubSubChannelLayer):
    """Gives up each call after two seconds.

    In the library's own layer each call waits for all earlier calls, however long they take.
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
            # Not `asyncio.timeout`, which waits until the task is cancelled: the client uses
            # `wait_for`, which may miss a cancellation in Python 3.11.
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
    """Waits for messages of Redis, and subscribes to all groups again after an outage.

    The library's own connection polls ten times a second. After an outage several of its tasks may
    connect at the same time, which can lose subscriptions. Here only the holder of the lock
    connects, and a lost connection is never used again.
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
        """Return a connection with all subscriptions. The caller holds the lock."""
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

"""Detects that the channel layer is gone, or the page behind a socket.

Without a channel layer, a table just looks quiet. So a process with sockets sends itself a message
every second. While no message comes back, pages poll. Once messages arrive again, the sockets close
and pages open new ones: messages that sign out or suspend a user may have been lost meanwhile.

A phone that lost its network or put the page to sleep leaves an open socket here. So pages send
beats (games/static/games/socket.js), and a socket without beats is closed: its user must not count
as looking at a table.
"""

import asyncio
import logging
from time import monotonic
from typing import Any, Protocol

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

PERIOD = 1.0
PATIENCE = 1.5  # seconds until the message that the process sent itself must arrive

# The layer counts as gone after this many missed messages in a row; a busy process may be late
# once. A lost connection counts as this many, because unknown other messages were lost with it.
LOST_AFTER = 2

# Seconds without a beat after which a socket is closed. Pages beat every 15 seconds, but browsers
# run the timers of hidden pages only once a minute, and people let hidden pages wait for a turn.
SILENCE = 90.0

HELD_UP = 10.0  # seconds between two checks after which this process itself must have stalled
BETWEEN_CLOSINGS = 0.01  # seconds between two sockets, so that pages don't all reconnect at once


class Socket(Protocol):
    # Time of the last beat, by the monotonic clock; None before the first. Old pages and other
    # programs send no beats: daphne's pings detect their lost connections.
    beat_at: float | None

    async def cut_off(self) -> None:
        """Have the page poll."""

    async def reopen(self) -> None:
        """Close, and have the page open another socket."""


class Heartbeat:
    def __init__(self) -> None:
        self._sockets: set[Socket] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._missed = 0
        self._looked_at = 0.0

    @property
    def is_lost(self) -> bool:
        """Whether messages to sockets do not arrive."""
        return self._missed >= LOST_AFTER

    def add(self, socket: Socket) -> None:
        self._sockets.add(socket)
        if not self._tasks:
            self._tasks.add(asyncio.create_task(self._run()))

    def discard(self, socket: Socket) -> None:
        self._sockets.discard(socket)

    async def _run(self) -> None:
        layer: Any = get_channel_layer()
        heard = asyncio.Event()
        listener: asyncio.Task[None] | None = None
        try:
            while True:
                heard.clear()
                try:
                    if listener is None:
                        channel = await layer.new_channel()
                        listener = asyncio.create_task(_listen(layer, channel, heard))
                    await layer.send(channel, {"type": "heartbeat"})
                    async with asyncio.timeout(PATIENCE):
                        await heard.wait()
                except TimeoutError:
                    await self._miss(1)
                except Exception as error:
                    await self._miss(_missed_by(error))
                else:
                    await self._hear()
                await self.close_silent()
                await asyncio.sleep(PERIOD)
        finally:
            self._tasks.clear()
            self._missed = 0
            if listener:
                listener.cancel()

    async def _miss(self, beats: int) -> None:
        was_lost = self.is_lost
        self._missed += beats
        if self.is_lost and not was_lost:
            logger.exception("The channel layer is gone; pages ask by themselves")
            for socket in list(self._sockets):
                await socket.cut_off()

    async def _hear(self) -> None:
        was_lost, self._missed = self.is_lost, 0
        if was_lost:
            logger.warning("The channel layer is back; pages open their sockets anew")
            for socket in list(self._sockets):
                await socket.reopen()
                await asyncio.sleep(BETWEEN_CLOSINGS)

    async def close_silent(self) -> None:
        """Close sockets without a beat for SILENCE. Called every PERIOD."""
        now = monotonic()
        late, self._looked_at = now - self._looked_at > HELD_UP, now
        for socket in list(self._sockets):
            if socket.beat_at is None:
                continue
            if late:
                socket.beat_at = now  # beats that arrived during the stall may still be unread
            elif now - socket.beat_at > SILENCE:
                self._sockets.discard(socket)
                await socket.reopen()


def _missed_by(error: Exception) -> int:
    """Return how many missed messages an error of Redis counts as; raise any other error."""
    # redis is a large import, and not needed with a channel layer in memory.
    from redis.exceptions import ConnectionError, RedisError  # noqa: PLC0415

    if not isinstance(error, RedisError):
        raise error
    return LOST_AFTER if isinstance(error, ConnectionError) else 1


async def _listen(layer: Any, channel: str, heard: asyncio.Event) -> None:
    while True:
        await layer.receive(channel)
        heard.set()


heartbeat = Heartbeat()

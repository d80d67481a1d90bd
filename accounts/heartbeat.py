"""What open sockets do while the channel layer is gone, and when one's page is.

A socket that hears nothing looks like a quiet table. So a process with sockets sends itself a
message every second. When none comes back, the pages are told to ask by themselves. When one does
again, the sockets close and the pages open others: who was signed out or suspended meanwhile
was not told.

A phone without a network, or whose browser has put a page to sleep, leaves a socket that stays open
here. So pages say now and then that they are there (games/static/games/socket.js), and a socket
from which nothing came for long is closed: who is not there must not count as looking at a table.
"""

import asyncio
import logging
from time import monotonic
from typing import Any, Protocol

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

PERIOD = 1.0
PATIENCE = 1.5
"""Seconds until a message to oneself must be back."""

MISSED = 2
"""So many in a row mean that the layer is gone: a busy process may be late once.

One that the layer refuses means it at once. Others were lost with it, and nobody says which.
"""

SILENCE = 90.0
"""Seconds without a beat after which a socket is closed.

Pages beat every 15 seconds; but browsers run the timers of hidden pages only once a minute, and
somebody may wait there to hear that it is their turn.
"""

HELD_UP = 10.0
"""Seconds after which a process that should have looked has heard nobody: it stood still itself."""

CLOSED_EVERY = 0.01
"""Seconds between two sockets that close, so that their pages do not come all at once."""


class Socket(Protocol):
    beat_at: float | None
    """When its page last beat, by the monotonic clock.

    None before the first beat: pages of an older version and other programs have none.
    What has no connection left then, daphne notices by its pings.
    """

    async def cut_off(self) -> None:
        """Tell the page that it hears nothing new."""

    async def reopen(self) -> None:
        """Close, and have the page open another socket."""


class Heartbeat:
    """Says of this process whether messages to its sockets arrive."""

    def __init__(self) -> None:
        self._sockets: set[Socket] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._missed = 0
        self._looked_at = 0.0

    @property
    def is_lost(self) -> bool:
        """Whether messages to sockets are known not to arrive."""
        return self._missed >= MISSED

    def add(self, socket: Socket) -> None:
        """Have a socket do what an outage asks for."""
        self._sockets.add(socket)
        if not self._tasks:
            self._tasks.add(asyncio.create_task(self._run()))

    def discard(self, socket: Socket) -> None:
        """Forget a socket."""
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
                await asyncio.sleep(CLOSED_EVERY)

    async def close_silent(self) -> None:
        """Close the sockets whose pages have not beaten for SILENCE; called every PERIOD."""
        now = monotonic()
        late, self._looked_at = now - self._looked_at > HELD_UP, now
        for socket in list(self._sockets):
            if socket.beat_at is None:
                continue
            if late:
                socket.beat_at = now
            elif now - socket.beat_at > SILENCE:
                self._sockets.discard(socket)
                await socket.reopen()


def _missed_by(error: Exception) -> int:
    """Return how many beats an error of the layer stands for; raise any other."""
    # Large, and a site that keeps its channel layer in memory does without.
    from redis.exceptions import ConnectionError, RedisError  # noqa: PLC0415

    if not isinstance(error, RedisError):
        raise error
    return MISSED if isinstance(error, ConnectionError) else 1


async def _listen(layer: Any, channel: str, heard: asyncio.Event) -> None:
    while True:
        await layer.receive(channel)
        heard.set()


heartbeat = Heartbeat()

"""Loops that look for work now and then, and at once when a process says that there is some."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

LISTEN_AGAIN_AFTER = 1.0
"""Seconds until the channel layer is tried again that could not be listened to."""


async def listen(group: str, wake: Callable[[], None]) -> None:
    """Call `wake` when a group is listened to and for each message to it, until cancelled."""
    layer = get_channel_layer()
    while layer is not None:
        try:
            channel = await layer.new_channel()
            await layer.group_add(group, channel)
            wake()  # for what was told before anybody listened
            while True:
                await layer.receive(channel)
                wake()
        except Exception:
            logger.exception("Could not listen to %s", group)
            await asyncio.sleep(LISTEN_AGAIN_AFTER)


async def happened(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, but no longer than this."""
    # Not wait_for: Python 3.11 loses a cancellation there that comes with the event.
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks, and wait until they have ended."""
    left = set(tasks)
    while left:
        # Again and again: redis-py loses a cancellation that comes while it connects.
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.1)

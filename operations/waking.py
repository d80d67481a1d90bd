"""Helpers for loops that look for work regularly, and at once if a process announces work."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

LISTEN_AGAIN_AFTER = 1.0  # seconds after an error of the channel layer


async def listen(group: str, wake: Callable[[], None]) -> None:
    """Call `wake` for each message to a group, until cancelled."""
    layer = get_channel_layer()
    while layer is not None:
        try:
            channel = await layer.new_channel()
            await layer.group_add(group, channel)
            wake()  # for messages sent before `group_add`
            while True:
                await layer.receive(channel)
                wake()
        except Exception:
            logger.exception("Could not listen to %s", group)
            await asyncio.sleep(LISTEN_AGAIN_AFTER)


async def happened(event: asyncio.Event, seconds: float) -> None:
    # Not wait_for: in Python 3.11 it loses a cancellation that comes together with the event.
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    left = set(tasks)
    while left:
        # Cancel repeatedly: redis-py loses a cancellation that comes while it connects.
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.1)

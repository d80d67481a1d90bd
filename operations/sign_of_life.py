"""A sign of life of the referee, which may be another process than the one that is asked.

It is a key in the cache that expires: in Redis where there are several processes, else in this
one's memory. So no clock of one process is compared with that of another.
"""

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.core.cache import cache

logger = logging.getLogger(__name__)

KEY = "referee.alive"
SIGN_EVERY = 10
"""Seconds between two signs."""

GONE_AFTER = 35
"""Seconds without a sign after which the referee counts as gone."""


async def give_while(worked: asyncio.Event) -> None:
    """Give a sign now and then for as long as somebody goes on setting `worked`."""
    give = sync_to_async(cache.set, thread_sensitive=False)
    while True:
        worked.clear()
        await worked.wait()
        try:
            await give(KEY, True, GONE_AFTER)
        except Exception:
            logger.exception("Could not give a sign of life")
        await asyncio.sleep(SIGN_EVERY)


def is_alive() -> bool:
    """Return whether there was a sign of life lately."""
    return cache.get(KEY) is not None

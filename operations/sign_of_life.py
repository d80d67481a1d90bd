"""A sign of life of the referee (games/referee.py), which may run in another process.

The sign is a key in the cache that expires, so that no clocks of two machines are compared.
"""

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.core.cache import cache

logger = logging.getLogger(__name__)

KEY = "referee.alive"
SIGN_EVERY = 10  # seconds
GONE_AFTER = 35  # seconds: three missed signs


async def give_while(worked: asyncio.Event) -> None:
    """Give signs while the referee keeps setting `worked`."""
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
    return cache.get(KEY) is not None

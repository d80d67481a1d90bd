"""The sign of life of web servers: clocks stand still while no web server is at work."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import sync_to_async
from django.db import connection

from games.models import SignOfLife
from games.services.clocks import SIGN_EVERY, give_sign_of_life
from operations.waking import happened

logger = logging.getLogger(__name__)


async def run(stopping: asyncio.Event) -> None:
    """Give a sign of life each second until `stopping` is set."""
    # A thread of its own keeps the database connection open between two signs.
    with ThreadPoolExecutor(1, "serving") as thread:
        give = sync_to_async(_give, thread_sensitive=False, executor=thread)
        while not stopping.is_set():
            await give()
            await happened(stopping, SIGN_EVERY.total_seconds())


def _give() -> None:
    try:
        give_sign_of_life(SignOfLife.Role.PAGES)
    except Exception:
        logger.exception("Could not give the web servers' sign of life")
        connection.close()  # it may be broken; the next sign opens a new one

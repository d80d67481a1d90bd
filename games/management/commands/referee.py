"""Run the referee as a process of its own, beside several server processes."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import referee
from games.backlog import Backlog
from operations import metrics


class Command(BaseCommand):
    help = "Makes bots move and clocks run out. Needs REDIS_URL, to tell the servers."

    def handle(self, *args: Any, **options: Any) -> None:
        metrics.serve(Backlog())
        self.stdout.write("The referee is at work. Stop it with Ctrl-C.")
        asyncio.run(_run())


async def _run() -> None:
    stopping = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
    await referee.run(stopping)

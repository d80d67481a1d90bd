"""Run the worker as a process of its own, beside several server processes."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import worker
from games.backlog import Backlog
from games.notices import notifier
from operations import metrics


class Command(BaseCommand):
    help = "Draws the animations that were asked for, and sends notices. Needs REDIS_URL."

    def handle(self, *args: Any, **options: Any) -> None:
        metrics.serve(Backlog())
        self.stdout.write("The worker is at work. Stop it with Ctrl-C.")
        asyncio.run(_run())


async def _run() -> None:
    stopping = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
    await asyncio.gather(worker.run(stopping), notifier.run(stopping))

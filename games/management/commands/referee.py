"""Run the referee as a process of its own, beside several server processes."""

import asyncio
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from games.referee import run


class Command(BaseCommand):
    help = "Makes bots move and clocks run out. Needs REDIS_URL, to tell the servers."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("The referee is at work. Stop it with Ctrl-C.")
        with suppress(KeyboardInterrupt):
            asyncio.run(run())

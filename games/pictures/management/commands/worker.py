"""Run the worker as a process of its own, beside several server processes."""

from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from games.pictures.worker import run


class Command(BaseCommand):
    help = "Draws the animations that were asked for."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("The worker is at work. Stop it with Ctrl-C.")
        with suppress(KeyboardInterrupt):
            run()

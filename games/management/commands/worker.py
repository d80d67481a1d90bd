"""Run the worker as a process of its own, beside several server processes."""

from typing import Any

from django.core.management.base import BaseCommand

from games import worker
from games.backlog import Backlog
from games.management.processes import run_until_stopped
from games.notices import notifier
from operations import metrics


class Command(BaseCommand):
    help = "Draws the animations that were asked for, and sends notices. Needs REDIS_URL."

    def handle(self, *args: Any, **options: Any) -> None:
        metrics.serve(Backlog())
        self.stdout.write("The worker is at work. Stop it with Ctrl-C.")
        run_until_stopped(worker.run, notifier.run)

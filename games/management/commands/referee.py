"""Run the referee as a process of its own, beside several server processes."""

from typing import Any

from django.core.management.base import BaseCommand

from games import referee
from games.backlog import Backlog
from games.management.processes import run_until_stopped
from operations import metrics


class Command(BaseCommand):
    help = "Makes bots move and clocks run out. Needs REDIS_URL, to tell the servers."

    def handle(self, *args: Any, **options: Any) -> None:
        metrics.serve(Backlog())
        self.stdout.write("The referee is at work. Stop it with Ctrl-C.")
        run_until_stopped(referee.run)

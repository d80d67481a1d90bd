"""Run the worker as a process of its own, beside several server processes."""

import signal
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand

from cantstop_site.operations import metrics
from games.backlog import Backlog
from games.pictures import worker


class Command(BaseCommand):
    help = "Draws the animations that were asked for."

    def handle(self, *args: Any, **options: Any) -> None:
        metrics.serve(Backlog())
        stopping = Event()
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, lambda *_: stopping.set())
        self.stdout.write("The worker is at work. Stop it with Ctrl-C.")
        worker.run(stopping)

"""Compile the analysis ahead of time, so that no process must do it before its first answer."""

from importlib import import_module
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.analysis import thinking


class Command(BaseCommand):
    help = (
        "Compile the evaluation of positions, unless it is compiled for this machine, and remove"
        " the compiled code of other versions that nobody used for two weeks."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.ANALYSIS:
            self.stdout.write("The analysis is switched off.")
            return
        begun = perf_counter()
        try:
            thinking.get_ready()
        except (ImportError, OSError, RuntimeError) as error:
            self.stdout.write(f"There is no analysis on this machine: {error}")
        else:
            seconds = perf_counter() - begun
            compiling = import_module("games.analysis.compiling")
            compiling.remove_older()
            self.stdout.write(f"The analysis is ready after {seconds:.1f} s, in {compiling.OWN}.")

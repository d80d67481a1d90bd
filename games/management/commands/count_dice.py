"""Count the dice of all finished games from their logs and compare with the tallies."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services import tallies


class Command(BaseCommand):
    help = "Counts the dice of every log and reports where the tallies on the dice page differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--repair", action="store_true", help="write the right tallies")

    def handle(self, *args: Any, **options: Any) -> None:
        # First without a lock. If a game ended meanwhile, the faults may not be real.
        found = tallies.faults() and self._look_again(repair=options["repair"])
        self.stdout.write(f"{len(found)} tallies with a fault.")
        if found and not options["repair"]:
            raise CommandError("Some tallies do not follow from the logs.")

    def _look_again(self, *, repair: bool) -> list[str]:
        with tallies.no_game_ends():
            found = tallies.faults()
            for fault in found:
                self.stderr.write(fault)
            if found and repair:
                tallies.recount()
        return found

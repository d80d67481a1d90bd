"""Check every game's snapshot (`Game.state`) against its log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.services.snapshots import one_moment, rebuild_snapshot, snapshot_fault


class Command(BaseCommand):
    help = "Replays every log through the rules and reports games whose snapshot differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="only these games")
        parser.add_argument("--repair", action="store_true", help="write the right snapshot")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.filter(started_at__isnull=False).order_by("pk")
        if options["codes"]:
            games = games.filter(code__in=options["codes"])
        faulty = checked = 0
        for code in list(games.values_list("code", flat=True)):
            checked += 1
            with one_moment():  # the game may change meanwhile, or be deleted
                game = Game.objects.filter(code=code).first()
                fault = snapshot_fault(game) if game else ""
            if fault:
                faulty += 1
                self.stderr.write(f"{code}: {fault}")
                if options["repair"]:
                    rebuild_snapshot(code)
        self.stdout.write(f"{checked} games checked, {faulty} with a fault.")
        if faulty and not options["repair"]:
            raise CommandError("Some snapshots do not follow from their logs.")

"""Check every game's log against its snapshot, and the log of moderation against its chain."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.sanctions import chain
from games.models import Game
from games.services.snapshots import one_moment, rebuild_snapshot, snapshot_fault


class Command(BaseCommand):
    help = (
        "Replays every log through the rules and reports games whose snapshot differs; "
        "checks the chain of hashes over the log of moderation."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="only these games, and not moderation")
        parser.add_argument("--repair", action="store_true", help="write the right snapshot")
        parser.add_argument(
            "--noted",
            default="",
            metavar="HASH",
            help="a last hash of the log of moderation that an earlier check has told",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        unsound = self._check_games(options["codes"], repair=options["repair"])
        if not options["codes"]:
            unsound += self._check_moderation(options["noted"].strip())
        if unsound:
            raise CommandError(" ".join(unsound))

    def _check_games(self, codes: list[str], *, repair: bool) -> list[str]:
        games = Game.objects.filter(started_at__isnull=False).order_by("pk")
        if codes:
            games = games.filter(code__in=codes)
        faulty = checked = 0
        for code in list(games.values_list("code", flat=True)):
            checked += 1
            with one_moment():  # the game may move meanwhile, or go
                game = Game.objects.filter(code=code).first()
                fault = snapshot_fault(game) if game else ""
            if fault:
                faulty += 1
                self.stderr.write(f"{code}: {fault}")
                if repair:
                    rebuild_snapshot(code)
        self.stdout.write(f"{checked} games checked, {faulty} with a fault.")
        return ["Some snapshots do not follow from their logs."] if faulty and not repair else []

    def _check_moderation(self, noted: str) -> list[str]:
        added = chain.extend()
        if added:
            self.stdout.write(f"{added} acts of moderation were not in the chain yet, and are now.")
        checked = chain.check(noted)
        for fault in checked.faults:
            self.stderr.write(f"moderation: {fault}")
        self.stdout.write(f"{checked.links} acts of moderation checked.")
        if checked.last:
            self.stdout.write(f"Note down elsewhere, for --noted: {checked.last}")
        return ["The log of moderation is not what it was."] if checked.faults else []

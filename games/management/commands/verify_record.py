"""Check a record: that its game could be played so, and that its dice are what they had to be."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.records.claims import judge
from games.engine.records.importer import MAX_BYTES
from games.services.commitments import listed_salts


class Command(BaseCommand):
    help = (
        "Judges the record of a game by the rules of the site's engine: says of each claim "
        "whether it is proven, as the script does that people download from a replay, with the "
        "site's own list of commitments and salts."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a record that was downloaded from a replay")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise CommandError(f"Not proven: the file cannot be read: {error}") from error
        verdict = judge(content, listed_salts)
        for claim, finding in verdict.claims.items():
            self.stdout.write(f"{claim}: {finding}")
        for warning, said in verdict.warnings:
            self.stdout.write(f"Warning ({warning}): {said}")
        if not verdict.proven:
            raise CommandError(verdict.summary())
        self.stdout.write(verdict.summary())

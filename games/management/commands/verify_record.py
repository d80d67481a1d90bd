"""Check a record: whether its events follow the rules, and its dice follow from the secret."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.records.download import verifier
from games.engine.records.importer import MAX_BYTES
from games.services.commitments import listed_salts


class Command(BaseCommand):
    help = (
        "Runs the script that people download from a replay on the record of a game, with the "
        "site's own list of commitments and salts: says of each claim whether it is proven."
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
        verdict = verifier().verify(content, listed_salts)
        *lines, summary = verdict.lines()
        for line in lines:
            self.stdout.write(line)
        if not verdict.proven:
            raise CommandError(summary)
        self.stdout.write(summary)

"""Print how often moderators overturned each other's decisions, for operators."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from moderation.numbers import records


class Command(BaseCommand):
    help = (
        "Print how many sanctions and rulings of each moderator others lifted or replaced."
        " That isn't always a mistake: look at each in the log."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--days",
            type=int,
            default=365,
            help="count the decisions of this number of days (default: %(default)s)",
        )

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        if days < 1:
            raise CommandError("--days must be at least 1.")
        found = records(timezone.now() - timedelta(days=days))
        decided = [record for record in found.values() if record.decisions]
        for record in sorted(decided, key=lambda record: record.name.lower()):
            line = f"{record.name}: {record.overturned.total()} of {record.decisions} overturned"
            if record.overturned:
                by = (f"{found[pk].name} {count}" for pk, count in record.overturned.most_common())
                line += f" ({record.percent} %), by {', '.join(by)}"
            self.stdout.write(line)
        if not decided:
            self.stdout.write("No decisions yet.")

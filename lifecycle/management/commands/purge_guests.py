"""Delete guests who left for good, and other data no longer kept; to be run once a day."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from lifecycle.retention import GUESTS_KEPT, purge_due, purge_guests


class Command(BaseCommand):
    help = (
        "Delete guests who were idle for a while and have no finished or running game, accounts"
        " whose owners wanted it a week ago, and what is no longer kept of sign-ins and chat."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--days",
            type=int,
            default=GUESTS_KEPT.days,
            help="idle for at least this number of days (default: %(default)s)",
        )

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        if days < 1:
            raise CommandError("--days must be at least 1.")
        now = timezone.now()
        self.stdout.write(f"Guests deleted: {purge_guests(now - timedelta(days=days))}")
        purged = purge_due(now)
        self.stdout.write(f"Accounts deleted: {purged.accounts}")
        self.stdout.write(f"Traces of users forgotten: {purged.traces}")
        self.stdout.write(f"Refused lines of chat forgotten: {purged.lines}")
        self.stdout.write(f"Notices forgotten: {purged.notices}")

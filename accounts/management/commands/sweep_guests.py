"""Delete guests who left for good; meant to run once a day."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.services import sweep_guests


class Command(BaseCommand):
    help = "Delete guests who were idle for a while and have no finished or running game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--days", type=int, default=30, help="idle for at least so many days (default: 30)"
        )

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        if days < 1:
            raise CommandError("--days must be at least 1.")
        swept = sweep_guests(timezone.now() - timedelta(days=days))
        self.stdout.write(f"Guests deleted: {swept}")

"""Make the key by which push services recognise this site."""

from typing import Any

from django.core.management.base import BaseCommand

from games.notices.vapid import new_private_key


class Command(BaseCommand):
    help = "Prints a line for .env with a new key, by which push services know this site."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_private_key()}")

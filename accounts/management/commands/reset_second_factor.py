"""Take a lost second factor away from somebody who has no recovery codes either."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.mfa import remove_factors
from accounts.models import User
from accounts.sessions import end_all_sessions


class Command(BaseCommand):
    help = (
        "Remove all second factors and recovery codes of a user, who is signed out everywhere."
        " Make sure by other means that it is really this person who asks."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = User.objects.filter(username__iexact=username).first()
        if user is None:
            raise CommandError(f"There is no user {username}.")
        if not remove_factors(user):
            raise CommandError(f"{user} has no second factor.")
        end_all_sessions(user)
        self.stdout.write(f"{user} signs in by the password alone now.")

"""Remove the second factor of a user who has lost it, and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse

from accounts.mfa import remove_factors
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sessions import end_all_sessions
from moderation.services import mails


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
        _reset(user)
        self.stdout.write(f"{user} signs in by the password alone now.")


@transaction.atomic
def _reset(user: User) -> None:
    if not remove_factors(user):
        raise CommandError(f"{user} has no second factor.")
    end_all_sessions(user)
    log.write(None, Action.RESET_FACTOR, subject=user)
    # The user gets a mail, because somebody else may have asked in their name.
    mails.notify(user, "factor_reset", reverse("account_settings"))

"""What follows for the life of accounts from signing in, signing up, and another day."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_added, user_signed_up
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from games.referee import day_begun
from lifecycle.deletion import keep_after_all
from lifecycle.retention import purge_due
from lifecycle.tombstones import note_likeness, note_shared_addresses


@receiver(user_logged_in)
def keep_account(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Keep an account that was to be deleted; compare its address with those of deleted ones."""
    note_shared_addresses(user)
    keep_after_all(request, user)


@receiver(user_signed_up)
def compare_newcomer(sender: object, user: User, **kwargs: Any) -> None:
    """Note what somebody who has signed up has in common with a deleted account."""
    note_likeness(user)


@receiver(email_added, sender=EmailAddress)
def compare_email(sender: object, user: User, **kwargs: Any) -> None:
    """Note whether another e-mail address is that of a deleted account."""
    note_likeness(user)


@receiver(day_begun)
def purge(sender: object, **kwargs: Any) -> None:
    """Delete and forget what is due."""
    purge_due(timezone.now())

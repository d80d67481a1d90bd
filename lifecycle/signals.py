"""What follows for the life of accounts from signing in, and from another day."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from games.referee import day_begun
from lifecycle.deletion import keep_after_all
from lifecycle.retention import purge_due


@receiver(user_logged_in)
def keep_account(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Keep an account that was to be deleted."""
    keep_after_all(request, user)


@receiver(day_begun)
def purge(sender: object, **kwargs: Any) -> None:
    """Delete and forget what is due."""
    purge_due(timezone.now())

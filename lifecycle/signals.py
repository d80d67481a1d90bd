"""A sign-in cancels the deletion of an account; every day the site deletes old data."""

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
    keep_after_all(request, user)


@receiver(day_begun)
def purge(sender: object, **kwargs: Any) -> None:
    purge_due(timezone.now())

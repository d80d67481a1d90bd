"""What ends a user's sockets: signing out, another password, and the end of the account."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_delete
from django.dispatch import receiver

from accounts.models import User
from accounts.sockets import close_user_sockets


@receiver([user_logged_out, password_changed, password_reset, password_set])
def end_sessions(sender: object, user: User | None, **kwargs: Any) -> None:
    """Close the sockets of somebody whose sessions have just ended, or some of them."""
    if user is not None:
        close_user_sockets(user.pk)


@receiver(post_delete, sender=User)
def end_deleted(sender: object, instance: User, **kwargs: Any) -> None:
    """Close the sockets of a deleted user."""
    close_user_sockets(instance.pk)

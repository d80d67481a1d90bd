"""End subscriptions with their sessions: another user may sign in with the browser next."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.sessions.backends.base import SessionBase
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.sessions import session_ends
from games.notices import subscriptions


@receiver([password_changed, password_set])
def keep_this_browser(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Keep only the subscription of this browser: all other sessions have just ended."""
    subscriptions.end_all(user, but=request.session)


@receiver(password_reset)
def keep_no_browser(sender: object, user: User, **kwargs: Any) -> None:
    subscriptions.end_all(user)


@receiver(session_ends)
def forget_browser(sender: object, session: SessionBase, **kwargs: Any) -> None:
    subscriptions.unsubscribe(session)

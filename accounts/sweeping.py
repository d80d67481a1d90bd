"""What ends by itself: accounts after their week of grace, and what is kept of sign-ins."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings

from accounts.addresses import forget_addresses
from accounts.deletion import delete_due


@dataclass(frozen=True)
class Swept:
    """How much that was. traces: addresses and sessions."""

    accounts: int
    traces: int


def sweep_due(now: datetime) -> Swept:
    """Delete and forget what is due. Several processes may do it at once."""
    accounts = delete_due(now)
    return Swept(accounts, forget_addresses(now) + _forget_sessions(now))


def _forget_sessions(now: datetime) -> int:
    """Forget sessions that nobody has used for as long as one lasts."""
    before = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return int(UserSession.objects.filter(last_seen_at__lt=before).delete()[0])

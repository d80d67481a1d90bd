"""What ends by itself: accounts after their week of grace, and traces kept for some time."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings

from accounts.addresses import forget_addresses
from accounts.deletion import delete_due
from accounts.moderation import chain
from accounts.tombstones import forget_tombstones
from games.chat.models import RefusedLine

LINES_KEPT = timedelta(days=90)
"""Evidence has a copy of refused lines that somebody reported."""

GUESTS_KEPT = timedelta(days=30)
"""How long guests may stay away who have no finished or running game."""


@dataclass(frozen=True)
class Swept:
    """How much that was.

    traces: addresses, sessions and what was kept of deleted accounts.  lines: of chat, refused.
    """

    accounts: int
    traces: int
    lines: int


def sweep_due(now: datetime) -> Swept:
    """Delete and forget what is due. Several processes may do it at once."""
    accounts = delete_due(now)
    traces = forget_addresses(now) + _forget_sessions(now) + forget_tombstones(now)
    swept = Swept(accounts, traces, _forget_lines(now))
    chain.extend()  # with what a process that was killed has left out
    return swept


def _forget_sessions(now: datetime) -> int:
    """Forget sessions that nobody has used for as long as one lasts."""
    before = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return int(UserSession.objects.filter(last_seen_at__lt=before).delete()[0])


def _forget_lines(now: datetime) -> int:
    """Forget refused lines of chat: they tell of a flood, which is long over."""
    return RefusedLine.objects.filter(created_at__lt=now - LINES_KEPT).delete()[0]

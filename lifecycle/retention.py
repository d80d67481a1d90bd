"""Deletes accounts after their week of grace, idle guests, and other data after some time."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.addresses import forget_addresses
from accounts.locks import one_transaction
from accounts.models import User
from games.chat.models import RefusedLine
from games.models import Game, Notice, Seat
from games.notices import subscriptions
from games.notices.models import Mailing, Webhook
from lifecycle.deletion import delete_due, delete_user, is_held

LINES_KEPT = timedelta(days=90)
"""How long refused lines of chat are stored. The evidence of reports has its own copies."""

NOTICES_KEPT = timedelta(days=90)
WEBHOOKS_KEPT = timedelta(days=7)
"""How long webhooks of a game are stored after its end: they may still have to send events."""

GUESTS_KEPT = timedelta(days=30)
"""How long guests without a finished or running game may stay away."""


@dataclass(frozen=True)
class Purged:
    """Numbers of deleted rows. traces: IP addresses, sessions and ended push subscriptions."""

    accounts: int
    traces: int
    lines: int
    notices: int


def purge_due(now: datetime) -> Purged:
    """Delete all data past its storage time. Several processes may do so at once."""
    accounts = delete_due(now)
    # Sessions that were last used before this time have expired.
    last_use = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    sessions = UserSession.objects.filter(last_seen_at__lt=last_use).delete()[0]
    traces = forget_addresses(now) + sessions + subscriptions.forget_ended(now)
    lines = RefusedLine.objects.filter(created_at__lt=now - LINES_KEPT).delete()[0]
    long_over = Q(game__finished_at__lt=now - WEBHOOKS_KEPT)
    Webhook.objects.filter(long_over | Q(game__status=Game.Status.CANCELLED)).delete()
    Mailing.objects.filter(created_at__lt=now - NOTICES_KEPT).delete()
    old = Notice.objects.filter(created_at__lt=now - NOTICES_KEPT)
    notices = old.delete()[1].get(Notice._meta.label, 0)
    return Purged(accounts, traces, lines, notices)


def idle_guests(before: datetime) -> QuerySet[User]:
    """Return guests idle since then who can be deleted, and have no game that must stay."""
    seats = Seat.objects.filter(user=OuterRef("pk"))
    # A running game is left to its clock, and a finished game stays for its guest.
    kept = seats.filter(
        Q(game__status__in=[Game.Status.RUNNING, Game.Status.FINISHED])
        | Q(game__created_at__gte=before)
    )
    # Other people played in games on the guest's device.
    hosted = Game.objects.filter(creator=OuterRef("pk"), pass_and_play=True)
    return User.objects.filter(
        ~Exists(kept),
        ~Exists(hosted),
        ~is_held(),
        is_guest=True,
        pk__in=User.objects.alias(seen_at=Coalesce("last_login", "date_joined"))
        .filter(seen_at__lt=before)
        .values("pk"),
    )


def purge_guests(before: datetime) -> int:
    """Delete the guests idle since then; return how many."""
    return sum(_purge_guest(pk, before) for pk in idle_guests(before).values_list("pk", flat=True))


@one_transaction
def _purge_guest(pk: int, before: datetime) -> bool:
    # Lock the row, then check in a second query: during the wait for the lock, the guest may
    # have come back, or have been reported.
    if not User.objects.select_for_update(no_key=True).filter(pk=pk):
        return False
    guest = idle_guests(before).filter(pk=pk).first()
    if guest is None:
        return False
    delete_user(guest)
    return True

"""What ends by itself: accounts after their week of grace, and traces kept for some time."""

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
"""Evidence has a copy of refused lines that somebody reported."""

NOTICES_KEPT = timedelta(days=90)
"""What somebody was told is of no use to them after that."""

WEBHOOKS_KEPT = timedelta(days=7)
"""How long a table keeps its webhook once it is over: what it tells may still be on its way."""

GUESTS_KEPT = timedelta(days=30)
"""How long guests may stay away who have no finished or running game."""


@dataclass(frozen=True)
class Purged:
    """How much that was.

    traces: addresses, sessions, and devices that showed notices.
    lines: of chat, refused.  notices: with what was sent of them.
    """

    accounts: int
    traces: int
    lines: int
    notices: int


def purge_due(now: datetime) -> Purged:
    """Delete and forget what is due. Several processes may do it at once."""
    accounts = delete_due(now)
    traces = forget_addresses(now) + _forget_sessions(now) + subscriptions.forget_ended(now)
    _forget_webhooks(now)
    return Purged(accounts, traces, _forget_lines(now), _forget_notices(now))


def _forget_sessions(now: datetime) -> int:
    """Forget sessions that nobody has used for as long as one lasts."""
    before = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return int(UserSession.objects.filter(last_seen_at__lt=before).delete()[0])


def _forget_lines(now: datetime) -> int:
    """Forget refused lines of chat: they tell of a flood, which is long over."""
    return RefusedLine.objects.filter(created_at__lt=now - LINES_KEPT).delete()[0]


def _forget_notices(now: datetime) -> int:
    Mailing.objects.filter(created_at__lt=now - NOTICES_KEPT).delete()
    old = Notice.objects.filter(created_at__lt=now - NOTICES_KEPT)
    return old.delete()[1].get(Notice._meta.label, 0)


def _forget_webhooks(now: datetime) -> None:
    """Forget the webhooks of tables at which nothing happens any more."""
    long_over = Q(game__finished_at__lt=now - WEBHOOKS_KEPT)
    Webhook.objects.filter(long_over | Q(game__status=Game.Status.CANCELLED)).delete()


def idle_guests(before: datetime) -> QuerySet[User]:
    """Return the guests who did nothing since then and have no game worth keeping.

    A finished game is kept for its guest, also one that others played on their device; a running
    one is left to its clock. Guests in an open case stay until it is decided, and muted or
    suspended ones until that ends.
    """
    seats = Seat.objects.filter(user=OuterRef("pk"))
    kept = seats.filter(
        Q(game__status__in=[Game.Status.RUNNING, Game.Status.FINISHED])
        | Q(game__created_at__gte=before)
    )
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
    """Delete the guests who are idle since then and return how many there were."""
    return sum(_purge_guest(pk, before) for pk in idle_guests(before).values_list("pk", flat=True))


@one_transaction
def _purge_guest(pk: int, before: datetime) -> bool:
    # Asked again once the row is locked, and not while waiting for it: meanwhile the guest may
    # have come back, or somebody may have reported them.
    if not User.objects.select_for_update(no_key=True).filter(pk=pk):
        return False
    guest = idle_guests(before).filter(pk=pk).first()
    if guest is None:
        return False
    delete_user(guest)
    return True

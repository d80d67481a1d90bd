"""Browsers that show notices. A subscription ends with the session in which it was made."""

from contextlib import suppress
from datetime import datetime
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.crypto import get_random_string

from accounts.locks import one_transaction
from accounts.models import User
from games.notices.models import PushSubscription
from games.notices.refusals import SubscribedTwice

DEVICE = "push_device"
"""Key under which a session has the device's name. The session's own key changes at sign-in."""

MOST_BROWSERS = 10
"""Maximum number of browsers of one user; a new one replaces the oldest."""

TRIES = 3
"""Number of tries to subscribe a browser that another request subscribes at the same moment."""


def subscribe(user: User, session: SessionBase, endpoint: str, **fields: Any) -> None:
    """Have a browser show the notices of this user, and of no other user.

    endpoint: the browser's address at its push service. fields: other fields of the subscription.
    """
    # Setting the key saves the session and renews its expiry, so both end at the same time.
    device = session[DEVICE] = session.get(DEVICE) or get_random_string(32)
    fields |= {"device": device, "ends_at": session.get_expiry_date()}
    for _ in range(TRIES):
        with suppress(IntegrityError):  # not logged: its text has the endpoint, a secret
            _subscribe(user, endpoint, fields)
            return
    raise SubscribedTwice


@one_transaction
def _subscribe(user: User, endpoint: str, fields: dict[str, Any]) -> None:
    # Other subscriptions of this browser are deleted, and their waiting deliveries with them.
    _end(PushSubscription.objects.filter(endpoint=endpoint).exclude(user=user))
    _end(PushSubscription.objects.filter(device=fields["device"]).exclude(endpoint=endpoint))
    PushSubscription.objects.update_or_create(fields, endpoint=endpoint, user=user)
    newest = user.push_subscriptions.order_by("-created_at", "-pk")[:MOST_BROWSERS]
    _end(user.push_subscriptions.exclude(pk__in=newest.values("pk")))


def unsubscribe(session: SessionBase) -> None:
    """End the subscription of the browser with this session."""
    device = session.pop(DEVICE, "")
    if device:
        _end(PushSubscription.objects.filter(device=device))


def end(browser: PushSubscription) -> None:
    """End the subscription of a browser."""
    _end(PushSubscription.objects.filter(pk=browser.pk))


def end_all(user: User, *, but: SessionBase | None = None) -> None:
    """End all subscriptions of a user, except that of the browser with the session `but`."""
    _end(user.push_subscriptions.exclude(device=but.get(DEVICE, "") if but else ""))


def forget_ended(now: datetime) -> int:
    """Delete subscriptions whose session has expired; return their number."""
    return _end(PushSubscription.objects.filter(ends_at__lt=now))


@transaction.atomic
def _end(which: QuerySet[PushSubscription]) -> int:
    # Locked first, so that the notifier adds no delivery to a subscription about to be deleted.
    ending = list(which.select_for_update().order_by("pk").values_list("pk", flat=True))
    if ending:
        PushSubscription.objects.filter(pk__in=ending).delete()
    return len(ending)

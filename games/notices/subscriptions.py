"""Browsers that show notices. A subscription ends with the session that it was made in."""

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
"""Key of the device's name in a session. The session's own key changes at sign-in."""

MOST_BROWSERS = 10
"""Maximum number of browsers of one user; a new one replaces the oldest."""

TRIES = 3
"""Number of tries to subscribe a browser that others subscribe at the same moment."""


def subscribe(user: User, session: SessionBase, endpoint: str, **fields: Any) -> None:
    """Have a browser show notices of a user, and of nobody else.

    endpoint: its address at the push service. fields: the other fields of the subscription.
    """
    # Setting it also saves the session, which then lasts as long as the subscription.
    device = session[DEVICE] = session.get(DEVICE) or get_random_string(32)
    fields |= {"device": device, "ends_at": session.get_expiry_date()}
    for _ in range(TRIES):
        with suppress(IntegrityError):  # its text has the endpoint, a secret, and goes to the log
            _subscribe(user, endpoint, fields)
            return
    raise SubscribedTwice


@one_transaction
def _subscribe(user: User, endpoint: str, fields: dict[str, Any]) -> None:
    # Not changed but made anew, so that nothing which is on its way to another user comes here.
    _end(PushSubscription.objects.filter(endpoint=endpoint).exclude(user=user))
    _end(PushSubscription.objects.filter(device=fields["device"]).exclude(endpoint=endpoint))
    PushSubscription.objects.update_or_create(fields, endpoint=endpoint, user=user)
    newest = user.push_subscriptions.order_by("-created_at", "-pk")[:MOST_BROWSERS]
    _end(user.push_subscriptions.exclude(pk__in=newest.values("pk")))


def unsubscribe(session: SessionBase) -> None:
    """Show no more notices in the browser that has this session."""
    device = session.pop(DEVICE, "")
    if device:
        _end(PushSubscription.objects.filter(device=device))


def end(browser: PushSubscription) -> None:
    """Forget a browser that shows no notices any more."""
    _end(PushSubscription.objects.filter(pk=browser.pk))


def end_all(user: User, *, but: SessionBase | None = None) -> None:
    """Show no more notices of a user, except in the browser that has this session."""
    _end(user.push_subscriptions.exclude(device=but.get(DEVICE, "") if but else ""))


def forget_ended(now: datetime) -> int:
    """Forget subscriptions whose session has run out; return their number."""
    return _end(PushSubscription.objects.filter(ends_at__lt=now))


@transaction.atomic
def _end(which: QuerySet[PushSubscription]) -> int:
    # Locked first, so that the notifier adds no delivery to what is about to go.
    ending = list(which.select_for_update().order_by("pk").values_list("pk", flat=True))
    if ending:
        PushSubscription.objects.filter(pk__in=ending).delete()
    return len(ending)

"""Which browsers show notices. A subscription ends with the session that it was made in."""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import get_random_string

from accounts.models import User
from games.notices.models import PushSubscription

DEVICE = "push_device"
"""Where the name of the device is in a session. Its key would not do: that changes at sign-in."""

MOST = 10
"""Of one user. The oldest goes when there is one more."""


@transaction.atomic
def subscribe(user: User, session: SessionBase, endpoint: str, **told: Any) -> None:
    """Have a browser show notices of a user, and of nobody else.

    Args:
        user: The one who is signed in there.
        session: Their session.
        endpoint: Where the browser's push service takes messages.
        told: The other fields of the subscription.
    """
    # Setting it also saves the session, which then lasts as long as the subscription.
    device = session[DEVICE] = session.get(DEVICE) or get_random_string(32)
    # Not changed but made anew, so that nothing which is on its way to another user comes here.
    _end(PushSubscription.objects.filter(endpoint=endpoint).exclude(user=user))
    _end(PushSubscription.objects.filter(device=device).exclude(endpoint=endpoint))
    told |= {"user": user, "device": device, "ends_at": session.get_expiry_date()}
    PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=told)
    newest = user.push_subscriptions.order_by("-created_at", "-pk")[:MOST]
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
    """Forget subscriptions whose session has run out; return how many."""
    return _end(PushSubscription.objects.filter(ends_at__lt=now))


@transaction.atomic
def _end(which: QuerySet[PushSubscription]) -> int:
    # Locked first, so that the teller adds no delivery to what is about to go.
    ending = list(which.select_for_update().order_by("pk").values_list("pk", flat=True))
    if ending:
        PushSubscription.objects.filter(pk__in=ending).delete()
    return len(ending)

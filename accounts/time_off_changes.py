"""What hears of it when somebody's days off become others.

Clocks that run have been set by the old days: what has passed is reckoned by those, and when
they run out by the new ones. What sets clocks connects to both signals.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.dispatch import Signal

from accounts.models import User

time_off_changing = Signal()
"""Sent before a user's days off change (`user`), in the transaction that changes them."""

time_off_changed = Signal()
"""Sent after that (`user`), in the same transaction."""


@contextmanager
def time_off_changes(user: User) -> Iterator[None]:
    """Tell of a change, before and after it.

    user: as `User.objects.locked` has returned them, so that there is one change at a time.
    """
    time_off_changing.send(None, user=user)
    yield
    time_off_changed.send(None, user=user)

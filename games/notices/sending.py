"""Send a mail or delivery, and again only if it certainly did not arrive."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from django.db import transaction
from django.utils import timezone

from games.notices.models import Sending
from operations import clock

logger = logging.getLogger(__name__)

Sent = TypeVar("Sent", bound=Sending)

FIRST_WAIT = timedelta(seconds=15)
"""How long to wait after the first failed attempt; each further wait is four times as long."""


class NotDelivered(Exception):
    """The recipient did not get the message. Wait for `after` to retry; never if `for_good`."""

    def __init__(self, *, for_good: bool = False, after: timedelta = timedelta()) -> None:
        super().__init__()
        self.for_good = for_good
        self.after = after


def send_once(
    kind: type[Sent],
    pk: int,
    *,
    is_needed: Callable[[Sent], bool],
    send: Callable[[Sent], object],
) -> None:
    """Send the mail or delivery of a waiting row, and store the result or the next attempt.

    is_needed: whether the row must still be sent, called under its lock. send: sends it, or raises
    NotDelivered.
    """
    try:
        sending = _take(kind, pk, is_needed)
    except Exception:
        # Else a row that cannot be taken would stay first in the queue and block all others.
        _wait(kind, pk, FIRST_WAIT)
        raise
    if sending is None:
        return
    try:
        send(sending)
    except NotDelivered as failed:
        if failed.for_good or sending.is_last_attempt:
            _close(sending, Sending.State.FAILED)
        else:
            wait = FIRST_WAIT * 4 ** (sending.attempts - 1)
            _wait(kind, pk, max(wait, failed.after), state=Sending.State.WAITING)
    except Exception:
        # The message may have arrived, so it must not be sent again.
        logger.exception("Could not send %s %s", kind.__name__, pk)
        _close(sending, Sending.State.FAILED)
    else:
        _close(sending, Sending.State.SENT)


@transaction.atomic
def _take(kind: type[Sent], pk: int, is_needed: Callable[[Sent], bool]) -> Sent | None:
    # Committed before sending: only one process sends the row, even if it is killed.
    waiting = kind._default_manager.select_for_update().filter(pk=pk, state=Sending.State.WAITING)
    sending = waiting.first()
    if sending is None:
        return None
    if not is_needed(sending):
        sending.state = Sending.State.NOT_NEEDED
        sending.save(update_fields=["state"])
        return None
    sending.state = Sending.State.SENDING
    sending.attempts += 1
    sending.save(update_fields=["state", "attempts"])
    return sending


def _close(sending: Sending, state: Sending.State) -> None:
    sent_at = timezone.now() if state == Sending.State.SENT else None
    # The row may be deleted by now, together with the browser or webhook.
    same = type(sending)._default_manager.filter(pk=sending.pk)
    same.update(state=state, sent_at=sent_at)


def _wait(kind: type[Sent], pk: int, wait: timedelta, **also: Sending.State) -> None:
    kind._default_manager.filter(pk=pk).update(due_at=clock.now() + wait, **also)

"""Send something once, and again only if its way says that it has not arrived."""

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
"""How long to wait after the first failed attempt; four times as long after each other."""


class NotDelivered(Exception):
    """It has not arrived. To be tried again, unless `for_good`, and not before `after`."""

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
    """Send a row that waits, or note when it is to be tried again.

    is_needed: whether it still has to be sent; called while its row is locked.
    """
    try:
        sending = _take(kind, pk, is_needed)
    except Exception:
        # What cannot be taken must not stay the first of its way for ever.
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
        # Nobody knows whether it arrived, so it must not be tried again.
        logger.exception("Could not send %s %s", kind.__name__, pk)
        _close(sending, Sending.State.FAILED)
    else:
        _close(sending, Sending.State.SENT)


@transaction.atomic
def _take(kind: type[Sent], pk: int, is_needed: Callable[[Sent], bool]) -> Sent | None:
    # Committed before it is sent: of two processes one sends it, and a killed one never again.
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
    # The row may be gone by now, with the device or the address that it went to.
    same = type(sending)._default_manager.filter(pk=sending.pk)
    same.update(state=state, sent_at=sent_at)


def _wait(kind: type[Sent], pk: int, wait: timedelta, **also: Sending.State) -> None:
    kind._default_manager.filter(pk=pk).update(due_at=clock.now() + wait, **also)

"""The clock of games: that of the database, so that all machines have the same time."""

import time
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.utils import timezone

from operations import work

ASKED_EVERY = 10  # seconds
TOLERANCE = timedelta(seconds=1)  # a smaller difference may come from the query's own duration


class _Clock:
    behind = timedelta()
    _asked_at: float | None = None

    def ask(self) -> None:
        if self._asked_at is not None and time.monotonic() < self._asked_at + ASKED_EVERY:
            return
        with connection.cursor() as cursor:
            # Not now(), which returns the start of the transaction.
            cursor.execute("SELECT statement_timestamp()")
            behind = cursor.fetchone()[0] - datetime.fromtimestamp(time.time(), UTC)
        self.behind = behind if abs(behind) > TOLERANCE else timedelta()
        self._asked_at = time.monotonic()


_clock = _Clock()


def arrived_at() -> datetime:
    """Return the time at which the present request came in; the time now without a request."""
    began = work.numbers().get("began")
    # Only the difference is used, because `began` is by this machine's clock.
    return now() if began is None else now() - timedelta(seconds=max(0, time.time() - began))


def now() -> datetime:
    if connection.vendor == "postgresql":  # SQLite uses this machine's clock
        _clock.ask()
    return timezone.now() + _clock.behind

"""The clock of games: the database's, so that processes whose own clocks differ agree.

A move that is due by a clock which is an hour ahead would come an hour late.
"""

import time
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.utils import timezone

from operations import work

ASKED_EVERY = 10
"""Seconds for which is known how far this machine's clock is behind."""

TOLERATED = timedelta(seconds=1)
"""A difference that may as well be the time that asking takes."""


class _Clock:
    behind = timedelta()
    _asked_at: float | None = None

    def ask(self) -> None:
        """Ask how far behind this machine's clock is, unless that is known."""
        if self._asked_at is not None and time.monotonic() < self._asked_at + ASKED_EVERY:
            return
        with connection.cursor() as cursor:
            # Not now(), which is when the transaction began.
            cursor.execute("SELECT statement_timestamp()")
            behind = cursor.fetchone()[0] - datetime.fromtimestamp(time.time(), UTC)
        self.behind = behind if abs(behind) > TOLERATED else timedelta()
        self._asked_at = time.monotonic()


_clock = _Clock()


def arrived() -> datetime:
    """Return when the request came in that is being answered; now where there is none."""
    began = work.numbers().get("began")
    return now() if began is None else now() - timedelta(seconds=max(0, time.time() - began))


def now() -> datetime:
    """Return the present moment by the database's clock."""
    if connection.vendor == "postgresql":  # SQLite has no clock but this machine's
        _clock.ask()
    return timezone.now() + _clock.behind

"""Filters of the log for refusals and outages."""

import logging
import time
from http import HTTPStatus

from accounts.outages import outage_of

ONE_MINUTE = 60


class WithoutTraceback(logging.Filter):
    """Drops tracebacks of refused requests (4xx): they are no errors of the program."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", 500) < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = record.exc_text = None
        return True


class WithoutOutages(logging.Filter):
    """Drops records of outages, because every request would report the outage."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and outage_of(record.exc_info[1]))


class OutageInALine(logging.Filter):
    """Logs an outage as one line a minute, not as a traceback of each request, socket and task."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not outage_of(error) and record.name != "psycopg.pool":
            return True
        key, now = (record.name, record.msg), time.monotonic()
        if now - self._said.get(key, -ONE_MINUTE) < ONE_MINUTE:
            return False
        self._said[key] = now
        if error:
            reason = " ".join(str(error).split())
            record.msg, record.args = "%s: %s", (record.getMessage(), reason)
            record.exc_info = record.exc_text = None
        return True

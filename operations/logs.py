"""What lines of the log say, as text or as JSON."""

import logging
import time
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from operations import metrics
from operations.work import numbers

SAID = (
    *("time", "level", "logger", "message", "request_id", "user", "game"),
    *("exc_info", "stack_info"),
)
"""What a line of JSON may say. Libraries add more, such as whole requests, or SQL with values."""

RENAMED = {"asctime": "time", "levelname": "level", "name": "logger"}


def without_details(text: str) -> str:
    """Leave out the lines in which PostgreSQL repeats what is in a row, such as a name."""
    return "\n".join(line for line in text.split("\n") if not line.startswith("DETAIL:"))


class WithoutPaths(logging.Filter):
    """Says the kind of an address instead of the address: that may hold names and keys."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        match = getattr(request, "resolver_match", None)
        if match is not None and isinstance(record.args, tuple):
            path = getattr(request, "path", None)
            record.args = tuple(match.route if arg == path else arg for arg in record.args)
        return True


class Text(logging.Formatter):
    """Writes a line as text."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name is logging's
        return without_details(super().formatException(ei))


class Json(JsonFormatter):
    """Writes a line as JSON, with the numbers of the request, the user and the game."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__(["asctime", "levelname", "name", "message"], rename_fields=RENAMED)

    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        super().add_fields(log_data, record, message_dict)
        log_data.update(numbers())

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {name: log_data[name] for name in SAID if log_data.get(name) is not None}

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name is logging's
        return without_details(str(super().formatException(ei)))


class CountErrors(logging.Handler):
    """Counts errors, whatever process logs them."""

    def emit(self, record: logging.LogRecord) -> None:
        metrics.errors.labels(record.name).inc()

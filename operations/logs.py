"""Formatters of the log, as text and as JSON, that leave out names and secrets."""

import logging
import time
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from operations import metrics
from operations.work import numbers

# Only these fields are logged: libraries add others, such as whole requests, or SQL with values.
FIELDS = (
    *("time", "level", "logger", "message", "request_id", "user", "game"),
    *("exc_info", "stack_info"),
)
FIELD_NAMES = {"asctime": "time", "levelname": "level", "name": "logger"}


def without_details(text: str) -> str:
    # In lines with DETAIL, PostgreSQL repeats the values of a row, such as a name.
    return "\n".join(line for line in text.split("\n") if not line.startswith("DETAIL:"))


class WithoutPaths(logging.Filter):
    """Logs the route instead of the path, which may contain names and keys."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        match = getattr(request, "resolver_match", None)
        if match is not None and isinstance(record.args, tuple):
            path = getattr(request, "path", None)
            record.args = tuple(match.route if arg == path else arg for arg in record.args)
        return True


class TextFormatter(logging.Formatter):
    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name is logging's
        return without_details(super().formatException(ei))


class JsonLogFormatter(JsonFormatter):
    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__(["asctime", "levelname", "name", "message"], rename_fields=FIELD_NAMES)

    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        super().add_fields(log_data, record, message_dict)
        log_data.update(numbers())

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {name: log_data[name] for name in FIELDS if log_data.get(name) is not None}

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name is logging's
        return without_details(str(super().formatException(ei)))


class CountErrors(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        metrics.errors.labels(record.name).inc()

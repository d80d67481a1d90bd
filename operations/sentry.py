"""Reports of errors to a Sentry, where SENTRY_DSN names one: what the log has as an error.

What is sent is chosen here, so that nothing about people is in it: the kind of error, where in the
code it happened, and the numbers of the request and the game. The user stays in the log, as does
the sentence of the error, which may repeat what somebody typed. The request's number leads there.
"""

from typing import Any

import sentry_sdk

from operations.work import numbers

SENT = ("event_id", "timestamp", "level", "logger", "platform", "release", "environment")

NUMBERS = ("request_id", "game")


def start(dsn: str) -> None:
    """Report from now on. None of Sentry's hooks into libraries are used."""
    sentry_sdk.init(
        dsn,
        default_integrations=False,
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        include_local_variables=False,
        max_breadcrumbs=0,
        send_client_reports=False,
        before_send=reported,
    )


def reported(event: Any, hint: dict[str, Any]) -> Any:
    """Return what is sent of an event."""
    record = hint["log_record"]
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    exceptions = event.get("exception", {}).get("values", [])
    return {name: event[name] for name in SENT if name in event} | {
        # Not what the sentence was filled with, nor what stands below it.
        "logentry": {"message": str(record.msg).split("\n", 1)[0]},
        "exception": {"values": [error | {"value": ""} for error in exceptions]},
        "transaction": match.route if match else "",
        "tags": {name: number for name, number in numbers().items() if name in NUMBERS},
    }

"""Reports the errors of the log to Sentry, if there is a SENTRY_DSN.

Nothing about people is sent: only the kind of error, its place in the code, and the ids of the
request and the game. The user and the error's message, which may repeat what somebody typed, stay
in the log, where they are found by the id of the request.
"""

from typing import Any

import sentry_sdk

from operations.work import numbers

SENT = ("event_id", "timestamp", "level", "logger", "platform", "release", "environment")
NUMBERS = ("request_id", "game")


def start(dsn: str) -> None:
    sentry_sdk.init(
        dsn,
        # No hooks into libraries: these would send requests, queries and local variables.
        default_integrations=False,
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        include_local_variables=False,
        max_breadcrumbs=0,
        send_client_reports=False,
        before_send=reported,
    )


def reported(event: Any, hint: dict[str, Any]) -> Any:
    record = hint["log_record"]
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    exceptions = event.get("exception", {}).get("values", [])
    return {name: event[name] for name in SENT if name in event} | {
        # Only the first line of the message, without the values of its placeholders.
        "logentry": {"message": str(record.msg).split("\n", 1)[0]},
        "exception": {"values": [error | {"value": ""} for error in exceptions]},
        "transaction": match.route if match else "",
        "tags": {name: number for name, number in numbers().items() if name in NUMBERS},
    }

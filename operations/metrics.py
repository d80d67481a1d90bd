"""Metrics of this process for Prometheus, at a port for operators only.

deploy/README.md says which metrics to watch. Metrics read from the database: games/backlog.py.
"""

import time
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from prometheus_client import REGISTRY, Counter, Gauge, Histogram, start_http_server
from prometheus_client.registry import Collector

from operations.work import numbers

moves = Counter("cantstop_moves", "Actions of people and bots that were taken.", ["kind"])
stand_ins = Counter(
    "cantstop_stand_ins", "Moves of stand-ins for the bots of the analysis.", ["bot"]
)
refusals = Counter("cantstop_refusals", "What people were refused, by code.", ["code"])
errors = Counter("cantstop_errors", "Errors in the log.", ["logger"])
sockets = Gauge("cantstop_sockets", "Sockets that are open.")
requests = Histogram(
    "cantstop_request_seconds", "From a request to the end of its answer.", ["method", "status"]
)
click_to_push = Histogram(
    "cantstop_click_to_push_seconds",
    "From the request that changed a table to each push to a socket.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


def clicked() -> float:
    """Return the Unix time of the present request; 0 without a request, as for bots' moves."""
    return numbers().get("began", 0)


def pushed(message: Mapping[str, Any]) -> None:
    if clicked_at := message.get("clicked"):
        # The clock of the machine that received the click may be ahead.
        click_to_push.observe(max(0, time.time() - clicked_at))


def serve(*collectors: Collector) -> None:
    """Serve the metrics of this process and of these collectors, if there is a METRICS_PORT."""
    if not settings.METRICS_PORT:
        return
    for collector in collectors:
        REGISTRY.register(collector)
    start_http_server(settings.METRICS_PORT, settings.METRICS_ADDRESS)

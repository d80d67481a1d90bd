"""What every test run needs: an order, a Redis for each worker, and figures said at the end."""

import os
from collections.abc import Callable
from functools import partial

import pytest
from _pytest.terminal import TerminalReporter
from django.conf import settings

from tests.services import redis_url_of

SLOWEST_FIRST = ("tests/site/test_tools.py", "tests/browser/")
"""With several workers the run is as long as its last test, so the long ones start early."""

MEASURED = "measured"


def pytest_configure(config: pytest.Config) -> None:
    """Give each worker a Redis of its own: a test that clears the cache clears only its own."""
    if settings.REDIS_URL:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
        url = redis_url_of(settings.REDIS_URL, worker)
        settings.CACHES["default"]["LOCATION"] = url
        # Publish and subscribe know no databases, only names.
        settings.CHANNEL_LAYERS["default"]["CONFIG"] = {"hosts": [url], "prefix": f"test-{worker}"}


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Return a function that has a measurement said at the end of the run."""
    return partial(record_property, MEASURED)


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    said = [
        text
        for report in reports
        if report.when == "call"
        for name, text in report.user_properties
        if name == MEASURED
    ]
    if said:
        terminalreporter.section("measured")
        for text in said:
            terminalreporter.write_line(str(text))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    ranks = [rank for rank, path in enumerate(SLOWEST_FIRST) if item.nodeid.startswith(path)]
    return ranks[0] if ranks else len(SLOWEST_FIRST)

"""What every test run needs: the order of the tests, and one Redis database per worker."""

import os

import pytest
from django.conf import settings

from tests.services import redis_url_of

SLOWEST_FIRST = ("tests/site/test_tools.py", "tests/browser/")
"""With several workers the run is as long as its last test, so the long ones start early."""


def pytest_configure(config: pytest.Config) -> None:
    """Give each worker a Redis of its own: a test that clears the cache clears only its own."""
    if settings.REDIS_URL:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
        url = redis_url_of(settings.REDIS_URL, worker)
        settings.CACHES["default"]["LOCATION"] = url
        # Publish and subscribe know no databases, only names.
        settings.CHANNEL_LAYERS["default"]["CONFIG"] = {"hosts": [url], "prefix": f"test-{worker}"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    ranks = [rank for rank, path in enumerate(SLOWEST_FIRST) if item.nodeid.startswith(path)]
    return ranks[0] if ranks else len(SLOWEST_FIRST)

"""The site's settings for load that comes from one address: without limits by address."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cantstop_site.settings import *  # noqa: F403
from cantstop_site.settings import CHANNEL_LAYERS, REDIS_URL, STORAGES
from cantstop_site.storage import StaticFilesStorage


class NotCompressed(StaticFilesStorage):
    """Leaves static files as long as they are: nobody fetches them here."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        return iter(())


STORAGES = STORAGES | {"staticfiles": {"BACKEND": "benchmarks.load.settings.NotCompressed"}}
STATIC_ROOT = Path(os.environ["STATIC_ROOT"])

globals()["ACCOUNT_RATE_LIMITS"] = False
SOCKETS_PER_USER = SOCKETS_PER_ADDRESS = 100_000

if REDIS_URL:
    # Channels of Redis are the same in all its databases.
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = os.environ["CHANNEL_PREFIX"]

"""The settings of the servers that browsers talk to: the site's own, but quick to set up."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cantstop_site.settings import *  # noqa: F403
from cantstop_site.settings import STORAGES
from cantstop_site.storage import StaticFilesStorage

FRONT_PAGE_KEPT = 0.0  # a test sees at once what it has changed
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = Path(os.environ["STATIC_ROOT"])


SENT = re.compile(r"(?!admin/)(?!django_htmx/(?!.*\.min\.)).*\.[0-9a-f]{12}\.\w+")
"""What pages of players name: by its hash, and of htmx the small form."""


class PlayersFilesCompressed(StaticFilesStorage):
    """Leaves other files as they are: they are many, and nobody weighs them."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        yield from super().compress_files(filter(SENT.fullmatch, paths))


STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "tests.browser.settings.PlayersFilesCompressed"},
}

# Notices to browsers, by a push service that a test runs on this machine. The key is the number 1.
VAPID_PRIVATE_KEY = "A" * 42 + "E"
OUTGOING_MAY_STAY_HERE = True

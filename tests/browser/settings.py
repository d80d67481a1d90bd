"""The settings of the servers that browsers talk to: the site's own, but quick to set up."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cantstop_site.settings import *  # noqa: F403
from cantstop_site.settings import STORAGES
from cantstop_site.storage import StaticFilesStorage

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = Path(os.environ["STATIC_ROOT"])


class PlayersFilesCompressed(StaticFilesStorage):
    """Leaves the files of the administration as they are: they are many, and nobody weighs them."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        players = (path for path in paths if not path.startswith("admin/"))
        yield from super().compress_files(players)


STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "tests.browser.settings.PlayersFilesCompressed"},
}

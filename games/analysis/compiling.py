"""numba for the analysis: import `njit` from here. It keeps what it compiled by all sources.

numba itself looks at the file of each function alone. It would go on with what it has compiled when
a function that another one calls has changed.
"""

import os
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

from numba import config, njit
from numba.core.caching import UserProvidedCacheLocator

__all__ = ["njit"]

FOLDER = Path(__file__).parent


def _folder_to_keep_in() -> Path:
    """Return NUMBA_CACHE_DIR, else where Python keeps what it compiles, else one of the user.

    It is never where everybody may write, because what is kept there is run.

    Raises:
        OSError: None of them can be written to.
    """
    folders = [FOLDER / "__pycache__", Path.home() / ".cache" / "compiled-analysis"]
    if os.environ.get("NUMBA_CACHE_DIR"):
        folders.insert(0, Path(os.environ["NUMBA_CACHE_DIR"]))
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    raise OSError("what numba compiles can be kept nowhere: set NUMBA_CACHE_DIR")


def _digest() -> str:
    digest = sha256()
    for source in sorted(FOLDER.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def remove_older() -> None:
    """Remove what other versions have compiled. One that still runs compiles it anew."""
    own = Path(config.CACHE_DIR)  # type: ignore[attr-defined]
    for folder in own.parent.iterdir():
        if folder != own and re.fullmatch("[0-9a-f]{16}", folder.name):
            rmtree(folder, ignore_errors=True)


class SameInEveryCopy(UserProvidedCacheLocator):
    """Lets another copy of the site, with the same sources, find what this one has compiled."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the name of the folder of a source; numba's own names hold its whole path."""
        return Path(py_file).parent.name


config.CACHE_DIR = str(_folder_to_keep_in() / _digest())  # type: ignore[attr-defined]
config.CACHE_LOCATOR_CLASSES = f"{__name__}.{SameInEveryCopy.__name__}"  # type: ignore[attr-defined]

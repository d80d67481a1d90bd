"""numba for the analysis: import `njit` from here. Its cache is keyed by all sources together.

numba itself compares only the file of each function. It would reuse compiled code even after a
change to a function in another file that the code calls.
"""

import os
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from time import time

from numba import config, njit
from numba.core.caching import UserProvidedCacheLocator

__all__ = ["njit"]

FOLDER = Path(__file__).parent

# An older version may still run, or run again, and other copies of the site may share the folder.
UNUSED_FILES_KEPT = 14 * 24 * 60 * 60
"""Seconds without use after which the compiled code of another version is removed."""


def _folder_to_keep_in() -> Path:
    # Never a folder in which everybody may write, such as /tmp: the site runs the code in it.
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
    """Remove the compiled code of other versions that has long been unused."""
    for folder in OWN.parent.iterdir():
        is_version = folder != OWN and re.fullmatch("[0-9a-f]{16}", folder.name)
        if is_version and folder.stat().st_mtime < time() - UNUSED_FILES_KEPT:
            rmtree(folder, ignore_errors=True)


class SameInEveryCopy(UserProvidedCacheLocator):
    """Lets other copies of the site with the same sources share the compiled code."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name  # numba's own name holds a digest of the whole path


OWN = _folder_to_keep_in() / _digest()
OWN.mkdir(exist_ok=True)
with suppress(OSError):  # the folder belongs to another user
    OWN.touch()  # `remove_older` reads this time
config.CACHE_DIR = str(OWN)  # type: ignore[attr-defined]
config.CACHE_LOCATOR_CLASSES = f"{__name__}.{SameInEveryCopy.__name__}"  # type: ignore[attr-defined]

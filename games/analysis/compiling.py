"""numba for the analysis: import `njit` from here. It keeps what it compiled by all sources.

numba itself looks at the file of each function alone. It would go on with what it has compiled when
a function that another one calls has changed.
"""

import os
from hashlib import sha256
from pathlib import Path

from numba import config, njit

__all__ = ["njit"]

FOLDER = Path(__file__).parent


def _folder_to_keep_in() -> Path:
    """Return NUMBA_CACHE_DIR, else where Python keeps what it compiles, else one of the user."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return Path(os.environ["NUMBA_CACHE_DIR"])
    if os.access(FOLDER, os.W_OK):
        return FOLDER / "__pycache__"
    # Not where everybody may write: what is kept there is run.
    return Path.home() / ".cache" / "compiled-analysis"


def _digest() -> str:
    digest = sha256()
    for source in sorted(FOLDER.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


config.CACHE_DIR = str(_folder_to_keep_in() / _digest())  # type: ignore[attr-defined]

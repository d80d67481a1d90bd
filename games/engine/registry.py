"""Every kind of game the engine knows, by slug: each folder beside this file with a `kind.py`."""

from importlib import import_module
from pathlib import Path

from games.engine.kind import GameKind


def _found() -> list[GameKind]:
    """Return the kinds that the folders declare in their `kind.py`, in their order."""
    folders = [file.parent.name for file in Path(__file__).parent.glob("*/kind.py")]
    kinds = [import_module(f"games.engine.{name}.kind").KIND for name in folders]
    return sorted(kinds, key=lambda kind: kind.place)


KINDS: dict[str, GameKind] = {kind.slug: kind for kind in _found()}

"""All kinds of games by slug: each folder next to this file that has a `kind.py` declares one."""

from importlib import import_module
from pathlib import Path

from games.engine.kind import GameKind


def _found() -> list[GameKind]:
    """Import `kind.py` of each folder and return the kinds in the order of `place`."""
    folders = [file.parent.name for file in Path(__file__).parent.glob("*/kind.py")]
    kinds = [import_module(f"games.engine.{name}.kind").KIND for name in folders]
    return sorted(kinds, key=lambda kind: kind.place)


KINDS: dict[str, GameKind] = {kind.slug: kind for kind in _found()}

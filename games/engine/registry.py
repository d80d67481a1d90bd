"""Every kind of game the engine knows, by slug: each folder beside this file is one."""

import pkgutil
from importlib import import_module
from pathlib import Path

from games.engine.kind import GameKind


def _found() -> list[GameKind]:
    """Return the kinds that the folders declare in their `kind.py`, in their order."""
    here = Path(__file__).parent
    folders = [module.name for module in pkgutil.iter_modules([str(here)]) if module.ispkg]
    kinds = [import_module(f"games.engine.{name}.kind").KIND for name in folders]
    return sorted(kinds, key=lambda kind: kind.place)


KINDS: dict[str, GameKind] = {kind.slug: kind for kind in _found()}

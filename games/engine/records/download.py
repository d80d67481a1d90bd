"""The script that people download to check a record: one file that needs nothing else.

It is joined from what holds for every game, `verify_record.py` here, and the `verify_record.py` of
each game, which imports nothing but that one. Nothing of the engine is in it: what the engine has
played the script must find proven, and so they check each other.
"""

from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from games.engine.kind import GameKind
from games.engine.registry import KINDS

NAME = "verify_record.py"

_ENGINE = Path(__file__).parents[1]
_SECTION = "# --- "
_LAST_SECTION = f"{_SECTION}The command "


@cache
def script() -> str:
    """Return the whole script, with the rules of all games."""
    common = (_ENGINE / "records" / NAME).read_text(encoding="utf-8")
    before, mark, command = common.partition(_LAST_SECTION)
    return "".join([before, *map(_part_of, KINDS.values()), mark, command])


@cache
def verifier() -> Any:
    """Return the script as a module, whose `judge` judges a record."""
    module = ModuleType("verify_record")
    exec(compile(script(), NAME, "exec"), vars(module))  # noqa: S102 - it is ours
    return module


def _part_of(kind: GameKind) -> str:
    """Return the part of a game from its heading on, which stands below its imports."""
    text = (kind.folder / NAME).read_text(encoding="utf-8")
    return text[text.index(_SECTION) :].rstrip() + "\n\n\n"

"""The script that people download to check a record: one file that needs nothing else.

It joins records/verify_record.py and the `verify_record.py` of each game. These files import
nothing else from the engine, so that engine and script check each other.
"""

from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

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
    # A game's part has only imports above its heading; the joined script has these names anyway.
    parts = [(kind.folder / NAME).read_text(encoding="utf-8") for kind in KINDS.values()]
    games = [part[part.index(_SECTION) :].rstrip() + "\n\n\n" for part in parts]
    return "".join([before, *games, mark, command])


@cache
def verifier() -> Any:
    """Return the script as a module, whose `verify` checks a record."""
    module = ModuleType("verify_record")
    exec(compile(script(), NAME, "exec"), vars(module))  # noqa: S102 - our own code
    return module

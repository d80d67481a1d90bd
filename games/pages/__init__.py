"""Pages beside the table: rules, lessons, strategy, score sheets, bots, and games explained."""

from importlib import import_module
from importlib.util import find_spec

from games.pages.kind_pages import KindPages

# By kind, filled on demand.
PAGES: dict[str, KindPages] = {}


def pages_of(kind: str) -> KindPages:
    """Return `PAGES` of a game kind's package; a plain `KindPages` for a kind without one."""
    if kind not in PAGES:
        name = f"games.pages.{kind}"
        PAGES[kind] = import_module(name).PAGES if find_spec(name) else KindPages()
    return PAGES[kind]

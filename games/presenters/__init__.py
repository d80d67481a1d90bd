"""Presenters prepare positions for templates; each game kind has a package."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.template.loader import select_template

from games.pov import Pov

if TYPE_CHECKING:
    from games.presenters.base import Presenter
    from games.presenters.table import Table

PRESENTERS: dict[str, "Presenter"] = {}
"""The presenters loaded so far, by kind."""


def presenter(kind: str) -> "Presenter":
    """Return the presenter of a game kind, the `PRESENTER` of its package."""
    if kind not in PRESENTERS:
        PRESENTERS[kind] = import_module(f"games.presenters.{kind}").PRESENTER
    return PRESENTERS[kind]


@cache
def part(kind: str, name: str) -> str:
    """Return the path of a template that differs by game: the kind's own, else the default."""
    found = select_template([f"games/{kind}/_{name}.html", f"games/_default/_{name}.html"])
    return str(found.template.name)


def table_of(pov: Pov) -> "Table":
    """Return the table of a point of view, the `t` of templates."""
    return presenter(pov.game.kind).table_class(pov)


def table_context(pov: Pov) -> dict[str, Any]:
    """Return the context of the table's templates, for pages and pushes alike."""
    table = table_of(pov)
    return {"pov": pov, "game": pov.game, "t": table, "names": table.names}

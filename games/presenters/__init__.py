"""From a position to what a template draws; one package per game kind."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from games.pov import Pov

if TYPE_CHECKING:
    from games.presenters.base import Presenter

PRESENTERS: dict[str, "Presenter"] = {}
"""Every presenter that was asked for, by kind."""


def presenter(kind: str) -> "Presenter":
    """Return the presenter of a game kind, the `PRESENTER` of its package."""
    if kind not in PRESENTERS:
        PRESENTERS[kind] = import_module(f"games.presenters.{kind}").PRESENTER
    return PRESENTERS[kind]


def part(kind: str, name: str) -> list[str]:
    """Return where a template that differs by game may be: the kind's own, else the default."""
    return [f"games/{kind}/_{name}.html", f"games/_default/_{name}.html"]


def table_context(pov: Pov) -> dict[str, Any]:
    """Return what the table templates need for this point of view, page and push alike."""
    return {"pov": pov, "game": pov.game, "t": presenter(pov.game.kind).table(pov)}

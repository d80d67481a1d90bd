"""What the page with the rules of Buttons shows besides its text: layouts, odds, bots."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from games.engine.buttons.analysis import chance_of_bust
from games.engine.buttons.board import NO_CELLS, Cell
from games.engine.buttons.layouts import LAYOUTS
from games.presenters.buttons.geometry import CELLS_ONLY
from games.presenters.buttons.words import BOTS
from games.presenters.shared import percent

EXAMPLES: tuple[tuple[Cell, ...], ...] = (
    ((3, 3),),
    ((1, 2), (3, 5), (5, 1)),
    ((1, 2), (2, 4), (3, 1), (4, 5), (5, 3)),
    ((1, 2), (1, 5), (2, 4), (3, 1), (4, 5), (5, 3), (6, 6)),
    ((1, 1), (1, 3), (1, 5), (2, 4), (3, 1), (3, 6), (4, 2), (5, 4), (6, 1)),
)
"""Buttons on a layout, ever more of them."""

DICE = (6, 5, 4, 3, 2)


@dataclass(frozen=True, slots=True)
class BustOdds:
    """The chance of a bust with these buttons, for each number of dice."""

    buttons: int
    chances: tuple[str, ...]


def rules_context() -> dict[str, Any]:
    """Return what the template of the rules draws."""
    return {
        "layouts": list(LAYOUTS),
        "view": CELLS_ONLY,
        "dice": DICE,
        "examples": [_odds(cells) for cells in EXAMPLES],
        "bots": BOTS,
    }


@cache
def _chances(cells: tuple[Cell, ...]) -> tuple[Any, ...]:
    return tuple(chance_of_bust(frozenset(cells), NO_CELLS, dice) for dice in DICE)


def _odds(cells: tuple[Cell, ...]) -> BustOdds:
    return BustOdds(len(cells), tuple(map(percent, _chances(cells))))

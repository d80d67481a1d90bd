"""The actions of Buttons."""

import re
from dataclasses import dataclass

from games.engine.buttons.board import CELLS, Cell
from games.engine.core import Action, Resign


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll all dice that are still in play (BT-5, BT-6)."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Place a button on a cell (BT-7, BT-8)."""

    cell: Cell

    def __str__(self) -> str:
        return "place:" + _text(self.cell)


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Place no button on another player's roll (BT-8)."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class OptOut(Action):
    """Leave the round and keep the buttons for scoring (BT-5, BT-11)."""

    def __str__(self) -> str:
        return "opt-out"


@dataclass(frozen=True, slots=True)
class PlaceStars(Action):
    """Replace buttons by stars (BT-17)."""

    cells: tuple[Cell, ...]  # all different, in ascending order

    def __str__(self) -> str:
        return "stars:" + "+".join(map(_text, self.cells))


ROLL = Roll()
DECLINE = Decline()
OPT_OUT = OptOut()

PLACES: dict[Cell, Place] = {cell: Place(cell) for cell in CELLS}
"""The action of placing a button, for each cell."""


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


_PLAIN: dict[str, Action] = {
    str(action): action for action in (ROLL, DECLINE, OPT_OUT, *PLACES.values(), Resign())
}
_STARS = re.compile(r"stars:([1-6],[1-6](?:\+[1-6],[1-6])*)")


def parse(text: str) -> Action | None:
    """Return the action written as `text`, or None. The cells of stars may be in any order."""
    if found := _STARS.fullmatch(text):
        cells = [(int(cell[0]), int(cell[2])) for cell in found[1].split("+")]
        return PlaceStars(tuple(sorted(cells)))
    return _PLAIN.get(text)

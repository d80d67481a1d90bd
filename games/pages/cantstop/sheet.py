"""The board of Can't Stop on paper: a box in every space for each player. Tenths of a millimetre.

People fill a box for each space they have saved, so nothing is ever rubbed out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.cantstop.analysis import rolls_using
from games.engine.cantstop.board import COLUMNS, LENGTHS, ROLLS
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.variant import CantStopVariant
from games.pages.kind_pages import ScoreSheet
from games.presenters.shared import percent

SIZES = range(CantStopRules.min_players, CantStopRules.max_players + 1)
LETTERS = "ABCD"

_STEP_X, _STEP_Y = 168, 126
_CELL_X, _CELL_Y = 156, 116
_LABEL, _ODDS = 62, 46
"""Room above the top of a column for its number, and below it for its odds."""

WIDTH = len(COLUMNS) * _STEP_X
HEIGHT = _LABEL + max(LENGTHS) * _STEP_Y + _ODDS

_ACROSS = {1: 1, 2: 2, 3: 3, 4: 2}
"""How many boxes stand side by side in a space, by how many there are."""


@dataclass(frozen=True, slots=True)
class SheetBox:
    """Where a player, named by a letter, marks a space."""

    letter: str
    x: int
    y: int
    width: int
    height: int

    @property
    def letter_x(self) -> int:
        return self.x + 9

    @property
    def letter_y(self) -> int:
        return self.y + 27


@dataclass(frozen=True, slots=True)
class SheetSpace:
    """A space of a column."""

    x: int
    y: int
    width: int
    height: int
    boxes: tuple[SheetBox, ...]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of the board. spaces: bottom first.  odds: how likely a roll can make its sum."""

    number: int
    x: int
    label_y: int
    odds_y: int
    odds: str
    spaces: tuple[SheetSpace, ...]

    @property
    def top(self) -> SheetSpace:
        return self.spaces[-1]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the template draws. to_win: how many columns win."""

    letters: str
    columns: tuple[SheetColumn, ...]
    to_win: int
    width: int = WIDTH
    height: int = HEIGHT


class SheetForm(forms.Form):
    """Asks how many play."""

    players = forms.TypedChoiceField(
        label=_("Players"), coerce=int, choices=[(size, size) for size in SIZES]
    )


class CantStopSheet(ScoreSheet):
    """One board, in which each player has a box of their own in every space."""

    Form = SheetForm
    USUAL = {"players": SIZES[-1]}

    def draw(self, chosen: Mapping[str, Any]) -> Sheet:
        letters = LETTERS[: chosen["players"]]
        columns = tuple(_column(number, letters) for number in COLUMNS)
        return Sheet(letters, columns, CantStopVariant().columns_to_win)


def _column(number: int, letters: str) -> SheetColumn:
    x = (number - COLUMNS.start) * _STEP_X + (_STEP_X - _CELL_X) // 2
    length = LENGTHS[number]
    # All columns are centred on one line, as on the board of the game.
    top = _LABEL + (max(LENGTHS) - length) * _STEP_Y // 2
    spaces = tuple(
        _space(x, top + (length - space) * _STEP_Y, letters) for space in range(1, length + 1)
    )
    return SheetColumn(
        number=number,
        x=x + _CELL_X // 2,
        label_y=top - 14,
        odds_y=top + length * _STEP_Y + _ODDS - 14,
        odds=percent(Fraction(rolls_using(frozenset({number})), len(ROLLS)), decimals=0),
        spaces=spaces,
    )


def _space(x: int, y: int, letters: str) -> SheetSpace:
    across = _ACROSS[len(letters)]
    width, height = _CELL_X // across, _CELL_Y // -(-len(letters) // across)
    boxes = tuple(
        SheetBox(letter, x + i % across * width, y + i // across * height, width, height)
        for i, letter in enumerate(letters)
    )
    return SheetSpace(x, y, _CELL_X, _CELL_Y, boxes)

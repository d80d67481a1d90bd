"""The geometry of the board, in units of its viewBox.

Columns stand side by side on the ground line, 7 the tallest in the middle; their numbers are below.
"""

from dataclasses import dataclass

from games.engine.cantstop.board import COLUMNS, LENGTHS

WIDTH, HEIGHT = 636, 564
GROUND = 520
"""The line that the columns stand on."""

_STEP_X, _STEP_Y = 56, 38
_LEFT = 38
_ABOVE_SUMMIT = 41
_HALF = 24
"""Half the width of a post."""

_SHOULDERS = 18
"""Height of the round top of a post."""

SPREAD = {
    1: ((0, 0),),
    2: ((-10, 0), (10, 0)),
    3: ((0, -10), (-10, 7), (10, 7)),
    4: ((-10, -9), (10, -9), (-10, 9), (10, 9)),
}
"""Offsets of pieces that share a space, by the number of pieces."""

BESIDE_SIGN = {
    0: ((0, 0),),
    1: ((-7, 0), (16, 1)),
    2: ((-7, 0), (16, -9), (16, 9)),
    3: ((-7, 0), (16, -14), (16, 1), (16, 16)),
}
"""Offsets on a space with a sign, by the number of pieces; the sign's comes first.

A sign is the letter of a choice that ends there, or the steps lost there by a bust.
"""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the board.

    x: its middle.  top, height: those of its post.  spaces: the middle of each space, bottom first.
    """

    number: int
    x: int
    top: int
    height: int
    spaces: tuple[int, ...]

    @property
    def summit(self) -> int:
        """The middle of its highest space."""
        return self.spaces[-1]

    @property
    def post(self) -> str:
        """The outline of its post, as the `d` of a path."""
        top = "c0-9 10.8-17 19-18q5-1.2 10 0c8.2 1 19 9 19 18"
        return f"M{self.x - _HALF} {GROUND}V{self.top + _SHOULDERS}{top}V{GROUND}z"

    @property
    def below_summit(self) -> str:
        """The line from the ground through all spaces below the summit, as the `d` of a path."""
        return f"M{self.x} {GROUND}V{self.summit + _STEP_Y // 2}"


XS = {column: _LEFT + (column - COLUMNS.start) * _STEP_X for column in COLUMNS}
"""The middle of each column."""

YS = (GROUND, *(GROUND + _STEP_Y // 2 - space * _STEP_Y for space in range(1, max(LENGTHS) + 1)))
"""The middle of each space, from 1, the lowest; index 0, for no piece, is the ground."""


def column_at(number: int) -> Column:
    """Return the geometry of a column (2..12)."""
    spaces = YS[1 : LENGTHS[number] + 1]
    top = spaces[-1] - _ABOVE_SUMMIT
    return Column(number, XS[number], top, GROUND - top, spaces)


BOARD: tuple[Column, ...] = tuple(column_at(number) for number in COLUMNS)
"""Every column, left to right."""

WHOLE = f"0 0 {WIDTH} {HEIGHT}"
"""The whole board, as `viewBox`."""


def view_of(first: int, last: int) -> str:
    """Return the part of the board with the columns from `first` to `last`, as `viewBox`."""
    shown = [column for column in BOARD if first <= column.number <= last]
    top = min(column.top for column in shown) - _STEP_Y // 2
    left = XS[first] - _STEP_X // 2
    return f"{left} {top} {len(shown) * _STEP_X} {HEIGHT - top}"

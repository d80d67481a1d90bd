"""Where things are on the board, in the units of its viewBox.

Columns stand side by side, 7 the tallest in the middle; all are centred on one line.
"""

from dataclasses import dataclass

from games.engine.cantstop.board import COLUMNS, LENGTHS

WIDTH, HEIGHT = 638, 634
_STEP_X, _STEP_Y = 58, 45
_LEFT, _MIDDLE = 29, 333
_ABOVE_TOP, _BELOW_BOTTOM, _LABEL_ABOVE_TOP = 59, 26, 33

_SPREAD = {
    1: ((0, 0),),
    2: ((-9, 0), (9, 0)),
    3: ((0, -8), (-9, 7), (9, 7)),
    4: ((-8, -8), (8, -8), (-8, 8), (8, 8)),
}
"""Offsets of pieces that share a space, by how many they are."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the board.

    x: its middle.  top, height: of the strip behind it.  label: the line of its number.
    spaces: the middle of each space, bottom first.
    """

    number: int
    x: int
    top: int
    height: int
    label: int
    spaces: tuple[int, ...]


def x_of(column: int) -> int:
    """Return the middle of a column (2..12)."""
    return _LEFT + (column - COLUMNS.start) * _STEP_X


def y_of(column: int, space: int) -> int:
    """Return the middle of a space: 1 is the lowest, the column's length the highest."""
    return _MIDDLE + ((LENGTHS[column] + 1) // 2 - space) * _STEP_Y


def spread(pieces: int) -> tuple[tuple[int, int], ...]:
    """Return the offset of each of 1..4 pieces that share a space."""
    return _SPREAD[pieces]


def column_at(number: int) -> Column:
    """Return the geometry of a column (2..12)."""
    spaces = tuple(y_of(number, space) for space in range(1, LENGTHS[number] + 1))
    top = spaces[-1] - _ABOVE_TOP
    height = spaces[0] + _BELOW_BOTTOM - top
    return Column(number, x_of(number), top, height, spaces[-1] - _LABEL_ABOVE_TOP, spaces)


BOARD: tuple[Column, ...] = tuple(column_at(number) for number in COLUMNS)
"""Every column, left to right."""

WHOLE = f"0 0 {WIDTH} {HEIGHT}"
"""All of the board, as `viewBox`."""


def view_of(first: int, last: int) -> str:
    """Return the part of the board with the columns from `first` to `last`, as `viewBox`."""
    shown = [column for column in BOARD if first <= column.number <= last]
    top = min(column.top for column in shown)
    bottom = max(column.top + column.height for column in shown)
    return f"{x_of(first) - _LEFT} {top} {len(shown) * _STEP_X} {bottom - top}"

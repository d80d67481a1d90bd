"""The geometry of the drawing of a layout: a square of cells, with an edge for dice."""

from collections.abc import Iterable, Sequence

from games.engine.buttons.board import CELLS, SIZE, Cell
from games.engine.buttons.layouts import Colour

EDGE = 60
"""Room for the dice beside the cells."""

PITCH = 100
"""Distance from the middle of a cell to the middle of the next."""

HEM = 10
"""The margin of the cloth around its cells."""

WHOLE = f"0 0 {EDGE + SIZE * PITCH + HEM} {EDGE + SIZE * PITCH + HEM}"
CELLS_ONLY = f"{EDGE - HEM} {EDGE - HEM} {SIZE * PITCH + 2 * HEM} {SIZE * PITCH + 2 * HEM}"
"""Parts of the drawing, as `viewBox`."""

LIT = 49
"""Distance from the middle of a row to the edge of the light on it."""

HOLES = {
    Colour.RED: "M-10-10h0M10-10h0M-10 10h0M10 10h0",
    Colour.YELLOW: "M-10 0h0M10 0h0",
    Colour.GREEN: "M0-11h0M-10 7h0M10 7h0",
    Colour.BLUE: "M0 0h0",
}
"""The holes of a cell of each colour, as a path."""

THREADS = {
    Colour.RED: "M-10-10 10 10M10-10-10 10",
    Colour.YELLOW: "M-12 0h24",
    Colour.GREEN: "M0-11 11 8h-22z",
    Colour.BLUE: "M0 1v-12M0 1 10 7M0 1-10 7",
}
"""The thread through the holes of a button of each colour, as a path."""

ALONG: tuple[int, ...] = tuple(EDGE + PITCH * number - PITCH // 2 for number in range(1, SIZE + 1))
"""The middle of each row, or of each column: both are the same."""


MIDDLES = {(row, column): (ALONG[column - 1], ALONG[row - 1]) for row, column in CELLS}
"""The middle of each cell, from the left and from the top."""


def point(cell: Cell) -> str:
    """Return the middle of the cell as a path writes it."""
    return "{} {}".format(*MIDDLES[cell])


def path_through(lines: Iterable[Sequence[Cell]]) -> str:
    """Return a path from the first cell to the last of each line."""
    return "".join(f"M{point(line[0])}L{point(line[-1])}" for line in lines)

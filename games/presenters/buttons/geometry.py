"""Where things are on the drawing of a layout: a square of cells, with an edge for dice."""

from games.engine.buttons.board import SIZE, Cell

EDGE = 60
"""Room for the dice beside the cells."""

PITCH = 100
"""From the middle of a cell to the middle of the next."""

REACH = 42
"""From the middle of a cell to where a line through it ends."""

WHOLE = f"0 0 {EDGE + SIZE * PITCH} {EDGE + SIZE * PITCH}"
CELLS_ONLY = f"{EDGE} {EDGE} {SIZE * PITCH} {SIZE * PITCH}"
"""What a drawing shows: as `viewBox`."""

ALONG: tuple[int, ...] = tuple(EDGE + PITCH * number - PITCH // 2 for number in range(1, SIZE + 1))
"""The middle of each row, or column."""


def x_of(cell: Cell) -> int:
    """Return where the middle of the cell is, from the left."""
    return ALONG[cell[1] - 1]


def y_of(cell: Cell) -> int:
    """Return where the middle of the cell is, from the top."""
    return ALONG[cell[0] - 1]

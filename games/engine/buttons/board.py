"""The cells of a board: legal places for buttons, and lines."""

from collections.abc import Collection, Iterable, Set

from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

SIZE = 6

Cell = tuple[int, int]
"""Row and column, both from 1 to 6."""

CELLS: tuple[Cell, ...] = tuple(
    (row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1)
)
"""All cells, row by row."""

NO_CELLS: frozenset[Cell] = frozenset()

LINE = 5
"""Number of stars in an unbroken line that wins (BT-18)."""


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the two to four cells above, beside and below the cell, in ascending order."""
    row, column = cell
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(other for other in near if other in _CELLS)


_CELLS = frozenset(CELLS)


def is_legal(buttons: Set[Cell], stars: Set[Cell], cell: Cell) -> bool:
    """Return whether a player with these pieces may place a button on the cell (BT-9)."""
    return cell not in buttons and cell not in stars and buttons.isdisjoint(neighbours(cell))


def legal_in_row(
    buttons: Set[Cell], stars: Set[Cell], row: int, columns: Iterable[int]
) -> tuple[Cell, ...]:
    """Return the legal cells of a row (BT-9), each once, in ascending order.

    Args:
        buttons: Cells with a button of the player.
        stars: Cells with a star of the player.
        row: 1 to 6.
        columns: 1 to 6, in any order; they may be repeated.
    """
    cells = ((row, column) for column in sorted(set(columns)))
    return tuple(cell for cell in cells if is_legal(buttons, stars, cell))


def _segments(length: int) -> tuple[frozenset[Cell], ...]:
    return tuple(
        frozenset(cells)
        for along in range(1, SIZE + 1)
        for start in range(1, SIZE - length + 2)
        for cells in (
            [(along, start + step) for step in range(length)],
            [(start + step, along) for step in range(length)],
        )
    )


LINES: tuple[frozenset[Cell], ...] = _segments(LINE)
"""All lines of five cells in a row or a column."""

SEGMENTS: tuple[frozenset[Cell], ...] = tuple(
    segment for length in range(1, SIZE + 1) for segment in _segments(length)
)
"""All unbroken parts of a row or a column, the shortest first."""


def winning_lines(stars: Set[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Return the unbroken lines of five or six stars, each with all its cells in order (BT-18)."""
    lines = [line for line in SEGMENTS if len(line) >= LINE and line <= stars]
    whole = (line for line in lines if not any(line < longer for longer in lines))
    return tuple(tuple(sorted(line)) for line in whole)


def has_line(stars: Set[Cell]) -> bool:
    """Return whether five or more stars stand in an unbroken row or column (BT-18)."""
    return any(line <= stars for line in LINES)


def cells_to_json(cells: Collection[Cell]) -> list[list[int]]:
    """Return the cells as plain JSON, in ascending order."""
    return [list(cell) for cell in sorted(cells)]


def cells_from_json(data: Iterable[Iterable[int]]) -> frozenset[Cell]:
    """Return the cells written by `cells_to_json`."""
    return frozenset((row, column) for row, column in data)


def cell_of(value: object) -> Cell:
    """Return the cell of a JSON value, an array of two integers. Raises ValueError."""
    match value:
        case [int(row), int(column)] if type(row) is type(column) is int:  # `True` is an `int`, too
            if (row, column) in _CELLS:
                return row, column
    raise Fault("buttons-cell", _("not a cell: %(value)r"), value=value)

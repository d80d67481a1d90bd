"""Cells of a board: which may take a button, and which make a line."""

from collections.abc import Collection, Iterable, Set

SIZE = 6

Cell = tuple[int, int]
"""Row and column, both 1..6."""

CELLS: tuple[Cell, ...] = tuple(
    (row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1)
)
"""Every cell, row by row."""

NO_CELLS: frozenset[Cell] = frozenset()

LINE = 5
"""Stars in an unbroken line that win (BT-18)."""


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the two to four cells orthogonally next to the cell, ascending."""
    row, column = cell
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(other for other in near if other in _CELLS)


_CELLS = frozenset(CELLS)


def is_legal(buttons: Set[Cell], stars: Set[Cell], cell: Cell) -> bool:
    """Return whether a button may be placed on the cell of a board with these pieces (BT-9)."""
    return cell not in buttons and cell not in stars and buttons.isdisjoint(neighbours(cell))


def legal_in_row(
    buttons: Set[Cell], stars: Set[Cell], row: int, columns: Iterable[int]
) -> tuple[Cell, ...]:
    """Return the legal cells of a row (1..6) in the columns, ascending and each once."""
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
"""Every line of five cells in a row or a column."""

SEGMENTS: tuple[frozenset[Cell], ...] = tuple(
    segment for length in range(1, SIZE + 1) for segment in _segments(length)
)
"""Every unbroken part of a row or a column, the shortest first."""


def has_line(stars: Set[Cell]) -> bool:
    """Return whether five or more stars stand in an unbroken row or column (BT-18)."""
    return any(line <= stars for line in LINES)


def cells_to_json(cells: Collection[Cell]) -> list[list[int]]:
    """Return the cells as plain JSON, ascending."""
    return [list(cell) for cell in sorted(cells)]


def cells_from_json(data: Iterable[Iterable[int]]) -> frozenset[Cell]:
    """Return the cells that `cells_to_json` wrote."""
    return frozenset((row, column) for row, column in data)


def cell_of(value: object) -> Cell:
    """Return the cell a JSON array of two whole numbers names; `true` and `1.0` are none.

    Raises ValueError when the value is no cell.
    """
    match value:
        case [int(row), int(column)] if type(row) is type(column) is int:
            if (row, column) in _CELLS:
                return row, column
    raise ValueError(f"not a cell: {value!r}")

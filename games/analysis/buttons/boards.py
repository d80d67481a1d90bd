"""Boards as bits: legal cells for buttons, the stars they earn, and the progress of lines.

A set of cells is an integer of 36 bits, row by row from the lowest bit. Tables about a row or a
line are indexed by its cells, as integers of 6 or 5 bits. Stars earned are 1 to 7 (BT-16).
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from games.analysis.compiling import njit
from games.engine.buttons.board import LINE, LINES, SIZE, Cell
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.scoring import ENOUGH_OF_COLOUR
from games.engine.dice import FACES

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

ALL = (1 << SIZE * SIZE) - 1
ROW = (1 << SIZE) - 1
FIRST_COLUMN = sum(1 << SIZE * row for row in range(SIZE))
NOT_FIRST_COLUMN = ALL & ~FIRST_COLUMN
NOT_LAST_COLUMN = ALL & ~(FIRST_COLUMN << SIZE - 1)

# Multiplying the bits of the first column by this number puts them side by side from bit 25 on.
GATHER = sum(1 << (SIZE - 1) * step for step in range(SIZE))

MOST_STARS = 7  # the most stars that a player can earn in a round (BT-16)

COLUMN, ACROSS = 0, 1  # the direction of a line

KINDS_OF_LINE = 8
"""The kind of a line is a number from 0 (complete) to 7 (no star yet), better ones first."""


def bits(cells: Iterable[Cell]) -> int:
    """Return cells, each a row and a column from 1 to 6, as bits."""
    return sum(1 << SIZE * (row - 1) + column - 1 for row, column in cells)


COLOURS: dict[str, tuple[int, ...]] = {
    name: tuple(
        bits(cell for cell, found in layout.items() if found is colour) for colour in Colour
    )
    for name, layout in LAYOUTS.items()
}
"""For each layout, the cells of each colour."""


def _kind_of_line(missing: int) -> int:
    # Buttons of one round are never neighbours (BT-9), so a line can be completed in one round only
    # if no two of its missing cells are neighbours.
    count = missing.bit_count()
    neighbours = bool(missing & missing << 1)
    return {0: 0, 1: 1, 2: 2 + neighbours, 3: 4 + neighbours, 4: 6, 5: 7}[count]


def _best_stars(missing: int, usable: int, stars: int) -> tuple[int, int]:
    """Return the best kind that a line can get by new stars, and the cells for these stars."""
    cells = [1 << at for at in range(LINE) if usable >> at & 1]
    ways = map(sum, combinations(cells, min(stars, len(cells))))
    return min((_kind_of_line(missing & ~way), way) for way in ways)


_BEST_STARS = np.array(
    [
        [
            [_best_stars(missing, missing & usable, stars) for stars in range(MOST_STARS + 1)]
            for usable in range(1 << LINE)
        ]
        for missing in range(1 << LINE)
    ],
    dtype=np.int8,  # small, because numba copies tables into compiled code
)
KIND_AFTER = np.ascontiguousarray(_BEST_STARS[..., 0])
"""The best kind a line can get. Indices: cells without stars, with buttons; number of new stars."""
STARS_ON_LINE = np.ascontiguousarray(_BEST_STARS[..., 1])
"""The cells on which new stars give a line its best kind, with the indices of `KIND_AFTER`."""

LINE_BITS = np.array([bits(line) for line in LINES], dtype=np.int64)

# A column is easier to fill than a row: only the white die names a row, all others name columns.
LINE_WORTH = np.array(
    [[400.0, 34.0, 17.0, 8.0, 9.0, 4.0, 1.5, 0.0], [400.0, 24.0, 8.0, 4.0, 3.0, 1.5, 0.5, 0.0]]
)
"""The rough worth of a line, by direction and kind."""

COUNT = np.array([row.bit_count() for row in range(ROW + 1)], dtype=np.int8)
"""The number of cells in a set of cells of one row. Index: this set as bits."""

HIT = np.array(
    [
        [1 - ((FACES - cells) / FACES) ** black for cells in range(SIZE + 1)]
        for black in range(FACES)
    ]
)
"""The chance that a roll hits one of some cells in its row. Indices: black dice, cells."""


@njit(nogil=True, cache=True)
def count(board: int) -> int:
    total = 0
    while board:  # numba does not know int.bit_count
        total += COUNT[board & ROW]
        board >>= SIZE
    return total


@njit(nogil=True, cache=True)
def legal_cells(buttons: int, stars: int) -> int:
    """Return the cells on which a button may be placed (BT-9)."""
    beside = (buttons << 1 & NOT_FIRST_COLUMN) | (buttons >> 1 & NOT_LAST_COLUMN)
    near = beside | buttons << SIZE | buttons >> SIZE
    return ALL & ~(buttons | stars | near)


@njit(nogil=True, cache=True)
def chance_to_hit(cells: int, black: int) -> float:
    """Return the chance that a roll with 1 to 5 black dice offers the roller one of these cells."""
    total = 0.0
    for row in range(SIZE):
        total += HIT[black, COUNT[cells >> SIZE * row & ROW]]
    return total / SIZE


@njit(nogil=True, cache=True)
def stars_earned(buttons: int, colours: Ints, hand: int) -> int:
    """Return the stars for opting out (BT-16). hand: the cards, a bit for each colour."""
    total = 1
    for colour in range(4):
        if count(buttons & colours[colour]) >= ENOUGH_OF_COLOUR:
            total += 1 + (hand >> colour & 1)
    return total


@njit(nogil=True, cache=True)
def turned(board: int) -> int:
    """Return a board with rows and columns exchanged."""
    result = 0
    for column in range(SIZE):
        cells = ((board >> column & FIRST_COLUMN) * GATHER) >> 25 & ROW
        result |= cells << SIZE * column
    return result


@njit(nogil=True, cache=True)
def best_kinds(buttons: int, stars: int, gained: int) -> tuple[int, int, float]:
    """Rate the lines after `gained` stars replace buttons in the best way for each line by itself.

    Returns the best kind of a column, the best kind of a row, and the worth of all lines together.
    """
    best_column, best_row, promise = 7, 7, 0.0
    missing, usable = turned(ALL & ~stars), turned(buttons)
    for line in range(2 * SIZE):  # two lines of five cells in each column of six
        shift = SIZE * (line >> 1) + (line & 1)
        kind = KIND_AFTER[missing >> shift & 31, usable >> shift & 31, gained]
        best_column = min(best_column, kind)
        promise += LINE_WORTH[COLUMN, kind]
    missing, usable = ALL & ~stars, buttons
    for line in range(2 * SIZE):
        shift = SIZE * (line >> 1) + (line & 1)
        kind = KIND_AFTER[missing >> shift & 31, usable >> shift & 31, gained]
        best_row = min(best_row, kind)
        promise += LINE_WORTH[ACROSS, kind]
    return best_column, best_row, promise


@njit(nogil=True, cache=True)
def _usable(board: int, line: int) -> int:
    """Return the cells of a line that are in `board`. Lines 0 to 11 run down, 12 to 23 across."""
    if line < 2 * SIZE:
        board = turned(board)
    return board >> SIZE * ((line >> 1) % SIZE) + (line & 1) & 31


@njit(nogil=True, cache=True)
def best_line(buttons: int, stars: int, gained: int) -> int:
    """Return the number (see `_usable`) of the line worth most if stars replace buttons on it."""
    chosen, best = 0, -1.0
    for line in range(4 * SIZE):
        missing, usable = _usable(ALL & ~stars, line), _usable(buttons, line)
        direction = COLUMN if line < 2 * SIZE else ACROSS
        worth = LINE_WORTH[direction, KIND_AFTER[missing, usable, gained]]
        if worth > best:
            chosen, best = line, worth
    return chosen


@njit(nogil=True, cache=True)
def stars_for_line(buttons: int, stars: int, gained: int, line: int) -> int:
    """Return the buttons to replace by stars, so that a line gets its best kind.

    Stars left over go where they add most worth to all lines. gained: number of new stars, at most
    one for each button.  line: the number of the line, as in `_usable`.
    """
    cells = STARS_ON_LINE[_usable(ALL & ~stars, line), _usable(buttons, line), gained]
    chosen: int = cells << SIZE * ((line >> 1) % SIZE) + (line & 1)
    if line < 2 * SIZE:
        chosen = turned(chosen)
    for _ in range(gained - count(chosen)):
        best, added = -1.0, 0
        for at in range(SIZE * SIZE):
            cell = 1 << at
            if buttons & ~chosen & cell:
                promise = best_kinds(0, stars | chosen | cell, 0)[2]
                if promise > best:
                    best, added = promise, cell
        chosen |= added
    return chosen


@njit(nogil=True, cache=True)
def good_stars(buttons: int, stars: int, gained: int) -> int:
    """Return the buttons to replace by stars, chosen for the line that is then worth most."""
    return stars_for_line(buttons, stars, gained, best_line(buttons, stars, gained))


@njit(nogil=True, cache=True)
def has_line(stars: int) -> bool:
    """Return whether five stars stand in an unbroken row or column (BT-18)."""
    found = False
    for line in LINE_BITS:
        found |= stars & line == line
    return found

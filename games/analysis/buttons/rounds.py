"""The best play of a round for one player alone, solved exactly.

Alone means that nobody else is in the round any more, so the number of dice stays the same and
every roll is the player's own. Buttons are only ever added, so the value of each board can be
computed once, boards with more buttons first. There are up to 5,598,861 boards.

Boards are sorted by the first row's buttons as a binary number, then by the second row's, and so
on, and numbered in this order. One more button gives a board a higher number.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.analysis.buttons.boards import (
    ROW,
    Floats,
    Ints,
    best_kinds,
    legal_cells,
    stars_earned,
)
from games.analysis.compiling import njit
from games.engine.buttons.board import SIZE
from games.engine.dice import FACES

Worth = NDArray[np.float64]
"""The values of opting out; at 0 stars, the value of a bust.

Indices: the stars earned, then the best kind of a column and of a row after it (`best_kinds`).
"""

BoardTable = tuple[Floats, Ints, Floats]


GREATEST_ROW = np.array(
    [
        [
            max(row for row in range(most + 1) if not row & ~cells and not row & row << 1)
            for most in range(ROW + 1)
        ]
        for cells in range(ROW + 1)
    ],
    dtype=np.int8,
)
"""The greatest number of a possible row. Indices: legal cells, the greatest number allowed."""


@dataclass(frozen=True, slots=True)
class Start:
    """A board from which a round goes on, for one player alone. Cells are bits."""

    buttons: int
    stars: int
    black: int  # number of black dice of each roll, 1 to 5, the gold one included

    @property
    def legal(self) -> int:
        return int(legal_cells(self.buttons, self.stars))


@dataclass(frozen=True, slots=True)
class SolvedRound:
    """The values of a round for one player alone, from a board on."""

    start: Start
    values: Floats  # by board number: of rolling or opting out, whichever is better
    steps: Ints  # the table of `numbering`
    bust: float  # the value of a bust

    def value(self, buttons: int) -> float:
        """Return the value of the best play from these buttons on, before rolling or opting out."""
        return float(self.values[number_of(buttons & ~self.start.buttons, self.steps)])

    def rolled(self, buttons: int) -> float:
        """Return the value of rolling with these buttons, with the best play after it."""
        found = self.values, self.steps, np.empty(SIZE)
        more = buttons & ~self.start.buttons
        return float(roll_value(more, self.start.legal, unseen(self.start.black), self.bust, found))


def solve(start: Start, colours: tuple[Ints, int], worth: Worth) -> SolvedRound:
    """Solve a round for one player alone. colours: cells of each colour, and the cards as bits."""
    steps, _ = numbering(start.legal)
    values = solve_boards(
        start.legal, start.buttons, start.stars, start.black, colours, worth, steps
    )
    return SolvedRound(start, values, steps, float(worth[0, 0, 0]))


@njit(nogil=True, cache=True)
def numbering(legal: int) -> tuple[Ints, int]:
    """Return the table by which boards are numbered, and the number of boards.

    The table holds the part of a board's number that a row adds. Indices: the row, the buttons in
    the row above, the buttons in the row.
    """
    steps = np.zeros((SIZE + 1, ROW + 1, ROW + 1), np.int64)
    below = np.ones(ROW + 1, np.int64)
    for row in range(SIZE - 1, -1, -1):
        ways = np.zeros(ROW + 1, np.int64)
        cells = legal >> SIZE * row & ROW
        for above in range(ROW + 1):
            for pattern in range(ROW + 1):
                steps[row, above, pattern] = ways[above]
                # Buttons lie on legal cells, and are never neighbours (BT-9).
                if not (pattern & ~cells or pattern & pattern << 1 or pattern & above):
                    ways[above] += below[pattern]
        below = ways
    return steps, below[0]


@njit(nogil=True, cache=True)
def number_of(board: int, steps: Ints) -> int:
    number, above = 0, 0
    for row in range(SIZE):
        pattern = board >> SIZE * row & ROW
        number += steps[row, above, pattern]
        above = pattern
    return number


@njit(nogil=True, cache=True)
def _board_before(board: int, legal: int) -> int:
    """Return the board with the next lower number; the last board for -1. `board`: not empty."""
    row = SIZE - 1
    if board >= 0:
        while board >> SIZE * row & ROW == 0:
            row -= 1
        pattern = (board >> SIZE * row & ROW) - 1
        board &= (1 << SIZE * row) - 1
    else:
        row, pattern, board = 0, ROW, 0
    # This row gets the next lower number that is possible, and each row below the greatest number.
    while row < SIZE:
        above = board >> SIZE * (row - 1) & ROW if row else 0
        free = legal >> SIZE * row & ROW & ~above
        board |= GREATEST_ROW[free, min(pattern, free)] << SIZE * row
        row, pattern = row + 1, ROW
    return board


@njit(nogil=True, cache=True)
def unseen(black: int) -> Floats:
    """Return for 0 to 6 columns the chance that none of the black dice shows any of them."""
    chances = np.empty(SIZE + 1)
    for columns in range(SIZE + 1):
        chances[columns] = ((FACES - columns) / FACES) ** black
    return chances


@njit(nogil=True, cache=True)
def roll_value(board: int, legal: int, missed: Floats, bust: float, found: BoardTable) -> float:
    """Return the value of rolling on a board.

    board: the buttons added since the start.  legal: cells at the start.  missed: `unseen`.
    found: the values of boards with more buttons, the table of `numbering`, and room for a row.
    """
    values, steps, ranked = found
    number = number_of(board, steps)
    free = legal & legal_cells(board, 0)
    total: float = 0.0
    for row in range(SIZE):
        above = board >> SIZE * (row - 1) & ROW if row else 0
        own = board >> SIZE * row & ROW
        below = board >> SIZE * (row + 1) & ROW
        rest = number - steps[row, above, own] - steps[row + 1, own, below]
        cells = 0
        for column in range(SIZE):
            if free >> SIZE * row + column & 1:
                more = own | 1 << column
                # One more button in a row changes what this row and the next add to the number, so
                # the number of the new board is found without counting from the start.
                value = values[rest + steps[row, above, more] + steps[row + 1, more, below]]
                place = cells  # insertion sort: there are six at most
                while place and ranked[place - 1] < value:
                    ranked[place] = ranked[place - 1]
                    place -= 1
                ranked[place] = value
                cells += 1
        # The player uses the best column shown, so the i-th best cell counts with the chance that
        # it is shown and no better cell is.
        for place in range(cells):
            total += (missed[place] - missed[place + 1]) * ranked[place]
        total += missed[cells] * bust
    return total / SIZE


@njit(nogil=True, cache=True)
def solve_boards(
    legal: int,
    buttons: int,
    stars: int,
    black: int,
    colours: tuple[Ints, int],
    worth: Worth,
    steps: Ints,
) -> Floats:
    """Return the values of all boards, by number. legal, buttons, stars: as the round starts."""
    board = _board_before(-1, legal)
    values = np.empty(number_of(board, steps) + 1)  # 45 MB from an empty board
    missed = unseen(black)
    found = values, steps, np.empty(SIZE)
    for number in range(len(values) - 1, -1, -1):  # boards with more buttons come first
        value = roll_value(board, legal, missed, worth[0, 0, 0], found)
        placed = board | buttons
        if placed:  # else the player cannot opt out
            earned = stars_earned(placed, colours[0], colours[1])
            column, row, _ = best_kinds(placed, stars, earned)
            value = max(value, worth[earned, column, row])
        values[number] = value
        if number:
            board = _board_before(board, legal)
    return values

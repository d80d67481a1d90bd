"""The best play of a round for one player alone, solved exactly.

Alone means that nobody else is in the round any more, so the number of dice stays as it is and
every roll is the player's own. Buttons only ever come onto the board, so the values of all boards
can be computed once each, those with more buttons first. There are up to 5,598,861 boards.

Boards are numbered in the order of their rows: the buttons of the first row as a binary number,
then those of the second, and so on. A board with one more button has a higher number than without.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.analysis.buttons.boards import (
    COLOURS,
    KINDS_OF_LINE,
    MOST_STARS,
    ROW,
    Floats,
    Ints,
    best_kinds,
    legal_cells,
    stars_earned,
)
from games.analysis.compiling import njit
from games.engine.buttons.board import SIZE
from games.engine.buttons.layouts import Colour
from games.engine.dice import FACES

Worth = NDArray[np.float64]
"""What a player gets for opting out: by the number of stars, and by the best kind of line down a
column and across a row that these stars leave. What a bust is worth is at 0 stars."""

Found = tuple[Floats, Ints, Floats]


FULLEST = np.array(
    [
        [
            max(row for row in range(most + 1) if not row & ~cells and not row & row << 1)
            for most in range(ROW + 1)
        ]
        for cells in range(ROW + 1)
    ],
    dtype=np.int8,
)
"""The buttons of a row with the greatest number: by legal cells, by the greatest allowed number."""


@dataclass(frozen=True, slots=True)
class Start:
    """A board from which a round goes on, for one player alone.

    Attributes:
        buttons: The cells with buttons, as bits.
        stars: The cells with stars, as bits.
        black: Number of black dice of each roll, 1 to 5, the gold one included.
    """

    buttons: int
    stars: int
    black: int

    @property
    def legal(self) -> int:
        """The cells on which a button may be placed, as bits."""
        return int(legal_cells(self.buttons, self.stars))


@dataclass(frozen=True, slots=True)
class SolvedRound:
    """The values of a round for one player alone, from a board on.

    Attributes:
        start: The first board.
        values: For each larger board, by number, the value of rolling or opting out, whichever is
            better.
        steps: Table for the numbers of boards.
        bust: The value of a bust.
    """

    start: Start
    values: Floats
    steps: Ints
    bust: float

    def value(self, buttons: int) -> float:
        """Return the value of the best play when the player rolls or opts out next.

        Args:
            buttons: The cells with buttons as bits, among them those of the first board.
        """
        return float(self.values[number_of(buttons & ~self.start.buttons, self.steps)])

    def rolled(self, buttons: int) -> float:
        """Return the value of rolling, with the best play after it.

        Args:
            buttons: The cells with buttons as bits, among them those of the first board.
        """
        found = self.values, self.steps, np.empty(SIZE)
        more = buttons & ~self.start.buttons
        return float(roll_value(more, self.start.legal, unseen(self.start.black), self.bust, found))


def solve_round(
    start: Start, layout: str, hand: Collection[Colour], worth: Sequence[float]
) -> SolvedRound:
    """Solve a round for one player alone.

    Args:
        start: The first board.
        layout: Name of the layout.
        hand: The player's cards.
        worth: What the player gets for a bust, and for opting out with 1 to 7 stars: 8 numbers.
    """
    cards = sum(1 << at for at, colour in enumerate(Colour) if colour in hand)
    whole = np.empty((MOST_STARS + 1, KINDS_OF_LINE, KINDS_OF_LINE))
    whole[:] = np.reshape(worth, (-1, 1, 1))
    return solve(start, (np.array(COLOURS[layout]), cards), whole, lines=False)


def solve(start: Start, colours: tuple[Ints, int], worth: Worth, *, lines: bool) -> SolvedRound:
    """Solve a round for one player alone.

    Args:
        start: The first board.
        colours: The cells of each colour, and the cards, one bit for each colour.
        worth: What the player gets at the end.
        lines: Whether that depends on lines of stars.
    """
    steps, _ = numbering(start.legal)
    first = np.array([start.legal, start.buttons, start.stars, start.black, lines])
    values = solve_boards(first, colours, worth, steps)
    return SolvedRound(start, values, steps, float(worth[0, 0, 0]))


@njit(nogil=True, cache=True)
def _fits(pattern: int, above: int, cells: int) -> bool:
    """Return whether buttons can lie like this in a row of such legal cells (BT-9)."""
    return not (pattern & ~cells or pattern & pattern << 1 or pattern & above)


@njit(nogil=True, cache=True)
def numbering(legal: int) -> tuple[Ints, int]:
    """Return the table by which boards are numbered, and how many boards there are.

    Args:
        legal: The cells that may get buttons.

    Returns:
        For each row, buttons in the row above and buttons in the row, what they add to the number
        of the board; and the number of boards.
    """
    steps = np.zeros((SIZE + 1, ROW + 1, ROW + 1), np.int64)
    below = np.ones(ROW + 1, np.int64)
    for row in range(SIZE - 1, -1, -1):
        ways = np.zeros(ROW + 1, np.int64)
        for above in range(ROW + 1):
            for pattern in range(ROW + 1):
                steps[row, above, pattern] = ways[above]
                if _fits(pattern, above, legal >> SIZE * row & ROW):
                    ways[above] += below[pattern]
        below = ways
    return steps, below[0]


@njit(nogil=True, cache=True)
def number_of(board: int, steps: Ints) -> int:
    """Return the number of a board."""
    number, above = 0, 0
    for row in range(SIZE):
        pattern = board >> SIZE * row & ROW
        number += steps[row, above, pattern]
        above = pattern
    return number


@njit(nogil=True, cache=True)
def _board_before(board: int, legal: int) -> int:
    """Return the board whose number is one less; the board must not be empty.

    Rows below the last one that can be made smaller are as full as they can be. With -1, the
    board is the last of all.
    """
    row = SIZE - 1
    if board >= 0:
        while board >> SIZE * row & ROW == 0:
            row -= 1
        pattern = (board >> SIZE * row & ROW) - 1
        board &= (1 << SIZE * row) - 1
    else:
        row, pattern, board = 0, ROW, 0
    while row < SIZE:
        above = board >> SIZE * (row - 1) & ROW if row else 0
        free = legal >> SIZE * row & ROW & ~above
        board |= FULLEST[free, min(pattern, free)] << SIZE * row
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
def roll_value(board: int, legal: int, missed: Floats, bust: float, found: Found) -> float:
    """Return the value of rolling on a board.

    Of the columns that the dice show the best one is used. So the value of the i-th best legal
    cell of the row counts with the chance that it is shown and none of those before it is.

    Args:
        board: The buttons, without those of the first board.
        legal: The cells that were legal on the first board.
        missed: The chance that no die shows any of this number of columns; see `unseen`.
        bust: The value of a bust.
        found: The values of boards with more buttons, the table for their numbers, and room for
            the values of a row.
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
                value = values[rest + steps[row, above, more] + steps[row + 1, more, below]]
                place = cells
                while place and ranked[place - 1] < value:
                    ranked[place] = ranked[place - 1]
                    place -= 1
                ranked[place] = value
                cells += 1
        for place in range(cells):
            total += (missed[place] - missed[place + 1]) * ranked[place]
        total += missed[cells] * bust
    return total / SIZE


@njit(nogil=True, cache=True)
def end_value(
    buttons: int, stars: int, colours: tuple[Ints, int], worth: Worth, lines: bool
) -> float:
    """Return the value of opting out with these buttons."""
    earned = stars_earned(buttons, colours[0], colours[1])
    column, row = 0, 0
    if lines:
        column, row, _ = best_kinds(buttons, stars, earned)
    value: float = worth[earned, column, row]
    return value


@njit(nogil=True, cache=True)
def solve_boards(start: Ints, colours: tuple[Ints, int], worth: Worth, steps: Ints) -> Floats:
    """Return the values of all boards, by number.

    Args:
        start: The legal cells, the buttons and the stars of the first board; the number of black
            dice; and whether lines of stars matter.
        colours: The cells of each colour, and the cards.
        worth: What the player gets at the end.
        steps: The table for the numbers of boards.
    """
    legal, buttons, stars, black, lines = start
    board = _board_before(-1, legal)
    values = np.empty(number_of(board, steps) + 1)
    missed = unseen(black)
    found = values, steps, np.empty(SIZE)
    for number in range(len(values) - 1, -1, -1):
        value = roll_value(board, legal, missed, worth[0, 0, 0], found)
        if board | buttons:
            value = max(value, end_value(board | buttons, stars, colours, worth, lines != 0))
        values[number] = value
        if number:
            board = _board_before(board, legal)
    return values

"""All ways in which buttons can lie on a board without stars, and the chance of a bust there."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from games.engine.buttons.analysis import chance_of_bust
from games.engine.buttons.board import NO_CELLS, SIZE, Cell
from games.engine.dice import FACES

MOST_BUTTONS = 7
"""Largest number of buttons that is examined."""

_FULL = 2**SIZE - 1
_ROWS = tuple(row for row in range(_FULL + 1) if not row & row << 1)
"""Every way in which buttons can lie in one row (BT-9). The lowest bit is column 1."""


@dataclass(frozen=True, slots=True)
class Arrangements:
    """All ways in which a number of buttons can lie, all with equal weight.

    Attributes:
        ways: Number of ways.
        mean: Mean of their chances of a bust.
        safest: The buttons of a way with the smallest chance of a bust.
        riskiest: The buttons of a way with the greatest chance of a bust.
        dice: Number of dice of the roll.
    """

    ways: int
    mean: Fraction
    safest: frozenset[Cell]
    riskiest: frozenset[Cell]
    dice: int

    @property
    def least(self) -> Fraction:
        """The chance of a bust with the safest buttons."""
        return chance_of_bust(self.safest, NO_CELLS, self.dice)

    @property
    def greatest(self) -> Fraction:
        """The chance of a bust with the riskiest buttons."""
        return chance_of_bust(self.riskiest, NO_CELLS, self.dice)


@dataclass(frozen=True, slots=True)
class _Tally:
    """Ways to fill the first rows of a board.

    The weight of a way is the number of rolls that are a bust, summed over these rows.

    Attributes:
        ways: Number of ways.
        total: Sum of the weights of all ways.
        least: The smallest weight, and the rows of a way that has it.
        greatest: The greatest weight, and the rows of a way that has it.
    """

    ways: int
    total: int
    least: tuple[int, tuple[int, ...]]
    greatest: tuple[int, tuple[int, ...]]

    def grown(self, row: int, weight: int) -> "_Tally":
        """Return the same ways with one more row, adding `weight` to each."""
        (least, safest), (greatest, riskiest) = self.least, self.greatest
        return _Tally(
            self.ways,
            self.total + self.ways * weight,
            (least + weight, (*safest, row)),
            (greatest + weight, (*riskiest, row)),
        )

    def joined(self, other: "_Tally | None") -> "_Tally":
        """Return these ways together with the ways of the other tally."""
        if other is None:
            return self
        return replace(
            self,
            ways=self.ways + other.ways,
            total=self.total + other.total,
            least=min(self.least, other.least),
            greatest=max(self.greatest, other.greatest),
        )


@cache
def arrangements(dice: int) -> tuple[Arrangements, ...]:
    """Return the ways in which 0, 1, ... `MOST_BUTTONS` buttons can lie.

    The board is filled row by row. The chance of a bust in a row depends only on the buttons in it
    and in the two rows next to it, so one tally is enough for all ways with the same last two rows.

    Args:
        dice: Number of dice of the roll, 2 to 6.

    Returns:
        The arrangements; the index is the number of buttons.
    """
    rows = _first_rows(dice)
    for _ in range(SIZE - 2):
        rows = _with_next_row(rows, dice, _ROWS)
    whole: dict[int, _Tally] = {}
    for (_, _, placed), tally in _with_next_row(rows, dice, (0,)).items():
        whole[placed] = tally.joined(whole.get(placed))
    return tuple(_explained(whole[placed], dice) for placed in range(MOST_BUTTONS + 1))


_Tallies = dict[tuple[int, int, int], _Tally]
"""Tallies by the buttons of the last row but one, those of the last row, and the number of all."""


def _first_rows(dice: int) -> _Tallies:
    """Return the ways to fill the first two rows. The weight of the first one is included."""
    nothing = _Tally(1, 0, (0, ()), (0, ()))
    first: _Tallies = {(0, row, row.bit_count()): nothing.grown(row, 0) for row in _ROWS}
    return _with_next_row(first, dice, _ROWS)


def _with_next_row(tallies: _Tallies, dice: int, rows: tuple[int, ...]) -> _Tallies:
    """Return the ways with one more row. Their weights then include the row above it."""
    grown: _Tallies = {}
    for (above, here, placed), tally in tallies.items():
        for below in rows:
            count = placed + below.bit_count()
            if here & below or count > MOST_BUTTONS:
                continue
            blocked = (here | here << 1 | here >> 1 | above | below) & _FULL
            weight = blocked.bit_count() ** (dice - 1)
            key = here, below, count
            grown[key] = tally.grown(below, weight).joined(grown.get(key))
    return grown


def _explained(tally: _Tally, dice: int) -> Arrangements:
    rolls = SIZE * FACES ** (dice - 1)
    return Arrangements(
        tally.ways,
        Fraction(tally.total, tally.ways * rolls),
        _cells(tally.least[1]),
        _cells(tally.greatest[1]),
        dice,
    )


def _cells(rows: tuple[int, ...]) -> frozenset[Cell]:
    return frozenset(
        (row, column)
        for row, columns in enumerate(rows[:SIZE], start=1)
        for column in range(1, SIZE + 1)
        if columns >> (column - 1) & 1
    )

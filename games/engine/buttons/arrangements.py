"""All ways in which buttons can lie on a board without stars, and their chances of a bust."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from games.engine.buttons.analysis import chance_of_bust
from games.engine.buttons.board import NO_CELLS, SIZE, Cell
from games.engine.dice import FACES

MOST_BUTTONS = 7
"""Largest number of buttons for which the ways are computed."""

_FULL = 2**SIZE - 1
_ROWS = tuple(row for row in range(_FULL + 1) if not row & row << 1)
"""Every way in which buttons can lie in one row (BT-9). The lowest bit is column 1."""


@dataclass(frozen=True, slots=True)
class Arrangements:
    """All ways in which a given number of buttons can lie, all equally likely."""

    ways: int  # number of ways
    mean: Fraction  # mean chance of a bust
    safest: frozenset[Cell]  # a way with the smallest chance of a bust
    riskiest: frozenset[Cell]  # a way with the greatest chance of a bust
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
    """Ways to fill the first rows. A way's weight: the number of rolls that bust in these rows."""

    ways: int
    total: int  # sum of all weights
    least: tuple[int, tuple[int, ...]]  # smallest weight, and the rows of a way that has it
    greatest: tuple[int, tuple[int, ...]]  # greatest weight, and the rows of a way that has it

    def grown(self, row: int, weight: int) -> "_Tally":
        (least, safest), (greatest, riskiest) = self.least, self.greatest
        return _Tally(
            self.ways,
            self.total + self.ways * weight,
            (least + weight, (*safest, row)),
            (greatest + weight, (*riskiest, row)),
        )

    def joined(self, other: "_Tally | None") -> "_Tally":
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
    """Return the ways for 0 to `MOST_BUTTONS` buttons, indexed by this number. dice: 2 to 6."""
    # The board is filled row by row. The chance of a bust in a row depends only on the buttons in
    # it and in the two rows next to it, so one tally is enough for all ways with the same last two
    # rows. The weight of a row is added with the next row, so an empty row follows the last one.
    nothing = _Tally(1, 0, (0, ()), (0, ()))
    rows: _Tallies = {(0, row, row.bit_count()): nothing.grown(row, 0) for row in _ROWS}
    for _ in range(SIZE - 1):
        rows = _with_next_row(rows, dice, _ROWS)
    whole: dict[int, _Tally] = {}
    for (_, _, placed), tally in _with_next_row(rows, dice, (0,)).items():
        whole[placed] = tally.joined(whole.get(placed))
    rolls = SIZE * FACES ** (dice - 1)
    return tuple(
        Arrangements(
            tally.ways,
            Fraction(tally.total, tally.ways * rolls),
            _cells(tally.least[1]),
            _cells(tally.greatest[1]),
            dice,
        )
        for _placed, tally in sorted(whole.items())
    )


_Tallies = dict[tuple[int, int, int], _Tally]
"""Tallies by the last row but one, the last row (both as in `_ROWS`) and the number of buttons."""


def _with_next_row(tallies: _Tallies, dice: int, rows: tuple[int, ...]) -> _Tallies:
    """Return the ways with one more row. Their weights then include the row above the new one."""
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


def _cells(rows: tuple[int, ...]) -> frozenset[Cell]:
    return frozenset(
        (row, column)
        for row, columns in enumerate(rows[:SIZE], start=1)
        for column in range(1, SIZE + 1)
        if columns >> (column - 1) & 1
    )

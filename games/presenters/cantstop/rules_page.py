"""What the page with the rules of Can't Stop shows besides its text: odds, lengths, bots."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from games.engine.cantstop.analysis import rolls_using
from games.engine.cantstop.board import COLUMNS, LENGTHS, ROLLS
from games.presenters.cantstop.words import BOTS
from games.presenters.shared import percent

EXAMPLES = ((6, 7, 8), (4, 6, 8), (5, 7, 9), (2, 7, 12), (3, 7, 11), (2, 3, 12))
"""Columns of three runners, from the safest to the most daring."""


@dataclass(frozen=True, slots=True)
class ColumnOdds:
    """A column: how long it is, and how many of the 1296 rolls can make its sum."""

    column: int
    length: int
    rolls: int

    @property
    def percent(self) -> str:
        return percent(Fraction(self.rolls, len(ROLLS)))


@dataclass(frozen=True, slots=True)
class RunnerOdds:
    """Three columns with runners, and how many of the 1296 rolls advance one of them."""

    columns: tuple[int, ...]
    rolls: int

    @property
    def safe(self) -> str:
        return percent(Fraction(self.rolls, len(ROLLS)))

    @property
    def bust(self) -> str:
        return percent(1 - Fraction(self.rolls, len(ROLLS)))


def rules_context() -> dict[str, Any]:
    """Return what the template of the rules draws."""
    return {"columns": _columns(), "examples": _examples(), "bots": BOTS, "rolls": len(ROLLS)}


@cache
def _columns() -> list[ColumnOdds]:
    return [
        ColumnOdds(column, LENGTHS[column], rolls_using(frozenset({column}))) for column in COLUMNS
    ]


@cache
def _examples() -> list[RunnerOdds]:
    return [RunnerOdds(columns, rolls_using(frozenset(columns))) for columns in EXAMPLES]

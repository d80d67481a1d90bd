"""The numbers on the page about playing Buttons well, from the engine's tables."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from games.engine.buttons.analysis import (
    chance_of_bust,
    chance_of_bust_in_row,
    chance_to_place_on,
    even_risk,
)
from games.engine.buttons.arrangements import MOST_BUTTONS, Arrangements, arrangements
from games.engine.buttons.board import LINE, NO_CELLS, SIZE, legal_in_row
from games.engine.buttons.deal import cards_each
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.scoring import Score
from games.engine.buttons.state import DICE
from games.pages.buttons.examples import SPREAD_OUT, examples
from games.presenters.shared import percent

# Every number of dice that a roll can have (BT-14).
ROLLED = (6, 5, 4, 3)

AT_STAKE = range(1, 6)  # stars that a bust would lose
GAINS = (1, 2)  # stars that one more roll may add


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, with a chance for each column of the table."""

    head: int
    chances: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """The chance of a bust with this number of buttons, by where they lie."""

    buttons: int
    found: Arrangements

    @property
    def least(self) -> str:
        return percent(self.found.least)

    @property
    def mean(self) -> str:
        return percent(self.found.mean)

    @property
    def greatest(self) -> str:
        return percent(self.found.greatest)


def strategy_context() -> dict[str, Any]:
    along_row, down_column = lines_of_stars()
    return {
        "examples": examples(),
        "dice": ROLLED,
        "in_row": [
            Row(legal, tuple(_fine_percent(chance_of_bust_in_row(legal, dice)) for dice in ROLLED))
            for legal in range(SIZE, -1, -1)
        ],
        "spread": spread(),
        "spread_out": SPREAD_OUT,
        "spread_shown": spread()[SPREAD_OUT - 1],
        "blocked_rows": blocked_rows(spread()[SPREAD_OUT - 1].found),
        "blocked_row": percent(chance_of_bust_in_row(0, DICE) / SIZE),
        "line": LINE,
        "along_row": percent(along_row),
        "down_column": _fine_percent(down_column),
        "gains": GAINS,
        "stakes": [
            Row(stars, tuple(percent(even_risk(stars, gain)) for gain in GAINS))
            for stars in AT_STAKE
        ],
        "colour_chances": [percent(chance) for chance in colour_chances()],
        "without_card": Score((Colour.RED,), ()).stars - 1,
        "with_card": Score((Colour.RED,), (Colour.RED,)).stars - 1,
        "most_stars": [
            (players, 1 + len(Colour) + cards_each(players))
            for players in range(ButtonsRules.min_players, ButtonsRules.max_players + 1)
        ],
    }


@cache
def spread() -> tuple[Spread, ...]:
    """Return the chances of a bust with all dice and 1, 2, ... buttons, by where these lie."""
    found = arrangements(DICE)
    return tuple(Spread(buttons, found[buttons]) for buttons in range(1, MOST_BUTTONS + 1))


def blocked_rows(found: Arrangements) -> int:
    """Count the rows in which the riskiest buttons leave no legal cell."""
    sides = range(1, SIZE + 1)
    return sum(not legal_in_row(found.riskiest, NO_CELLS, row, sides) for row in sides)


@cache
def lines_of_stars() -> tuple[Fraction, Fraction]:
    """Return the chance of a bust with a line of stars along a row, and with one down a column."""
    places = range(1, LINE + 1)
    row = frozenset((SIZE, place) for place in places)
    column = frozenset((place, SIZE) for place in places)
    return chance_of_bust(NO_CELLS, row, DICE), chance_of_bust(NO_CELLS, column, DICE)


@cache
def colour_chances() -> tuple[Fraction, ...]:
    """Return the chance to place on a given colour, for each number of dice in `ROLLED`.

    It is the mean over all colours and layouts, without any pieces on them.
    """
    boards = [(layout, colour) for layout in LAYOUTS.values() for colour in Colour]
    return tuple(
        sum((chance_to_place_on(*board, dice) for board in boards), Fraction(0)) / len(boards)
        for dice in ROLLED
    )


def _fine_percent(chance: Fraction) -> str:
    # One decimal would round a small chance to 0.
    if chance == 0 or chance >= Fraction(1, 1000):
        return percent(chance)
    return percent(chance, decimals=2)

"""What a page or a bot wants to know about a position, beyond the rules themselves."""

from collections.abc import Set
from enum import StrEnum
from fractions import Fraction

from games.engine.buttons.board import (
    LINES,
    NO_CELLS,
    SEGMENTS,
    SIZE,
    Cell,
    is_legal,
    legal_in_row,
)
from games.engine.buttons.layouts import Colour, Layout
from games.engine.buttons.scoring import score
from games.engine.buttons.state import ButtonsState
from games.engine.dice import FACES

_SIDES = range(1, SIZE + 1)


def chance_of_bust(buttons: Set[Cell], stars: Set[Cell], dice: int) -> Fraction:
    """Return the exact chance that a roll of 2..6 dice is a bust with these pieces (BT-10).

    Every row is equally likely; see `chance_of_bust_in_row`.
    """
    legal = (len(legal_in_row(buttons, stars, row, _SIDES)) for row in _SIDES)
    return sum((chance_of_bust_in_row(cells, dice) for cells in legal), Fraction(0)) / SIZE


def chance_of_bust_in_row(legal: int, dice: int) -> Fraction:
    """Return the chance of a bust in a row with so many legal cells (0..6), of 2..6 dice rolled.

    All dice but the white one name columns: with m of them it is ((6 - legal) / 6) ** m.
    """
    return Fraction(SIZE - legal, FACES) ** (dice - 1)


def bust_chance(state: ButtonsState, player: int) -> Fraction:
    """Return the exact chance that the next roll would be a bust, if the player made it."""
    return chance_of_bust(state.buttons[player], state.stars[player], state.dice)


class Obstacle(StrEnum):
    """Why a cell may not take a button (BT-9)."""

    BUTTON = "button"
    STAR = "star"
    NEIGHBOUR = "neighbour"
    """An own button lies right beside, above or below it."""


def obstacle(buttons: Set[Cell], stars: Set[Cell], cell: Cell) -> Obstacle | None:
    """Return what keeps a button from the cell of a board with these pieces, None if nothing."""
    if cell in buttons:
        return Obstacle.BUTTON
    if cell in stars:
        return Obstacle.STAR
    return None if is_legal(buttons, stars, cell) else Obstacle.NEIGHBOUR


def chance_to_place_on(layout: Layout, colour: Colour, dice: int) -> Fraction:
    """Return the chance that a roll of 2..6 dice lets the roller place on a colour.

    The layout has no pieces yet: so it is the chance that a column die shows one of the
    colour's columns in the row.
    """
    of_colour = (sum(layout[row, column] is colour for column in _SIDES) for row in _SIDES)
    return 1 - sum((chance_of_bust_in_row(cells, dice) for cells in of_colour), Fraction(0)) / SIZE


def even_risk(stars: int, gain: int) -> Fraction:
    """Return the chance of a bust at which a roll loses on average as many stars as it gains.

    stars: what opting out brings now.  gain: how many more after a roll that is no bust.
    """
    return Fraction(gain, stars + gain)


def stars_if_out(state: ButtonsState, player: int) -> int:
    """Return the stars the player's buttons earn by opting out now, 0 if that is illegal (BT-5)."""
    return score(state, player).stars if state.buttons[player] else 0


def longest_line(stars: Set[Cell]) -> int:
    """Return how many stars stand in the longest unbroken row or column, 0..6 (BT-18)."""
    return max((len(segment) for segment in SEGMENTS if segment <= stars), default=0)


def suggested_stars(state: ButtonsState, player: int) -> tuple[Cell, ...]:
    """Return the buttons to make stars of (BT-17), ascending.

    They complete the longest line that can be had; where lines are equally long, and for stars
    that are left over, those that bring most lines forward.
    """
    buttons, stars = state.buttons[player], state.stars[player]
    count = score(state, player).stars
    missing = [segment - stars for segment in SEGMENTS if segment <= stars | buttons]
    within = [NO_CELLS, *(cells for cells in missing if len(cells) <= count)]
    best = max(within, key=lambda cells: _line_with(stars | cells))
    chosen = set(best)
    while len(chosen) < count:
        free = sorted(buttons - chosen)
        chosen.add(max(free, key=lambda cell: _promise({*stars, *chosen, cell})))
    return tuple(sorted(chosen))


def _line_with(stars: Set[Cell]) -> tuple[int, int]:
    return longest_line(stars), _promise(stars)


def _promise(stars: Set[Cell]) -> int:
    """Return how far lines have come; a long one counts for more than several short ones."""
    return sum(4 ** len(stars & line) for line in LINES)

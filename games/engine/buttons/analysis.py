"""Properties of positions for pages and bots, beyond the rules."""

from collections.abc import Set
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

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

_CACHED = 1024
"""Number of cached results. Most events move few pieces, so the same boards are asked for again."""


@lru_cache(_CACHED)
def chance_of_bust(buttons: frozenset[Cell], stars: frozenset[Cell], dice: int) -> Fraction:
    """Return the exact chance that a roll of 2 to 6 dice is a bust on a player's board (BT-10).

    All rows are equally likely; see `chance_of_bust_in_row`.
    """
    legal = (len(legal_in_row(buttons, stars, row, _SIDES)) for row in _SIDES)
    return sum((chance_of_bust_in_row(cells, dice) for cells in legal), Fraction(0)) / SIZE


def chance_of_bust_in_row(legal: int, dice: int) -> Fraction:
    """Return the chance of a bust if the white die names a row with 0 to 6 legal cells.

    `dice`: 2 to 6, including the white die. Each of the m other dice names a column, so the chance
    is ((6 - legal) / 6) ** m.
    """
    return Fraction(SIZE - legal, FACES) ** (dice - 1)


def bust_chance(state: ButtonsState, player: int) -> Fraction:
    """Return the exact chance that the next roll is a bust if the player makes it."""
    return chance_of_bust(state.buttons[player], state.stars[player], state.dice)


class Obstacle(StrEnum):
    """Why no button may be placed on a cell (BT-9)."""

    BUTTON = "button"
    STAR = "star"
    NEIGHBOUR = "neighbour"
    """A button of the player lies on a cell beside, above or below it."""


def obstacle(buttons: Set[Cell], stars: Set[Cell], cell: Cell) -> Obstacle | None:
    """Return why the player may place no button on the cell, or None if they may (BT-9)."""
    if cell in buttons:
        return Obstacle.BUTTON
    if cell in stars:
        return Obstacle.STAR
    return None if is_legal(buttons, stars, cell) else Obstacle.NEIGHBOUR


def chance_to_place_on(layout: Layout, colour: Colour, dice: int) -> Fraction:
    """Return the chance that a roll of 2 to 6 dice lets the roller place a button on this colour.

    The board is empty. A column die must name a cell of the colour in the row of the white die.
    """
    of_colour = (sum(layout[row, column] is colour for column in _SIDES) for row in _SIDES)
    return 1 - sum((chance_of_bust_in_row(cells, dice) for cells in of_colour), Fraction(0)) / SIZE


def even_risk(stars: int, gain: int) -> Fraction:
    """Return the chance of a bust at which a roll's average gain equals its average loss.

    stars: number lost by a bust.  gain: number won by any other roll.
    """
    return Fraction(gain, stars + gain)


def stars_if_out(state: ButtonsState, player: int) -> int:
    """Return the stars for opting out now (BT-16), 0 if opting out is illegal (BT-5)."""
    return score(state, player).stars if state.buttons[player] else 0


@lru_cache(_CACHED)
def longest_line(stars: frozenset[Cell]) -> int:
    """Return the number of stars in the longest unbroken row or column, 0 to 6 (BT-18)."""
    # `SEGMENTS` begins with the shortest ones.
    return next((len(segment) for segment in reversed(SEGMENTS) if segment <= stars), 0)


def longest_lines(stars: frozenset[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Return the longest unbroken lines of stars in rows and columns; () if no two stars touch."""
    length = longest_line(stars)
    lines = [line for line in SEGMENTS if len(line) == length and line <= stars]
    return tuple(tuple(sorted(line)) for line in lines) if length > 1 else ()


def stars_in_line(state: ButtonsState, player: int) -> tuple[Cell, ...]:
    """Return the buttons that are best replaced by stars (BT-17), in ascending order.

    They complete the longest possible line. Ties between lines, and the cells of further stars, are
    decided by the progress of all lines (`_promise`), then in favour of upper and left cells.
    Bots place their stars like this, and tables preselect these cells for players.
    """
    buttons, stars = state.buttons[player], state.stars[player]
    count = score(state, player).stars
    missing = [segment - stars for segment in SEGMENTS if segment <= stars | buttons]
    within = [NO_CELLS, *(cells for cells in missing if len(cells) <= count)]
    best = max(within, key=lambda cells: (longest_line(stars | cells), _promise(stars | cells)))
    chosen = set(best)
    while len(chosen) < count:
        free = sorted(buttons - chosen)
        chosen.add(max(free, key=lambda cell: _promise({*stars, *chosen, cell})))
    return tuple(sorted(chosen))


def _promise(stars: Set[Cell]) -> int:
    """Rate the progress of all lines. One long line counts for more than several short ones."""
    return sum(4 ** len(stars & line) for line in LINES)

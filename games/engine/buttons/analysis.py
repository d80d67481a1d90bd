"""What a page or a bot wants to know about a position, beyond the rules themselves."""

from collections.abc import Set
from fractions import Fraction

from games.engine.buttons.board import LINES, NO_CELLS, SEGMENTS, SIZE, Cell, legal_in_row
from games.engine.buttons.scoring import score
from games.engine.buttons.state import ButtonsState
from games.engine.dice import FACES

_SIDES = range(1, SIZE + 1)


def chance_of_bust(buttons: Set[Cell], stars: Set[Cell], dice: int) -> Fraction:
    """Return the exact chance that a roll of 2..6 dice is a bust with these pieces (BT-10).

    With k legal cells in row r and m dice that name columns, the row is a bust with the
    chance ((6 - k) / 6) ** m; every row is equally likely.
    """
    blocked = (SIZE - len(legal_in_row(buttons, stars, row, _SIDES)) for row in _SIDES)
    return sum((Fraction(cells, FACES) ** (dice - 1) for cells in blocked), Fraction(0)) / SIZE


def bust_chance(state: ButtonsState, player: int) -> Fraction:
    """Return the exact chance that the next roll would be a bust, if the player made it."""
    return chance_of_bust(state.buttons[player], state.stars[player], state.dice)


def stars_if_out(state: ButtonsState, player: int) -> int:
    """Return the stars the player's buttons earn if he opts out now, 0 when he may not (BT-5)."""
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

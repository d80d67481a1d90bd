"""What a page or a bot wants to know about a position, beyond the rules themselves."""

from collections.abc import Set
from fractions import Fraction

from games.engine.buttons.board import SIZE, Cell, legal_in_row
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

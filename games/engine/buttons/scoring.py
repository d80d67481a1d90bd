"""What a round is worth, and who has won (BT-16 to BT-19)."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.buttons.board import has_line
from games.engine.buttons.layouts import Colour
from games.engine.buttons.state import ButtonsState
from games.engine.core import Outcome

ENOUGH_OF_COLOUR = 3
"""Buttons of a colour that earn a star (BT-16)."""

ENOUGH_STARS = 12
"""Stars that win without a line (BT-18)."""


@dataclass(frozen=True, slots=True)
class Score:
    """What the buttons of a player earn (BT-16).

    colours: those with three or more buttons.  cards: those of them the player holds.
    """

    colours: tuple[Colour, ...]
    cards: tuple[Colour, ...]

    @property
    def stars(self) -> int:
        """Return the stars earned, 1..7; one of them is for opting out itself."""
        return 1 + len(self.colours) + len(self.cards)


def score(state: ButtonsState, player: int) -> Score:
    """Return what the player's buttons earn by opting out, now or before (BT-16)."""
    counts = state.colours(player)
    colours = tuple(colour for colour in Colour if counts[colour] >= ENOUGH_OF_COLOUR)
    hand = state.cards[player]
    return Score(colours, tuple(colour for colour in colours if colour in hand))


def result(state: ButtonsState, players: Iterable[int]) -> Outcome | None:
    """Return who of the players, all stars being placed, has won, or None (BT-18, BT-19)."""
    stars = {player: len(state.stars[player]) for player in players}
    lines = {player: stars[player] for player in stars if has_line(state.stars[player])}
    many = {player: count for player, count in stars.items() if count >= ENOUGH_STARS}
    best = lines or many
    if not best:
        return None
    winners = tuple(player for player in sorted(best) if best[player] == max(best.values()))
    return Outcome(winners, "line" if lines else "stars")

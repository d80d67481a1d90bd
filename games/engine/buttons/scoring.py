"""The stars that a round earns, and the winners (BT-16 to BT-19)."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.buttons.board import has_line
from games.engine.buttons.layouts import Colour
from games.engine.buttons.state import ButtonsState
from games.engine.core import Outcome

ENOUGH_OF_COLOUR = 3
"""Number of buttons on a colour that earn a star (BT-16)."""

ENOUGH_STARS = 12
"""Number of stars that win without a line (BT-18)."""


@dataclass(frozen=True, slots=True)
class Score:
    """The sources of a player's stars, besides opting out (BT-16)."""

    colours: tuple[Colour, ...]  # colours with three or more of the player's buttons
    cards: tuple[Colour, ...]  # part of `colours`: the player holds their cards

    @property
    def stars(self) -> int:
        """The number of stars earned, 1 to 7. One of them is for opting out."""
        return 1 + len(self.colours) + len(self.cards)


def score(state: ButtonsState, player: int) -> Score:
    """Return the score of the player's buttons, if they opt out now or have opted out (BT-16)."""
    counts = state.colours(player)
    colours = tuple(colour for colour in Colour if counts[colour] >= ENOUGH_OF_COLOUR)
    hand = state.cards[player]
    return Score(colours, tuple(colour for colour in colours if colour in hand))


def result(state: ButtonsState, players: Iterable[int]) -> Outcome | None:
    """Return the outcome for players still in the game, None if the game goes on (BT-18, BT-19)."""
    stars = {player: len(state.stars[player]) for player in players}
    lines = {player: stars[player] for player in stars if has_line(state.stars[player])}
    many = {player: count for player, count in stars.items() if count >= ENOUGH_STARS}
    best = lines or many
    if not best:
        return None
    winners = tuple(player for player in sorted(best) if best[player] == max(best.values()))
    return Outcome(winners, "line" if lines else "stars")

"""The analysis of a position."""

from collections.abc import Mapping
from dataclasses import dataclass

Values = tuple[float, ...]
"""The chances to win, in the order of the players; they sum to 1.

In a game for one player: minus the average number of turns that the game still takes, the present
turn included, so that more is better here as well.
"""


@dataclass(frozen=True, slots=True)
class IfBust:
    """The risk of a bust if the player rolls now."""

    chance: float  # 0 to 1
    values: Values  # on average after a bust; zeros if no bust is possible


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How good a position is for everybody, and each legal action of a player in it."""

    value: Values  # if everybody goes on in the best way
    actions: Mapping[str, Values]  # after each legal action, by the text of the action
    approximate: bool = False  # whether the weights were not trained for these options
    bust: IfBust | None = None  # None if the player cannot choose to roll

    def best(self, player: int) -> str:
        """Return the text of the best action for a player, the first of equals."""
        return max(self.actions, key=lambda text: self.actions[text][player])

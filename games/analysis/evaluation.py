"""What the analysis says about a position."""

from collections.abc import Mapping
from dataclasses import dataclass

Values = tuple[float, ...]
"""How well each player stands, in the order of the players.

Their chances to win, which sum to 1. In a game for one player: minus the number of turns that the
game still takes on average, the present turn included, so that more is better here as well.
"""


@dataclass(frozen=True, slots=True)
class IfBust:
    """What a bust would mean if the player rolled now.

    Attributes:
        chance: How likely it is, 0 to 1.
        values: How well everybody stands after it, on average; zero where there is no chance of it.
    """

    chance: float
    values: Values


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How good a position is for everybody, and each legal action of a player in it.

    Attributes:
        value: How well everybody stands if all go on in the best way.
        actions: How well everybody stands after each legal action, by the text of the action.
        approximate: Whether the values were not trained for the options of this table.
        bust: What a bust would mean; None where the player cannot choose to roll.
    """

    value: Values
    actions: Mapping[str, Values]
    approximate: bool = False
    bust: IfBust | None = None

    def best(self, player: int) -> str:
        """Return the text of the best action for a player, the first of equals."""
        return max(self.actions, key=lambda text: self.actions[text][player])

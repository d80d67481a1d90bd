"""Standing orders: what a player has done for them without being asked again.

The orders of a kind are plain data. They see what the player sees, and nothing else: they cannot
foresee a roll.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, Self

from games.engine.core import Action, Json, Rules, S


class Orders(ABC, Generic[S]):
    """The standing orders of one player. Each game has a frozen dataclass of its own."""

    @classmethod
    @abstractmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the orders written by `to_json`."""

    @abstractmethod
    def to_json(self) -> Json:
        """Return the orders as plain JSON."""

    @abstractmethod
    def action(self, rules: Rules[S], state: S, player: int) -> Action | None:
        """Return what the orders say for a decision.

        Args:
            rules: The rules of the game.
            state: The present position.
            player: The player who gave the orders and has a decision to make.

        Returns:
            A legal action, or None where the player is to be asked.
        """

    def are_over(self, state: S, player: int) -> bool:
        """Return whether the orders were for a time that is past in this position."""
        return False


def only_action(rules: Rules[S], state: S, player: int) -> Action | None:
    """Return the action of a player where the rules leave no choice, else None."""
    legal = rules.legal_actions(state, player)
    return legal[0] if len(legal) == 1 else None

"""Standing orders: decisions that the site makes for a player, who ordered them in advance.

Orders are plain data. They only get the position, so they cannot foresee a roll.
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
        """Return a legal action for the player's decision, or None to ask the player."""

    def are_over(self, state: S, player: int) -> bool:
        """Return whether the orders were for a part of the game that has ended."""
        return False


def only_action(rules: Rules[S], state: S, player: int) -> Action | None:
    """Return the player's action if the rules leave no choice, else None."""
    legal = rules.legal_actions(state, player)
    return legal[0] if len(legal) == 1 else None

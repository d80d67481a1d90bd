"""The actions of Can't Stop."""

from dataclasses import dataclass
from itertools import product

from games.engine.cantstop.board import COLUMNS
from games.engine.core import Action, Resign


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll all four dice (CS-3, CS-14)."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Split(Action):
    """Advance by one split of the dice (CS-8)."""

    # (5, 9) is one step in each column, first in that of the pair with the first die; (7, 7) is
    # two steps with a double; (7,) is one step.
    columns: tuple[int, ...]

    def __str__(self) -> str:
        return "split:" + "+".join(map(str, self.columns))


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """End the turn and keep its gain (CS-14)."""

    def __str__(self) -> str:
        return "stop"


ROLL = Roll()
STOP = Stop()

SPLITS: dict[tuple[int, ...], Split] = {
    columns: Split(columns) for count in (1, 2) for columns in product(COLUMNS, repeat=count)
}
"""All possible splits by their columns."""

BY_TEXT: dict[str, Action] = {
    str(action): action for action in (ROLL, *SPLITS.values(), STOP, Resign())
}
"""All actions that a form can send, by their texts."""

"""What a player can wish to do in Can't Stop."""

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
    """Advance by one split of the dice (CS-8).

    columns: the columns actually advanced, in order: `(5, 9)` one step in each, the pair with the
    first die first; `(7, 7)` two steps of a double; `(7,)` one step.
    """

    columns: tuple[int, ...]

    def __str__(self) -> str:
        return "split:" + "+".join(map(str, self.columns))


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """End the turn and keep what it gained (CS-14)."""

    def __str__(self) -> str:
        return "stop"


ROLL = Roll()
STOP = Stop()

SPLITS: dict[tuple[int, ...], Split] = {
    columns: Split(columns) for count in (1, 2) for columns in product(COLUMNS, repeat=count)
}
"""Every split there can be, by its columns."""

BY_TEXT: dict[str, Action] = {
    str(action): action for action in (ROLL, *SPLITS.values(), STOP, Resign())
}
"""Every action a form may carry, by its text."""

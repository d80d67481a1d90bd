"""The position a point of view shows, as Buttons' own types, and the step that led to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from games.engine.buttons.board import NO_CELLS, Cell
from games.engine.buttons.events import Rolled
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import ButtonsState, Phase
from games.engine.core import Event, Ruled
from games.history import History
from games.pov import Pov


def state_of(pov: Pov) -> ButtonsState:
    """Return the position shown."""
    return cast("ButtonsState", pov.state)


def rules_of(pov: Pov) -> ButtonsRules:
    """Return the rules of the table."""
    return cast("ButtonsRules", pov.rules)


def phase_at(log: History, seq: int) -> Phase:
    """Return what the game waited for after this number of events."""
    return cast("ButtonsState", log.states[seq]).phase


def begins_step(log: History, index: int) -> bool:
    """Return whether the event with this index is a step of its own, not part of the one before.

    All decisions on one roll are one step, and so are all the stars of a round (BT-13, BT-17).
    A ruling is one by itself.
    """
    phase = phase_at(log, index)
    together = phase in {Phase.PLACE, Phase.STARS} and not isinstance(log.events[index], Ruled)
    return not together or phase_at(log, index - 1) is not phase


@dataclass(frozen=True, slots=True)
class Scene:
    """What people still look at: the latest step, with the roll that its decisions are about.

    events: from the roll, or the step's first event, to the last one shown.
    states: the position before the first of them, and after each.
    """

    events: Sequence[Event]
    states: Sequence[ButtonsState]

    @property
    def rolled(self) -> Rolled | None:
        """The roll that the scene is about."""
        first = self.events[0] if self.events else None
        return first if isinstance(first, Rolled) else None

    @property
    def bust(self) -> bool:
        """Whether that roll was a bust."""
        return self.rolled is not None and not self.states[0].roller_cells(self.rolled)

    @property
    def lost(self) -> frozenset[Cell]:
        """The buttons that a bust took away."""
        if self.rolled is None or not self.bust:
            return NO_CELLS
        return self.states[0].buttons[self.rolled.actor]


def scene(pov: Pov) -> Scene:
    """Return what happened last: a roll with all decisions on it so far, or another step."""
    first = max(pov.seq - 1, 0)
    while first and not begins_step(pov.log, first):
        first -= 1
    decided = pov.seq and not isinstance(pov.log.events[first], Ruled)
    if decided and phase_at(pov.log, first) is Phase.PLACE:
        first -= 1
    states = cast("list[ButtonsState]", pov.log.states[first : pov.seq + 1])
    return Scene(pov.log.events[first : pov.seq], states)

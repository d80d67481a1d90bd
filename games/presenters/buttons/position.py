"""The state and rules of a point of view, typed as those of Buttons, and its latest step."""

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
    return cast("ButtonsState", pov.state)


def rules_of(pov: Pov) -> ButtonsRules:
    return cast("ButtonsRules", pov.rules)


def phase_at(log: History, seq: int) -> Phase:
    return cast("ButtonsState", log.states[seq]).phase


def begins_step(log: History, index: int) -> bool:
    """Return whether the event with this index begins a step instead of continuing one.

    All decisions on one roll are one step, and so are all the stars of a round (BT-13, BT-17).
    A ruling is a step by itself.
    """
    phase = phase_at(log, index)
    together = phase in {Phase.PLACE, Phase.STARS} and not isinstance(log.events[index], Ruled)
    return not together or phase_at(log, index - 1) is not phase


@dataclass(frozen=True, slots=True)
class Scene:
    """The latest step, with the roll that its decisions are about.

    events: from the roll, or the step's first event, to the last one shown.
    states: the position before the first event, and after each event.
    rolled: the roll, if the scene begins with one.  bust: whether it was a bust.
    """

    events: Sequence[Event]
    states: Sequence[ButtonsState]
    rolled: Rolled | None
    bust: bool

    @property
    def lost(self) -> frozenset[Cell]:
        """The buttons that a bust took away."""
        return self.states[0].buttons[self.rolled.actor] if self.rolled and self.bust else NO_CELLS


def scene(pov: Pov) -> Scene:
    """Return the latest scene: a roll with all decisions on it so far, or another step."""
    first = max(pov.seq - 1, 0)
    while first and not begins_step(pov.log, first):
        first -= 1
    decided = pov.seq and not isinstance(pov.log.events[first], Ruled)
    if decided and phase_at(pov.log, first) is Phase.PLACE:
        first -= 1
    events = pov.log.events[first : pov.seq]
    states = cast("list[ButtonsState]", pov.log.states[first : pov.seq + 1])
    rolled = events[0] if events and isinstance(events[0], Rolled) else None
    bust = rolled is not None and not states[0].roller_cells(rolled)
    return Scene(events, states, rolled, bust)

"""Standing orders in Can't Stop: how far to go on in a turn."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from games.engine.cantstop.actions import ROLL, STOP
from games.engine.cantstop.analysis import bust_chance
from games.engine.cantstop.board import COLUMNS, LENGTHS
from games.engine.cantstop.events import Stopped
from games.engine.cantstop.state import CantStopState
from games.engine.core import Action, Json, Rules
from games.engine.orders import Orders


@dataclass(frozen=True, slots=True)
class CantStopOrders(Orders[CantStopState]):
    """Orders for rolling and stopping. The player always chooses the splits."""

    roll_under: int  # roll while the chance of a bust is below this percentage, 1 to 100
    at_top: bool = True  # stop as soon as a runner is on a top
    at_gain: int | None = None  # stop with this number of spaces gained, from 1; None: never
    turn: int | None = None  # the player's only turn with these orders, from 1; None: all turns

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the orders written by `to_json`."""
        return cls(**data)

    def to_json(self) -> Json:
        """Return the orders as plain JSON."""
        return asdict(self)

    def action(
        self, rules: Rules[CantStopState], state: CantStopState, player: int
    ) -> Action | None:
        """Return the ordered roll or stop, or None to ask the player."""
        legal = rules.legal_actions(state, player)
        if self.turn not in {None, state.turns[player]} or ROLL not in legal:
            return None
        topped = any(state.runners[column] == LENGTHS[column] for column in COLUMNS)
        gain = self.at_gain is not None and gained(state, player) >= self.at_gain
        enough = gain or (self.at_top and topped)
        if STOP in legal:
            # If a stop would end the game, stop only if the orders say so and the player wins.
            outcome = rules.outcome(rules.apply_event(state, Stopped(player)))
            if outcome is not None and not (enough and player in outcome.winners):
                return None
        if enough:
            return STOP if STOP in legal else None  # ask if the options forbid stopping
        return ROLL if bust_chance(state) * 100 < self.roll_under else None

    def are_over(self, state: CantStopState, player: int) -> bool:
        """Return whether the only turn with these orders has ended."""
        if self.turn is None:
            return False
        begun = state.turns[player]
        return begun > self.turn or (begun == self.turn and state.turn_player != player)


def gained(state: CantStopState, player: int) -> int:
    """Return the spaces gained by the runners of the turn. player: the turn player."""
    markers = state.markers[player]
    return sum(
        runner - marker for runner, marker in zip(state.runners, markers, strict=True) if runner
    )

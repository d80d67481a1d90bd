"""The state and rules of a point of view, typed as those of Can't Stop."""

from typing import cast

from games.engine.cantstop.board import COLUMNS
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState
from games.pov import Pov


def state_of(pov: Pov) -> CantStopState:
    return cast("CantStopState", pov.state)


def rules_of(pov: Pov) -> CantStopRules:
    return cast("CantStopRules", pov.rules)


def newly_claimed(before: CantStopState, after: CantStopState) -> tuple[int, ...]:
    """Return the columns that the turn player claimed from one position to the next, ascending."""
    player, owned = before.turn_player, before.owners
    return tuple(column for column in COLUMNS if after.owners[column] == player != owned[column])

"""Every game the contract tests play: each kind with each variant and number of players."""

from dataclasses import dataclass
from typing import Any

from games.engine.cantstop.variant import Meeting, goals
from games.engine.core import Json, Rules
from games.engine.registry import KINDS


@dataclass(frozen=True)
class Case:
    """One way to set up a table."""

    kind: str
    players: int
    variant: Json

    def rules(self) -> Rules[Any]:
        return KINDS[self.kind].make_rules(self.players, self.variant)

    def __str__(self) -> str:
        return "-".join(map(str, (self.kind, self.players, *self.variant.values())))


CANTSTOP_CASES = [
    Case(
        "cantstop",
        players,
        {"columns_to_win": goal, "meeting": meeting.value, "stop_early": stop_early},
    )
    for players in (2, 3, 4)
    for goal in goals(players)
    for meeting in Meeting
    for stop_early in (True, False)
]

CASES = CANTSTOP_CASES

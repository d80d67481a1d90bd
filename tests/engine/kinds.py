"""Every game the contract tests play: each kind with each variant and number of players.

Kinds whose rules are complete are played before the site offers them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.variant import ButtonsVariant
from games.engine.cantstop.variant import Meeting, goals
from games.engine.core import Json, Rules
from games.engine.registry import KINDS


def _buttons(players: int, variant: Mapping[str, Any]) -> ButtonsRules:
    return ButtonsRules(players, ButtonsVariant.from_json(variant))


RULES: dict[str, Callable[[int, Mapping[str, Any]], Rules[Any]]] = {
    **{slug: kind.make_rules for slug, kind in KINDS.items()},
    "buttons": _buttons,
}


@dataclass(frozen=True)
class Case:
    """One way to set up a table."""

    kind: str
    players: int
    variant: Json

    def rules(self) -> Rules[Any]:
        return RULES[self.kind](self.players, self.variant)

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

BUTTONS_CASES = [
    Case("buttons", players, {"layouts": layouts})
    for players in (2, 3, 4)
    for layouts in ("random", ["4B", "1A", "3A", "2B"][:players])
]

CASES = CANTSTOP_CASES + BUTTONS_CASES

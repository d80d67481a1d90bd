"""Every kind of game, and every table the contract tests play at: variants, numbers of players."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games.engine.cantstop.variant import Meeting, goals
from games.engine.core import Json, Rules
from games.engine.registry import KINDS
from tests.kinds.pig.engine.state import TARGETS

ROOT = Path(__file__).parents[2]
every_kind = pytest.mark.parametrize("kind", list(KINDS))


def documents(kind: str) -> Path:
    """Return the folder with the rules and the schema of a game."""
    own = ROOT / "tests" / "kinds" / kind
    return own if own.is_dir() else ROOT / "docs"


OFFERED = [kind for kind in KINDS if documents(kind) == ROOT / "docs"]
"""The games of the site itself, without those that only tests know."""

every_offered_kind = pytest.mark.parametrize("kind", OFFERED)

ANALYSED = [kind for kind in KINDS if "oracle" in KINDS[kind].bots]
"""The games that have an analysis."""

every_analysed_kind = pytest.mark.parametrize("kind", ANALYSED)


def some_bot(kind: str) -> str:
    """Return a bot that plays this game, the weakest."""
    return next(iter(KINDS[kind].bots))


@dataclass(frozen=True)
class Case:
    """One way to set up a table."""

    kind: str
    players: int
    variant: Json

    def rules(self) -> Rules[Any]:
        return KINDS[self.kind].rules_of_record(self.players, self.variant)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return "-".join(map(str, (self.kind, self.players, *self.variant.values())))


EVERY_CANTSTOP_CASE = [
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

PAIRWISE = {
    "cantstop-2-3-share-True",
    "cantstop-2-3-must-roll-True",
    "cantstop-2-4-jump-False",
    "cantstop-2-4-must-roll-True",
    "cantstop-2-5-share-False",
    "cantstop-3-3-jump-True",
    "cantstop-3-4-share-True",
    "cantstop-3-5-jump-True",
    "cantstop-3-5-must-roll-False",
    "cantstop-4-3-share-False",
    "cantstop-4-3-jump-True",
    "cantstop-4-3-must-roll-False",
    "pig-2-25",
    "pig-2-100",
    "pig-3-50",
}
"""What is tried of the options that go with each other: any two values of two options together."""


def some_of(cases: list[Case]) -> list[Case]:
    """Return the cases to try, all of them where the environment says EVERY_CASE."""
    return [case for case in cases if str(case) in PAIRWISE or "EVERY_CASE" in os.environ]


CANTSTOP_CASES = some_of(EVERY_CANTSTOP_CASE)

SOLO_CASES = [
    Case(slug, 1, kind.variant().to_json()) for slug, kind in KINDS.items() if kind.solo is not None
]

BUTTONS_CASES = [
    Case("buttons", players, {"layouts": layouts})
    for players in (2, 3, 4)
    for layouts in ("random", ["4B", "1A", "3A", "2B"][:players])
]

EVERY_PIG_CASE = [
    Case("pig", players, {"target": target}) for players in (2, 3) for target in TARGETS
]

CASES = CANTSTOP_CASES + SOLO_CASES + BUTTONS_CASES + some_of(EVERY_PIG_CASE)
EVERY_CASE = EVERY_CANTSTOP_CASE + SOLO_CASES + BUTTONS_CASES + EVERY_PIG_CASE
"""For tests that draw a few of them at random."""

OFFERED_CASES = [case for case in CASES if case.kind in OFFERED]

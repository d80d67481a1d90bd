"""The bots that play by the analysis. The engine does not compute it: others stand in for them."""

import random
from collections.abc import Mapping
from typing import Any

from games.engine.core import Action, Bot, Rules, State

SLUGS = ("gambler", "tortoise", "oracle")
"""Their slugs, the weakest first."""


class AnalysisBot(Bot[Any]):
    """Plays by the analysis where the site asks it for its action (`games/services/bot_moves.py`).

    Here, and if there is no analysis, its stand-in plays: the game's strongest other bot.
    """

    def __init__(self, slug: str, stand_in: Bot[Any]) -> None:
        self.slug = slug  # type: ignore[misc]  # they differ in nothing else
        self._stand_in = stand_in

    def seeded(self, chance: random.Random) -> "AnalysisBot":
        """Return the same bot with the choices of its stand-in drawn from `chance`."""
        return AnalysisBot(self.slug, self._stand_in.seeded(chance))

    def choose(self, rules: Rules[Any], state: State, player: int) -> Action:
        """Return the stand-in's action."""
        return self._stand_in.choose(rules, state, player)


def with_analysis(bots: Mapping[str, Bot[Any]]) -> dict[str, Bot[Any]]:
    """Return a game's bots, the weakest first, and then those that play by the analysis."""
    strongest = list(bots.values())[-1]
    return {**bots, **{slug: AnalysisBot(slug, strongest) for slug in SLUGS}}

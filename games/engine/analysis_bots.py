"""The bots that play by the analysis. The engine has no analysis, so stand-ins play for them."""

import random
from collections.abc import Mapping
from typing import Any

from games.engine.core import Action, Bot, Rules, State

SLUGS = ("gambler", "tortoise", "oracle")
"""Slugs of these bots, the weakest first."""


class AnalysisBot(Bot[Any]):
    """A bot that plays by the analysis on the site (`games/services/bot_moves.py`).

    In the engine, and if the analysis fails, its stand-in plays: the game's strongest other bot.
    """

    def __init__(self, slug: str, stand_in: Bot[Any]) -> None:
        self.slug = slug  # type: ignore[misc]  # a ClassVar, but here each bot has its own
        self._stand_in = stand_in

    def seeded(self, chance: random.Random) -> "AnalysisBot":
        """Return this bot with a stand-in that draws its choices from `chance`."""
        return AnalysisBot(self.slug, self._stand_in.seeded(chance))

    def choose(self, rules: Rules[Any], state: State, player: int) -> Action:
        """Return the stand-in's action."""
        return self._stand_in.choose(rules, state, player)


def with_analysis(bots: Mapping[str, Bot[Any]]) -> dict[str, Bot[Any]]:
    """Return a game's bots, the weakest first, followed by the bots that play by the analysis."""
    strongest = list(bots.values())[-1]
    return {**bots, **{slug: AnalysisBot(slug, strongest) for slug in SLUGS}}

"""The bots that play by the analysis. The engine does not compute it: others stand in for them."""

import random
from collections.abc import Mapping
from typing import Any

from games.engine.core import Action, Bot, Rules, State

SLUGS = ("gambler", "tortoise", "oracle")
"""Their slugs, the weakest first."""


class AnalysisBot(Bot[Any]):
    """Plays by the analysis where the site asks it for its action (`games/services/bot_moves.py`).

    Here, and where there is no analysis, it plays as its stand-in does.
    """

    def __init__(self, slug: str, stand_in: Bot[Any]) -> None:
        """Create the bot.

        Args:
            slug: Slug of the bot.
            stand_in: The strongest bot of the game that needs no analysis.
        """
        self.slug = slug  # type: ignore[misc]  # they differ in nothing else
        self._stand_in = stand_in

    def seeded(self, chance: random.Random) -> "AnalysisBot":
        """Return the same bot with the random choices of its stand-in drawn from `chance`."""
        return AnalysisBot(self.slug, self._stand_in.seeded(chance))

    def choose(self, rules: Rules[Any], state: State, player: int) -> Action:
        """Return the action that the stand-in takes."""
        return self._stand_in.choose(rules, state, player)


def with_analysis(bots: Mapping[str, Bot[Any]]) -> dict[str, Bot[Any]]:
    """Return the bots of a game, and after them those that play it by the analysis.

    Args:
        bots: Bots by slug, the weakest first.
    """
    strongest = list(bots.values())[-1]
    return {**bots, **{slug: AnalysisBot(slug, strongest) for slug in SLUGS}}

"""All kinds of games by slug: each folder next to this file that has a `kind.py` declares one."""

import random
from importlib import import_module
from pathlib import Path
from typing import Any

from games.engine.analysis_bots import AnalysisBot
from games.engine.core import Action, Rules, State
from games.engine.kind import GameKind


def _found() -> list[GameKind]:
    """Import `kind.py` of each folder and return the kinds in the order of `place`."""
    folders = [file.parent.name for file in Path(__file__).parent.glob("*/kind.py")]
    kinds = [import_module(f"games.engine.{name}.kind").KIND for name in folders]
    return sorted(kinds, key=lambda kind: kind.place)


KINDS: dict[str, GameKind] = {kind.slug: kind for kind in _found()}


def default_stand_in(kind: str) -> str:
    """Return the bot that plays on for somebody unless a table chooses another: a middling one.

    The strongest would be a gift to the player who has gone, the weakest one to their opponents. It
    needs no analysis.

    Args:
        kind: Slug of the kind of game.
    """
    bots = [bot.slug for bot in KINDS[kind].bots.values() if not isinstance(bot, AnalysisBot)]
    return bots[len(bots) // 2]


def decide(rules: Rules[Any], state: State, player: int, bot: str, chance: random.Random) -> Action:
    """Return the action that a bot takes, from what everybody at the table can see.

    A bot gets no other information than these arguments. It knows neither the game on the site nor
    the source of its dice, so it cannot foresee a roll.

    Args:
        rules: The rules of the game.
        state: The present position.
        player: A player who has a decision to make.
        bot: Slug of the bot.
        chance: Source of the bot's own random choices. The dice of the game are never used for
            them.
    """
    return KINDS[rules.kind].bots[bot].seeded(chance).choose(rules, state, player)

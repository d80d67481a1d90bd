"""All kinds of games by slug. Each folder beside this file with a `kind.py` declares a kind."""

import random
from importlib import import_module
from pathlib import Path
from typing import Any

from games.engine.analysis_bots import AnalysisBot
from games.engine.core import Action, Rules, State
from games.engine.kind import GameKind

_DECLARED: list[GameKind] = [
    import_module(f"games.engine.{file.parent.name}.kind").KIND
    for file in Path(__file__).parent.glob("*/kind.py")
]
KINDS = {kind.slug: kind for kind in sorted(_DECLARED, key=lambda kind: kind.place)}


def default_stand_in(kind: str) -> str:
    """Return the middling bot, which plays on for absent players unless a table chooses another.

    The strongest bot would favour the absent player, the weakest bot the opponents.
    """
    bots = [bot.slug for bot in KINDS[kind].bots.values() if not isinstance(bot, AnalysisBot)]
    return bots[len(bots) // 2]


def decide(rules: Rules[Any], state: State, player: int, bot: str, chance: random.Random) -> Action:
    """Return the action of a bot.

    A bot sees only the position, as all players do, so it cannot foresee a roll. Its own random
    choices come from `chance`, never from the source of the game's dice.
    """
    return KINDS[rules.kind].bots[bot].seeded(chance).choose(rules, state, player)

"""Choose a bot's action from what everybody at the table can see."""

import random
from typing import Any

from games.engine.core import Action, Rules, State
from games.engine.registry import KINDS


def decide(rules: Rules[Any], state: State, player: int, bot: str, chance: random.Random) -> Action:
    """Return the action that a bot takes.

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

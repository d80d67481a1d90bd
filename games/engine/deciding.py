"""What a bot does in a position, decided from what everybody at the table can see."""

import random
from typing import Any

from games.engine.core import Action, Rules, State
from games.engine.registry import KINDS


def decide(rules: Rules[Any], state: State, player: int, bot: str, chance: random.Random) -> Action:
    """Return what the bot of this slug does for a player who has a decision to make.

    These are all the arguments a bot gets: it knows no game of the site and none of its dice,
    and what it leaves to chance comes from `chance`, never from the dice of the game. So nothing
    can be foreseen for it.
    """
    return KINDS[rules.kind].bots[bot].seeded(chance).choose(rules, state, player)

"""A bot's move: look, think without holding anything, then act like everybody else."""

import random
from contextlib import suppress

from accounts.refusals import Refusal
from games.engine.deciding import decide
from games.models import Game
from games.services.play import submit_action

_CHANCE = random.SystemRandom()
"""What bots leave to chance. It has nothing to do with the dice of any game."""


def move_bots(game: Game) -> None:
    """Let every bot that is to decide at this table take one decision.

    A decision that somebody else's action overtook is dropped: what is due stays due.
    """
    rules, state = game.rules, game.position()
    bots = game.seats.filter(player__in=rules.active_players(state)).exclude(bot="")
    for player, bot in bots.values_list("player", "bot"):
        action = decide(rules, state, player, bot, _CHANCE)
        with suppress(Refusal):
            submit_action(game.code, player, action, rules.token(state, player))

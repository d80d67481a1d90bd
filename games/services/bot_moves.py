"""Bots act like people: look at the position, choose without any lock, then submit an action."""

import random
from contextlib import suppress

from accounts.refusals import Refusal
from games.engine.deciding import decide
from games.models import Game
from games.services.play import submit_action

_CHANCE = random.SystemRandom()
"""Source of the bots' random choices. It is independent of the dice of any game."""


def move_bots(game: Game) -> None:
    """Let every bot with a decision to make at this table act once.

    A bot's action is dropped if somebody else acted first and its decision is no longer open. Then
    the game stays due.
    """
    rules, state = game.rules, game.position()
    bots = game.seats.filter(player__in=rules.active_players(state)).exclude(bot="")
    for player, bot in bots.values_list("player", "bot"):
        action = decide(rules, state, player, bot, _CHANCE)
        with suppress(Refusal):
            submit_action(game.code, player, action, rules.token(state, player))

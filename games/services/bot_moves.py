"""Bots act like people: look at the position, choose without any lock, then submit an action."""

import random
from contextlib import suppress

from accounts.refusals import Refusal
from games.engine.deciding import decide
from games.models import Game
from games.services.clocks import acting_bot
from games.services.play import submit_action

_CHANCE = random.SystemRandom()
"""Source of the bots' random choices. It is independent of the dice of any game."""


def bots_to_act(game: Game) -> dict[int, str]:
    """Return the bots with a decision to make, by the player they make it for."""
    active = game.seats.filter(player__in=game.rules.active_players(game.position()))
    bots = {seat.player: acting_bot(game, seat) for seat in active}
    return {player: bot for player, bot in bots.items() if bot}


def move_bots(game: Game) -> None:
    """Let every bot with a decision to make at this table act once.

    A bot's action is dropped if somebody else acted first and its decision is no longer open. Then
    the game stays due.
    """
    rules, state = game.rules, game.position()
    for player, bot in bots_to_act(game).items():
        action = decide(rules, state, player, bot, _CHANCE)
        with suppress(Refusal):
            submit_action(game.code, player, action, rules.token(state, player))

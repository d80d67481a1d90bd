"""The moves of the demo's people, chosen by bots of their strength."""

from random import Random
from typing import Any

from cantstop_site.demo.cast import bot_like
from games.engine.core import Action, Rules, State
from games.engine.dice import NoDice
from games.engine.registry import decide
from games.models import Game
from games.services.automatic import ROLL

Player = float | str  # the strength of a person, or a bot


def choose(rules: Rules[Any], state: State, player: int, how: Player, chance: Random) -> Action:
    bot = how if isinstance(how, str) else bot_like(rules.kind, how, chance)
    return decide(rules, state, player, bot, chance)


def next_press(game: Game, player: int, how: Player, chance: Random) -> list[Action]:
    """Return a player's next actions: as at a table, a choice also makes the roll after it."""
    rules, state = game.rules, game.position()
    actions = list[Action]()
    while True:
        action = choose(rules, state, player, how, chance)
        actions.append(action)
        if str(action) == ROLL:
            return actions
        state = rules.apply_event(state, rules.resolve(state, player, action, NoDice()))
        goes_on = rules.active_players(state) == (player,) and not rules.begins_turn(state, player)
        if rules.outcome(state) is not None or not goes_on:
            return actions

"""Actions taken in a player's place: the only possible one, or one by standing orders."""

from typing import Any, NamedTuple

from accounts.preferences import preferences_read_with
from games.engine.core import Action, State
from games.engine.orders import Orders, only_action
from games.engine.registry import KINDS
from games.models import Game, Seat

ROLL = "roll"
"""The text of the action of rolling, in every kind of game."""


class Automatic(NamedTuple):
    """An action to take in a player's place. by_order: whether a standing order asks for it."""

    action: Action
    by_order: bool


def automatic_action(game: Game, state: State, seat: Seat) -> Automatic | None:
    """Return the action to take for a player in this position; None if there is none."""
    rules, player, user = game.rules, seat.player, seat.user
    if user is None or player not in rules.active_players(state):
        return None
    chosen = preferences_read_with(user)  # read with the seat: no query after each move
    if chosen.auto_roll or chosen.auto_take:
        only = only_action(rules, state, player)
        if only is not None and (chosen.auto_roll if str(only) == ROLL else chosen.auto_take):
            return Automatic(only, by_order=False)
    orders = orders_of(game, seat)
    action = orders.action(rules, state, player) if orders is not None else None
    return None if action is None else Automatic(action, by_order=True)


def orders_of(game: Game, seat: Seat) -> Orders[Any] | None:
    kind = KINDS[game.kind]
    if seat.orders is None or kind.orders is None:
        return None
    return kind.orders.from_json(seat.orders)

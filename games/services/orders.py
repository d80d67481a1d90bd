"""Give and cancel standing orders (see docs/orders.md)."""

from typing import Any

from accounts.locks import retried_on_deadlock
from games.broadcast import notify_due, notify_game_changed
from games.engine.errors import GameOver, NotActive
from games.engine.orders import Orders
from games.models import Game
from games.services.refusals import NotStarted, StaleDecision, engine_refusals
from games.services.tables import locked_table, next_due


@retried_on_deadlock
@engine_refusals()
def give_orders(code: str, player: int, orders: Orders[Any] | None, token: int | None) -> Game:
    """Give a player's standing orders in place of those they had, and return the game.

    Args:
        code: Code of the game.
        player: The player whose orders they are.
        orders: The orders; None to have none any more.
        token: The player's decision token in the position that the orders were given in, None
            where they had nothing to decide. It is not looked at when orders are cancelled.

    Raises:
        Game.DoesNotExist: There is no game with this code.
        NotStarted: The game has not started.
        AgainstTheRules: The game is over, or the player has left it.
        StaleDecision: The position is another one by now.
    """
    with locked_table(code) as game:
        if game.is_waiting:
            raise NotStarted
        if not game.is_running:
            raise GameOver
        state = game.position()
        if player in state.left:
            raise NotActive
        if orders is not None and token != game.rules.token(state, player):
            raise StaleDecision
        seat = next(seat for seat in game.seats.all() if seat.player == player)
        seat.orders = None if orders is None else orders.to_json()
        seat.save(update_fields=["orders"])
        # Never later than before: orders must not hold up bots or other players.
        due_at = next_due(game, state)
        if game.due_at is None or due_at < game.due_at:
            game.due_at = due_at
            game.save(update_fields=["due_at"])
            notify_due(due_at)
        notify_game_changed(code)
    return game

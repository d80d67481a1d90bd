"""Give and cancel standing orders; automatic_moves.py carries them out."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver

from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.preferences import automatic_play_changed
from games.broadcast import notify_due, notify_game_changed
from games.engine.errors import GameOver, NotActive
from games.engine.orders import Orders
from games.models import Game
from games.services.automatic import orders_of
from games.services.refusals import NotStarted, StaleDecision, engine_refusals
from games.services.tables import lock_games, locked_table, next_due, seat_of
from operations import clock

Change = Callable[[Orders[Any] | None], Orders[Any] | None]


def give_orders(code: str, player: int, orders: Orders[Any] | None, token: int | None) -> Game:
    """Replace a player's orders; None cancels them and needs no token. See `change_orders`."""
    return change_orders(code, player, lambda _: orders, token)


@retried_on_deadlock
@engine_refusals()
def change_orders(code: str, player: int, change: Change, token: int | None) -> Game:
    """Replace a player's standing orders by the result of `change`, and return the game.

    token: the player's decision token in the position in which they gave the orders, None if they
    had nothing to decide. It is ignored when orders are cancelled.
    """
    with locked_table(code) as game:
        if game.is_waiting:
            raise NotStarted
        if not game.is_running:
            raise GameOver
        state, seat = game.position(), seat_of(game, player)
        if player in state.left:
            raise NotActive
        orders = change(orders_of(game, seat))
        if orders is not None and token != game.rules.token(state, player):
            raise StaleDecision
        seat.orders = None if orders is None else orders.to_json()
        seat.save(update_fields=["orders"])
        _act_soon(game, next_due(game, state))
        notify_game_changed(code)
    return game


@receiver(automatic_play_changed)
@retried_on_deadlock
def look_at_waiting_games(sender: object, user: User, **kwargs: Any) -> None:
    """Have the referee look at games that wait for a user with new settings of automatic moves."""
    with transaction.atomic():
        waits = Q(status=Game.Status.RUNNING, seats__user=user, seats__to_move=True)
        for game in lock_games(waits):
            _act_soon(game, clock.now())


def _act_soon(game: Game, due_at: datetime) -> None:
    """Have the referee look at a game at this time, unless an earlier look is planned."""
    if game.due_at is None or due_at < game.due_at:
        game.due_at = due_at
        game.save(update_fields=["due_at"])
        notify_due(due_at)

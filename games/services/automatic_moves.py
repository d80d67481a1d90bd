"""Carry out what is to be done for people: standing orders, and where they have no choice."""

from datetime import timedelta

from accounts.locks import retried_on_deadlock
from accounts.sanctions.checks import is_suspended
from games.engine.core import State
from games.models import Game
from games.services.automatic import automatic_action
from games.services.dice import GameChance
from games.services.play import append, notify_after_commit
from games.services.tables import bot_pace, locked_table, seat_of
from operations import clock, metrics


def act_for_players(game: Game) -> bool:
    """Take the actions that are to be taken for people who have a decision to make.

    An action is dropped if the decision is not the one that `game` had.

    Args:
        game: The game as it was read when somebody was due.

    Returns:
        Whether there was anything to do.
    """
    rules, state = game.rules, game.position()
    acted = False
    for player in rules.active_players(state):
        acted |= _act_for(game.code, player, rules.token(state, player))
    return acted


@retried_on_deadlock
def _act_for(code: str, player: int, token: int | None) -> bool:
    with locked_table(code) as game:
        state = game.position()
        if not game.is_running or game.rules.token(state, player) != token:
            return False
        seat = seat_of(game, player)
        found = automatic_action(game, state, seat)
        if found is None or (seat.user_id and is_suspended(seat.user_id)):
            return False
        seat.has_moved |= found.by_order
        event = game.rules.resolve(state, player, found.action, GameChance(game))
        asked = clock.now() - _pause_before(game, state, player)
        append(game, state, event, by_order=found.by_order, at=asked)
        notify_after_commit(game)
    metrics.moves.labels(game.kind).inc()
    return True


def _pause_before(game: Game, state: State, player: int) -> timedelta:
    """Return for how long the site has waited before it acted for a player, so that people see it.

    That costs the player nothing.
    """
    playing = [seat for seat in game.seats.all() if seat.player not in state.left]
    return bot_pace(playing, turn_passed=game.rules.begins_turn(state, player))

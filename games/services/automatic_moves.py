"""Take automatic actions (automatic.py) in running games."""

from accounts.locks import retried_on_deadlock
from accounts.sanctions.checks import is_suspended
from games.models import Game
from games.services.automatic import automatic_action
from games.services.dice import GameChance
from games.services.play import append, notify_after_commit
from games.services.tables import bot_pace, locked_table, seat_of
from operations import clock, metrics


def act_for_players(game: Game) -> bool:
    """Take the automatic actions for all players to move. Return whether there were any."""
    rules, state = game.rules, game.position()
    acted = False
    for player in rules.active_players(state):
        # The game was read without a lock: the token stops an action for a past decision.
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
        # The site paused before acting, so that people can follow. That costs the player no time.
        playing = [each for each in game.seats.all() if each.player not in state.left]
        pause = bot_pace(playing, turn_passed=game.rules.begins_turn(state, player))
        append(game, state, event, by_order=found.by_order, at=clock.now() - pause)
        notify_after_commit(game)
    metrics.moves.labels(game.kind).inc()
    return True

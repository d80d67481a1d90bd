"""The only way to add events to the log of a running game, for people, bots and the referee."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.locks import retried_on_deadlock
from accounts.statements import update
from games.broadcast import notify_due, notify_game_changed
from games.engine.core import Action, Event, Resign, State, TimeOut
from games.engine.dice import Dice, NoDice
from games.engine.errors import GameOver, NotActive
from games.history import add_to_history
from games.models import Game
from games.services.clocks import is_up, time_used, wind_clocks
from games.services.dice import GameChance
from games.services.finish import finish
from games.services.notices import wait_on
from games.services.refusals import NotStarted, StaleDecision, TimeIsUp, engine_refusals
from games.services.tables import (
    end_orders,
    locked_table,
    next_due,
    open_decisions,
    seat_of,
    write_event,
)
from operations import clock, metrics


def submit_action(
    code: str, player: int, action: Action, token: int | None, dice: Dice | None = None
) -> Game:
    """Take one action for a player; see `submit_actions`."""
    return submit_actions(code, player, (action,), token, dice)


@retried_on_deadlock
@engine_refusals()
def submit_actions(
    code: str, player: int, actions: Sequence[Action], token: int | None, dice: Dice | None = None
) -> Game:
    """Take one or more actions for a player, all or none, and return the changed game.

    Each action answers the decision that the action before it opens. token: the decision token of
    the first action, ignored for `Resign`. dice: replaces the game's dice in tests.
    """
    with locked_table(code) as game:
        rules, state, dice = game.rules, game.position(), dice or GameChance(game)
        arrived = clock.arrived_at()
        check_open(game, state, player, actions[0], token)
        seat = seat_of(game, player)
        # As requests may wait for the lock, the time of arrival at the server counts.
        if not isinstance(actions[0], Resign | TimeOut) and is_up(seat, arrived):
            raise TimeIsUp
        seat.has_moved = True  # saved with the clock
        for number, action in enumerate(actions, start=1):
            # Only the last action may roll: a refused action after a roll would roll the log back,
            # and the player would know the faces that will come again.
            may_roll = number == len(actions)
            event = rules.resolve(state, player, action, dice if may_roll else NoDice())
            state = append(game, state, event, at=arrived)
        notify_after_commit(game)
    metrics.moves.labels(game.kind).inc(len(actions))
    return game


def check_open(game: Game, state: State, player: int, action: Action, token: int | None) -> None:
    """Refuse an action unless the game waits for the player and the decision is still open."""
    if game.is_waiting:
        raise NotStarted
    if not game.is_running:
        raise GameOver
    if isinstance(action, Resign):
        return
    if player not in game.rules.active_players(state):
        raise NotActive
    if token != game.rules.token(state, player):
        raise StaleDecision


def append(
    game: Game, state: State, event: Event, *, by_order: bool = False, at: datetime | None = None
) -> State:
    """Add an event to the log of a locked game and return the position after it.

    by_order: whether a standing order caused it. at: when the request arrived; None for now.
    """
    rules = game.rules
    after: State = rules.apply_event(state, event)
    used = time_used(game, event.player, at or clock.now())
    milliseconds = None if used is None else used // timedelta(milliseconds=1)
    written_at = write_event(game, event, by_order=by_order, used=milliseconds)
    wind_clocks(game, event, state, after, used)
    game.state = rules.state_to_json(after)
    outcome = rules.outcome(after)
    before, now = set(rules.active_players(state)), set(rules.active_players(after))
    # Clocks come first: reminders depend on the new end of a clock.
    goes_on = event.player in before & now
    if goes_on and rules.begins_turn(after, event.actor):
        open_decisions(game, after, done=event.player)
    else:
        if before != now:
            open_decisions(game, after)
        if goes_on and not by_order:
            wait_on(game, seat_of(game, event.actor))
    if outcome is None:
        end_orders(game, after)
        game.due_at = next_due(
            game,
            after,
            turn_passed=not (before <= now or now <= before),
            goes_on=goes_on and rules.faces_of(event) is None,
        )
        update(game, "version", "state", "moved_at", "due_at")
    else:
        finish(game, outcome)
    # On commit only: the history in memory must not get an event that is rolled back.
    log = partial(
        add_to_history, game, event, after, written_at, by_order=by_order, used=milliseconds
    )
    transaction.on_commit(log)
    return after


def notify_after_commit(game: Game) -> None:
    """Push the new events of a game to everybody at the table, after the commit."""
    if game.due_at is not None:
        notify_due(game.due_at)
    # After the commit, `render_change` in live/tables.py renders the table once, for the pushes
    # and for the answer to the player's own request. The end of a game changes rows that `game`
    # does not hold, so a game that is over is read again.
    notify_game_changed(game.code, game if game.is_running else None)

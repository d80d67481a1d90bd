"""The one way an event enters a log: people, bots and the referee all come through here."""

from django.utils import timezone

from games.broadcast import notify_game_changed
from games.engine.core import Action, Event, Resign, State, TimeOut
from games.engine.dice import Dice, SystemDice
from games.engine.errors import GameOver, NotActive
from games.models import Game, GameEvent
from games.services.finish import finish
from games.services.refusals import NotStarted, StaleDecision
from games.services.tables import locked_game, next_due, open_decisions

SYSTEM_DICE = SystemDice()


def submit_action(
    code: str, player: int, action: Action, token: int | None, dice: Dice = SYSTEM_DICE
) -> Game:
    """Carry out a player's action and return the game as it is then.

    token: the seq that opened the decision this action answers; ignored for leaving the game.
    Raises an ActionError, checked in a fixed order: started? over? active? stale? legal?
    Nothing is changed when one is raised.
    """
    with locked_game(code) as game:
        state = game.position()
        _check_open(game, state, player, action, token)
        event = game.rules.resolve(state, player, action, dice)
        _append(game, state, event)
    return game


def _check_open(game: Game, state: State, player: int, action: Action, token: int | None) -> None:
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


def _append(game: Game, state: State, event: Event) -> None:
    rules = game.rules
    after = rules.apply_event(state, event)
    game.version += 1
    game.moved_at = timezone.now()
    GameEvent.objects.create(
        game=game,
        seq=game.version,
        player=event.actor,
        kind=event.type,
        data=rules.event_to_json(event),
        created_at=game.moved_at,
    )
    game.state = rules.state_to_json(after)
    outcome = rules.outcome(after)
    turn_passed = rules.active_players(state) != rules.active_players(after)
    if turn_passed:
        open_decisions(game, after)
    if outcome is None:
        game.due_at = next_due(game, after, turn_passed=turn_passed)
        game.save(update_fields=["version", "state", "moved_at", "due_at"])
    else:
        finish(game, outcome)
    notify_game_changed(game.code, game.version)


def time_out_absent(game: Game) -> None:
    """Put the people who were due to act, and did not, outside the game."""
    state = game.position()
    for player in game.rules.active_players(state):
        submit_action(game.code, player, TimeOut(), game.rules.token(state, player))

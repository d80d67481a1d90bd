"""The only way to add events to the log of a running game, for people, bots and the referee."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from django.db import transaction

from accounts.locks import retried_on_deadlock
from accounts.sanctions.checks import is_suspended
from cantstop_site.operations import metrics
from games import clock
from games.broadcast import notify_due, notify_game_changed
from games.engine.core import Action, Event, Resign, State, TimedOut
from games.engine.dice import Dice, ScriptedDice
from games.engine.errors import GameOver, IllegalAction, NotActive
from games.engine.facts import timed_out
from games.engine.fairness.verify import as_logged
from games.history import add_to_history
from games.models import Game
from games.presence import anybody_looks
from games.services.automatic import ROLL, automatic_action
from games.services.dice import GameChance
from games.services.finish import finish
from games.services.refusals import (
    BadRoll,
    NotOwnDice,
    NotStarted,
    StaleDecision,
    engine_refusals,
)
from games.services.tables import (
    MOVE_TIME,
    end_of_wait,
    end_orders,
    is_of_guests,
    locked_table,
    next_due,
    open_decisions,
    seat_of,
    write_event,
)

LOOK_AGAIN = timedelta(minutes=5)
"""How long guests who look at their table without a move are left alone."""


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
    """Take one or more actions for a player, all or none, and return the game after them.

    The checks have a fixed order: whether the game has started, is over, waits for the player,
    whether the decision is still open, and whether the action is legal. Nothing is changed when an
    action is refused.

    Args:
        code: Code of the game.
        player: The player who acts.
        actions: The actions, each for the decision that the one before it opens. Only the last one
            may roll: if a later one could be refused, that would tell what the dice are to be.
        token: The decision token of the decision that the first action answers; not used for
            `Resign`.
        dice: Dice to use instead of those of the game, for tests.

    Raises:
        Game.DoesNotExist: There is no game with this code.
        NotStarted: The game has not started.
        AgainstTheRules: The game is over, it does not wait for the player, or an action is illegal.
        StaleDecision: The decision is no longer open.
    """
    with locked_table(code) as game:
        rules, state, dice = game.rules, game.position(), dice or GameChance(game)
        _check_open(game, state, player, actions[0], token)
        for number, action in enumerate(actions, start=1):
            event = rules.resolve(state, player, action, dice)
            if number < len(actions) and rules.faces_of(event) is not None:
                raise IllegalAction
            state = _append(game, state, event)
        _tell(game)
    metrics.moves.labels(game.kind).inc(len(actions))
    return game


@retried_on_deadlock
@engine_refusals()
def submit_typed_roll(
    code: str, faces: str, player: int, answer: Sequence[Action], token: int | None
) -> Game:
    """Add a roll of the players' own dice and the first answer to it, and return the game after it.

    Until somebody has answered it a roll is not in the log, so that one typed wrongly can be taken
    back. Those who answer it after that add their answer alone.

    Args:
        code: Code of the game.
        faces: What the dice show, as `typed_roll` reads it.
        player: The player who answers.
        answer: The one action that answers it; the roll itself where it leaves nothing to decide.
        token: The decision token of the decision that the roll opens.

    Raises:
        Game.DoesNotExist: There is no game with this code.
        Refusal: As in `typed_roll` and `submit_actions`. Then nothing is changed.
    """
    action, *more = answer
    if more:
        raise IllegalAction
    with locked_table(code) as game:
        state = game.position()
        if not (game.own_dice and _is_logged(game, faces, token)):
            event = typed_roll(game, faces)
            if token != game.version + 1:
                raise StaleDecision
            state = _append(game, state, event)
        if str(action) != ROLL:
            _check_open(game, state, player, action, token)
            _append(game, state, game.rules.resolve(state, player, action, GameChance(game)))
        elif game.rules.roll_address(state) is None:
            raise IllegalAction
        _tell(game)
    metrics.moves.labels(game.kind).inc()
    return game


def _is_logged(game: Game, faces: str, seq: int | None) -> bool:
    """Return whether the log has a roll of these faces at this place."""
    row = game.events.filter(seq=seq).first() if seq else None
    rolled = game.rules.faces_of(row.to_event(game.rules)) if row else None
    return rolled is not None and as_logged(_digits(faces), rolled.in_order) == rolled


def _digits(faces: str) -> tuple[int, ...]:
    """Return the faces that somebody has typed in; other characters than faces are 0."""
    shown = [face for face in faces if face not in " ,+-"]
    return tuple(int(face) if face in "123456" else 0 for face in shown)


def typed_roll(game: Game, faces: str) -> Event:
    """Return the roll that players have made with their own dice.

    Args:
        game: The game.
        faces: What the dice show, as digits with or without something between them. Where dice
            differ, in the order in which the table shows them.

    Raises:
        NotOwnDice: The game is played with the dice of the site.
        NotStarted: The game has not started.
        StaleDecision: Nobody is to roll now.
        BadRoll: These are not the faces of as many dice as are to be rolled.
    """
    if not game.own_dice:
        raise NotOwnDice
    if game.is_waiting:
        raise NotStarted
    rules, state = game.rules, game.position()
    address = rules.roll_address(state)
    if address is None or not game.is_running:
        raise StaleDecision
    count, shown = rules.dice_count(state), _digits(faces)
    if len(shown) != count or 0 in shown:
        raise BadRoll(dice=count)
    return rules.resolve(state, address.player, rules.parse_action(ROLL), ScriptedDice([shown]))


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
        event = game.rules.resolve(state, player, found.action, GameChance(game))
        _append(game, state, event, by_order=found.by_order)
        _tell(game)
    metrics.moves.labels(game.kind).inc()
    return True


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


def _append(game: Game, state: State, event: Event, *, by_order: bool = False) -> State:
    """Add an event to the log of a locked game and return the position after it."""
    rules = game.rules
    after: State = rules.apply_event(state, event)
    written_at = write_event(game, event, by_order=by_order)
    game.state = rules.state_to_json(after)
    outcome = rules.outcome(after)
    before, now = set(rules.active_players(state)), set(rules.active_players(after))
    if before != now:
        open_decisions(game, after)
    if outcome is None:
        end_orders(game, after)
        game.due_at = next_due(game, after, turn_passed=not (before <= now or now <= before))
        game.save(update_fields=["version", "state", "moved_at", "due_at"])
    else:
        finish(game, outcome)
    log = partial(add_to_history, game, event, after, written_at, by_order=by_order)
    transaction.on_commit(log)
    return after


def _tell(game: Game) -> None:
    """Tell everybody at the table what was added to its log, after the commit."""
    if game.due_at is not None:
        notify_due(game.due_at)
    # The end of a game changes more rows than are at hand here.
    notify_game_changed(game.code, game if game.is_running else None)


def overdue(game: Game) -> None:
    """Remove the people a running game has waited for too long, unless they have more time.

    They do when guests have signed up since. Guests also do while they have the table open, so
    that a game against bots ends when it is abandoned; but not longer than users.

    Args:
        game: The game as it was read when somebody was due.
    """
    end, now = end_of_wait(game), clock.now()
    longest = (game.moved_at or game.created_at) + MOVE_TIME
    if end <= now < longest and is_of_guests(game) and _is_looked_at(game, to_move=True):
        end = min(now + LOOK_AGAIN, longest)
    if end > now:
        # Orders may have been given since, for which it is due soon.
        unchanged = Game.objects.filter(pk=game.pk, version=game.version, due_at=game.due_at)
        unchanged.update(due_at=end)
    else:
        time_out_absent(game)


def _is_looked_at(game: Game, *, to_move: bool) -> bool:
    """Return whether one of the people looks who are due to act, or one of the others."""
    seats = game.seats.all()
    return anybody_looks(game.code, [seat.user_id for seat in seats if seat.to_move == to_move])


@retried_on_deadlock
def time_out_absent(game: Game) -> None:
    """Remove the people who were due to act and did not, all at the same moment.

    From a game of guests all people are removed unless another one looks at it, for it is
    abandoned. Nothing happens if somebody has acted since: then nobody is due.

    Args:
        game: The game as it was read when somebody was due.
    """
    abandoned = is_of_guests(game) and not _is_looked_at(game, to_move=False)
    with locked_table(game.code) as now:
        if now.version != game.version or not now.is_running:
            return
        for event in timed_out(now.rules.active_players(now.position())):
            _append(now, now.position(), event)
        if abandoned:
            _time_out_others(now)
        _tell(now)


def _time_out_others(game: Game) -> None:
    """Remove the people who are still in a game although nobody waited for them."""
    for seat in game.seats.all():
        state = game.position()
        if game.is_running and not seat.bot and seat.player not in state.left:
            _append(game, state, TimedOut(seat.player))

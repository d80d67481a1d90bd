"""The only way to add events to the log of a running game, for people, bots and the referee."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.locks import retried_on_deadlock
from accounts.sanctions import alarms
from accounts.sanctions.checks import is_suspended
from accounts.statements import update
from games.broadcast import notify_due, notify_game_changed
from games.engine.core import Action, Event, Resign, Ruled, State, TimedOut, TimeOut
from games.engine.dice import Dice, NoDice, ScriptedDice
from games.engine.errors import GameOver, IllegalAction, InvalidAction, NotActive
from games.engine.facts import timed_out
from games.engine.fairness.verify import as_logged
from games.history import add_to_history
from games.models import ClockNote, Game, Seat
from games.presence import anybody_looks
from games.services.absence import gone_since
from games.services.automatic import ROLL, automatic_action
from games.services.clocks import (
    GRACE,
    hand_to_bot,
    is_up,
    must_begin,
    run_out,
    time_used,
    wind_clocks,
)
from games.services.dice import GameChance
from games.services.finish import finish
from games.services.notices import wait_on
from games.services.refusals import (
    BadRoll,
    NotGone,
    NotOwnDice,
    NotStarted,
    StaleDecision,
    TimeIsUp,
    engine_refusals,
)
from games.services.tables import (
    ABANDONED_TIME,
    bot_pace,
    end_of_wait,
    end_orders,
    is_of_guests,
    locked_table,
    next_due,
    open_decisions,
    seat_of,
    write_event,
)
from operations import clock, metrics

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
            may roll, so that nothing is refused after a die is drawn: that would tell its face.
        token: The decision token of the decision that the first action answers; not used for
            `Resign`.
        dice: Dice to use instead of those of the game, for tests.

    Raises:
        Game.DoesNotExist: There is no game with this code.
        NotStarted: The game has not started.
        AgainstTheRules: The game is over, it does not wait for the player, or an action is illegal.
        StaleDecision: The decision is no longer open.
        TimeIsUp: It came in when the player's clock had run out.
    """
    with locked_table(code) as game:
        rules, state, dice = game.rules, game.position(), dice or GameChance(game)
        arrived = clock.arrived()
        _check_open(game, state, player, actions[0], token)
        _check_time(game, player, actions[0], arrived)
        seat_of(game, player).has_moved = True  # saved with their clock
        for number, action in enumerate(actions, start=1):
            may_roll = number == len(actions)
            event = rules.resolve(state, player, action, dice if may_roll else NoDice())
            state = _append(game, state, event, at=arrived)
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
        seat.has_moved |= found.by_order
        event = game.rules.resolve(state, player, found.action, GameChance(game))
        asked = clock.now() - _pause_before(game, state, player)
        _append(game, state, event, by_order=found.by_order, at=asked)
        _tell(game)
    metrics.moves.labels(game.kind).inc()
    return True


def _pause_before(game: Game, state: State, player: int) -> timedelta:
    """Return for how long the site has waited before it acted for a player, so that people see it.

    That costs the player nothing.
    """
    playing = [seat for seat in game.seats.all() if seat.player not in state.left]
    return bot_pace(playing, turn_passed=game.rules.begins_turn(state, player))


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


def _check_time(game: Game, player: int, action: Action, arrived: datetime) -> None:
    if not isinstance(action, Resign | TimeOut) and is_up(seat_of(game, player), arrived):
        raise TimeIsUp


def _append(
    game: Game, state: State, event: Event, *, by_order: bool = False, at: datetime | None = None
) -> State:
    """Add an event to the log of a locked game and return the position after it.

    Args:
        game: The game.
        state: Its present position.
        event: The event.
        by_order: Whether a standing order of the player made it.
        at: When the player asked for it; None for now.
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
    log = partial(
        add_to_history, game, event, after, written_at, by_order=by_order, used=milliseconds
    )
    transaction.on_commit(log)
    return after


def _tell(game: Game) -> None:
    """Tell everybody at the table what was added to its log, after the commit."""
    if game.due_at is not None:
        notify_due(game.due_at)
    # The end of a game changes more rows than are at hand here.
    notify_game_changed(game.code, game if game.is_running else None)


@retried_on_deadlock
def end_clocks(game: Game) -> bool:
    """Do what follows for the players of a running game whose time has run out.

    Of two players who ran out of time the first loses; both do if it was at the same moment. Where
    more play a bot takes over, so that the game goes on for the others. A live game in which one
    of them has never made a move ends without result.

    Args:
        game: The game as it was read when somebody was due.

    Returns:
        Whether somebody's time had run out.
    """
    with locked_table(game.code) as now:
        seats = run_out(now) if now.is_running else []
        if not seats:
            return False
        if now.size == 2:
            seats = [seat for seat in seats if seat.due_at == seats[0].due_at]
        absent = [seat for seat in seats if must_begin(now, seat)]
        if absent:
            _end_without_result(now, absent)
        elif now.size == 2:
            for event in timed_out(sorted(seat.player for seat in seats)):
                _append(now, now.position(), event, at=seats[0].due_at)
            _tell(now)
        else:
            for seat in seats:
                hand_to_bot(now, seat)
            now.due_at = next_due(now, now.position())
            now.save(update_fields=["due_at"])
            notify_due(now.due_at)
            notify_game_changed(now.code)
    return True


@retried_on_deadlock
@engine_refusals()
def stop_waiting(code: str, player: int, absent: int, *, claims: bool) -> Game:
    """Wait no longer for a player of a live game who has gone, and return the game after it.

    Args:
        code: Code of the game.
        player: The player who does not want to wait.
        absent: The player who has gone.
        claims: Whether that ends the time of the absent player, and so the game; it can if two
            play. A player who never made a move loses nothing by it: that game ends without
            result. Without a claim a bot plays on for them.

    Raises:
        Game.DoesNotExist: There is no game with this code.
        NotStarted: The game has not started.
        AgainstTheRules: The game is over, or there is no such player to claim a win from.
        NotGone: The game does not wait for this player, or they have not been gone for long.
    """
    with locked_table(code) as game:
        state = game.position()
        _check_open(game, state, player, Resign(), None)
        if absent == player or absent >= game.size or (claims and game.size != 2):
            raise InvalidAction
        seat = seat_of(game, absent)
        since = gone_since(game, seat)
        if player in state.left or since is None:
            raise NotGone
        seconds = (clock.now() - since) // timedelta(seconds=1)
        game.clock_notes.create(
            after=game.version, kind=ClockNote.Kind.GONE, player=absent, seconds=seconds
        )
        if claims and must_begin(game, seat):
            _end_without_result(game, [seat])
            return game
        if claims:
            _append(game, state, TimedOut(absent))
        else:
            hand_to_bot(game, seat, for_good=True)
            game.due_at = next_due(game, state)
            game.save(update_fields=["due_at"])
        _tell(game)
    return game


@retried_on_deadlock
def leave_before_first_move(code: str, player: int) -> None:
    """End a game against bots alone whose player has not made a move yet. It counts for nothing.

    It stays out of public lists, because there is nothing to see. Another game stays as it is.

    Args:
        code: Code of the game.
        player: The player who wants another game instead.
    """
    with locked_table(code) as game:
        seat, bots = seat_of(game, player), [seat for seat in game.seats.all() if seat.bot]
        if game.is_running and bots and len(bots) == game.size - 1 and not seat.has_moved:
            game.visibility = Game.Visibility.UNLISTED
            game.save(update_fields=["visibility"])
            _end_without_result(game, [seat])


def _end_without_result(game: Game, absent: Sequence[Seat]) -> None:
    """End a locked game for these players, who have never made a move. It counts for nothing."""
    kind = ClockNote.Kind.NEVER_MOVED
    for seat in absent:
        ClockNote.objects.create(game=game, after=game.version, kind=kind, player=seat.player)
    game.annulled_at = clock.now()
    game.save(update_fields=["annulled_at"])
    _append(game, game.position(), Ruled(None, ()))
    alarms.tell(alarms.LEFT_GAME_ENDED, game.pk)
    _tell(game)


def overdue(game: Game) -> None:
    """Remove the people a game without clocks has waited for too long, unless they have more time.

    They do when guests have signed up since. Guests also do while they have the table open, so
    that a game against bots ends when it is abandoned; but not longer than users.

    Args:
        game: The game as it was read when somebody was due.
    """
    end, now = end_of_wait(game), clock.now()
    if game.timing is not None:
        end = max(end, now + GRACE)  # only `end_clocks` ends clocks; they stand still in outages
    longest = (game.moved_at or game.created_at) + ABANDONED_TIME
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

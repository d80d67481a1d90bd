"""Endings without a move: clocks that run out, and players who do not come back."""

from collections.abc import Sequence
from datetime import timedelta

from accounts.locks import retried_on_deadlock
from accounts.sanctions import alarms
from games.broadcast import notify_due, notify_game_changed
from games.engine.core import Resign, Ruled, TimedOut
from games.engine.errors import InvalidAction
from games.engine.facts import timed_out
from games.models import ClockNote, Game, Seat
from games.presence import anybody_looks
from games.services.absence import gone_since
from games.services.clocks import GRACE, hand_to_bot, must_begin, run_out
from games.services.play import append, check_open, notify_after_commit
from games.services.refusals import NotGone, engine_refusals
from games.services.tables import (
    ABANDONED_TIME,
    end_of_wait,
    is_of_guests,
    locked_table,
    next_due,
    seat_of,
)
from operations import clock

LOOK_AGAIN = timedelta(minutes=5)
"""Time until the next check of guests who look at their table but do not move."""


@retried_on_deadlock
def end_clocks(game: Game) -> bool:
    """End the turns of players whose time has run out. Return whether there were any."""
    with locked_table(game.code) as now:  # the referee read the game without a lock
        seats = run_out(now) if now.is_running else []
        if not seats:
            return False
        if now.size == 2:
            # The player who ran out of time first loses; both lose if it was at the same moment.
            seats = [seat for seat in seats if seat.due_at == seats[0].due_at]
        absent = [seat for seat in seats if must_begin(now, seat)]
        if absent:
            _end_without_result(now, absent)
        elif now.size == 2:
            for event in timed_out(sorted(seat.player for seat in seats)):
                append(now, now.position(), event, at=seats[0].due_at)
            notify_after_commit(now)
        else:
            # A bot plays for these players, so that the game goes on for the others.
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
    """Stop waiting for a player of a live game who has gone, and return the changed game.

    absent: number of the absent player. claims: whether this player loses on time, which ends a
    game of two; otherwise a bot plays on for them.
    """
    with locked_table(code) as game:
        state = game.position()
        check_open(game, state, player, Resign(), None)
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
        # Players who never made a move lose nothing.
        if claims and must_begin(game, seat):
            _end_without_result(game, [seat])
            return game
        if claims:
            append(game, state, TimedOut(absent))
        else:
            hand_to_bot(game, seat, for_good=True)
            game.due_at = next_due(game, state)
            game.save(update_fields=["due_at"])
        notify_after_commit(game)
    return game


@retried_on_deadlock
def leave_before_first_move(code: str, player: int) -> None:
    """End a game of one player against bots, without result, if the player has not moved yet."""
    with locked_table(code) as game:
        seat, bots = seat_of(game, player), [seat for seat in game.seats.all() if seat.bot]
        if game.is_running and bots and len(bots) == game.size - 1 and not seat.has_moved:
            # Public lists leave the game out: there is nothing to see in it.
            game.visibility = Game.Visibility.UNLISTED
            game.save(update_fields=["visibility"])
            _end_without_result(game, [seat])


def _end_without_result(game: Game, absent: Sequence[Seat]) -> None:
    """End and annul a locked game because these players have never made a move."""
    kind = ClockNote.Kind.NEVER_MOVED
    for seat in absent:
        ClockNote.objects.create(game=game, after=game.version, kind=kind, player=seat.player)
    game.annulled_at = clock.now()
    game.save(update_fields=["annulled_at"])
    append(game, game.position(), Ruled(None, ()))
    alarms.notify(alarms.LEFT_GAME_ENDED, game.pk)
    notify_after_commit(game)


def overdue(game: Game) -> None:
    """Remove the people a game has waited for too long, unless they have more time or a clock."""
    end, now = end_of_wait(game), clock.now()
    if game.timing is not None:
        end = max(end, now + GRACE)  # only `end_clocks` ends clocks, as they pause in outages
    # Guests who signed up meanwhile have more time (`end_of_wait`). Guests who look at the table
    # get more time, too, but never more than users, so that every abandoned game ends.
    longest = (game.moved_at or game.created_at) + ABANDONED_TIME
    if end <= now < longest and is_of_guests(game) and _is_looked_at(game, to_move=True):
        end = min(now + LOOK_AGAIN, longest)
    if end > now:
        # The filter stands in for a lock: new orders may have set an earlier due time meanwhile.
        unchanged = Game.objects.filter(pk=game.pk, version=game.version, due_at=game.due_at)
        unchanged.update(due_at=end)
    else:
        time_out_absent(game)


def _is_looked_at(game: Game, *, to_move: bool) -> bool:
    """Return whether a player whose seat has this `to_move` looks at the table."""
    seats = game.seats.all()
    return anybody_looks(game.code, [seat.user_id for seat in seats if seat.to_move == to_move])


@retried_on_deadlock
def time_out_absent(game: Game) -> None:
    """Remove the people who were to act and did not, all at the same moment.

    A game of guests is abandoned, and all people are removed, unless another player looks at it.
    """
    abandoned = is_of_guests(game) and not _is_looked_at(game, to_move=False)
    with locked_table(game.code) as now:
        if now.version != game.version or not now.is_running:
            return  # somebody has acted since
        for event in timed_out(now.rules.active_players(now.position())):
            append(now, now.position(), event)
        if abandoned:
            for seat in now.seats.all():
                state = now.position()  # read again: the last event may have ended the game
                if now.is_running and not seat.bot and seat.player not in state.left:
                    append(now, state, TimedOut(seat.player))
        notify_after_commit(now)

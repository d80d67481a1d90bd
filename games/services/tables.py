"""Helpers for changes of a table: locks, the log, decisions, and when the referee acts next."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.models import Preferences
from accounts.preferences import preferences_read_with
from accounts.statements import Select, attach, insert, update
from games.engine.core import Event, State
from games.engine.orders import only_action
from games.models import Game, GameEvent, Seat
from games.services.automatic import ROLL, automatic_action, orders_of
from games.services.clocks import acting_bot, next_end
from games.services.notices import TELL_AFTER, withdraw
from operations import clock

WAITING_TIME = timedelta(days=1)
"""How long a table waits for players before it is cancelled."""

SALT_TIME = timedelta(seconds=5)
"""How long a full table waits for the salts of browsers before it starts."""

ABANDONED_TIME = timedelta(days=30)
"""Players who do not act for this long in a game without clocks are removed from it."""

GUEST_TIME = timedelta(hours=1)
"""Replaces ABANDONED_TIME in games of guests with bots: guests hardly ever come back."""

LONG_LOOK = 2.5
"""Factor of a bot's pause after the end of a turn, so that people see how it ended."""

SHORT_LOOK = 0.5
"""Factor of a bot's pause after a choice without a roll."""

PACES = {Preferences.Pace.SLOW: 2.5, Preferences.Pace.NORMAL: 1.0, Preferences.Pace.FAST: 0.35}
"""Factor of a bot's pause, by the preference of the people at the table."""


_locked = Select(
    lambda code: (
        Game.objects.select_for_update(of=("self",)).select_related("dice").filter(code=code)
    ),
    str,
)
seats_with_people = Select(
    lambda game: Seat.objects.select_related("user__preferences").filter(game=game), int
)
"""The seats of a game, in order, with their users and the preferences of the users."""


@contextmanager
def locked_game(code: str) -> Iterator[Game]:
    """Lock the row of a game in a transaction of its own, and yield the game."""
    with transaction.atomic():
        yield Game.objects.select_for_update().get(code=code)


@contextmanager
def locked_table(code: str) -> Iterator[Game]:
    """Lock a game as `locked_game` does, and yield it with its dice, seats and users."""
    with transaction.atomic():
        game = _locked.first(code)
        if game is None:
            raise Game.DoesNotExist
        attach(game, "seats", seats_with_people(game.pk))
        yield game


def lock_games(which: Q) -> list[Game]:
    """Lock several games until the transaction ends, in the order required by accounts/locks.py."""
    return list(Game.objects.select_for_update(of=("self",)).filter(which).order_by("pk"))


def write_event(
    game: Game, event: Event, *, by_order: bool = False, used: int | None = None
) -> datetime:
    """Append an event to the log of a locked game, and return the time of writing.

    This sets `version` and `moved_at`, which the caller saves. by_order: whether a standing order
    caused the event. used: milliseconds of the player's clock; None if no clock ran.
    """
    game.version += 1
    game.moved_at = clock.now()
    row = GameEvent(
        game=game,
        seq=game.version,
        player=event.player,
        kind=event.type,
        data=game.rules.event_to_json(event),
        by_order=by_order,
        used=used,
        created_at=game.moved_at,
    )
    insert(row)
    return game.moved_at


def open_decisions(game: Game, state: State, *, done: int | None = None) -> None:
    """Store on the seats of a locked game which players are to decide.

    done: the player who has just ended a turn, and may have to begin another turn at once.
    """
    active = game.rules.active_players(state)
    going_on = {*active} - {done}
    for seat in game.seats.all():
        if seat.told and seat.player not in going_on:
            withdraw(game, seat)
        if seat.player in active and (seat.player == done or not seat.to_move):
            # Players get a notice later, and only if they don't look at the table meanwhile.
            seat.to_move, seat.tell_at = True, clock.now() + TELL_AFTER
            seat.told, seat.waits_from = "", game.version
        elif seat.to_move and seat.player not in active:
            seat.to_move, seat.tell_at, seat.told = False, None, ""
        else:
            continue
        update(seat, "to_move", "tell_at", "told", "waits_from")


def seat_of(game: Game, player: int) -> Seat:
    """Return the seat of a player from the seats read with the game."""
    return next(seat for seat in game.seats.all() if seat.player == player)


def end_orders(game: Game, state: State) -> None:
    """Cancel standing orders that no longer apply, and orders of players who have left."""
    for seat in game.seats.all():
        orders = orders_of(game, seat)
        if orders is None:
            continue
        if seat.player in state.left or orders.are_over(state, seat.player):
            seat.orders = None
            seat.save(update_fields=["orders"])


def next_due(
    game: Game, state: State, *, turn_passed: bool = False, goes_on: bool = False
) -> datetime:
    """Return when the referee must look at a running game again.

    turn_passed: whether the last event ended a turn. goes_on: whether the last event rolled no dice
    and its player decides again.
    """
    active, end = game.rules.active_players(state), end_of_wait(game)
    bots = [seat for seat in game.seats.all() if seat.player in active and acting_bot(game, seat)]
    acts_for_people = any(automatic_action(game, state, seat) for seat in game.seats.all())
    if not bots and not acts_for_people:
        return end
    playing = [seat for seat in game.seats.all() if seat.player not in state.left]
    pause = bot_pace(playing, turn_passed=turn_passed)
    if not acts_for_people and not turn_passed:
        # A bot with only one action acts at once, but before a roll people look at the dice.
        choices = [only_action(game.rules, state, seat.player) for seat in bots]
        if all(only is not None and str(only) != ROLL for only in choices):
            pause = timedelta()
        elif goes_on:
            pause *= SHORT_LOOK
    return min(end, clock.now() + pause)


def end_of_wait(game: Game) -> datetime:
    """Return when a game stops waiting for people: at the first end of a clock, if one runs."""
    end_of_clock = next_end(game.seats.all())
    if end_of_clock is not None:
        return end_of_clock
    time = GUEST_TIME if is_of_guests(game) else ABANDONED_TIME
    end = (game.moved_at or game.created_at) + time
    return min(end, game.challenge.given_up_at) if game.challenge else end


def is_of_guests(game: Game) -> bool:
    """Return whether all people in a game are guests, and bots play with them."""
    seats = list(game.seats.all())
    with_bots = any(seat.bot for seat in seats)
    return with_bots and all(seat.user.is_guest for seat in seats if seat.user is not None)


def bot_pace(seats: Iterable[Seat], *, turn_passed: bool) -> timedelta:
    """Return the pause before an action of a bot or of a standing order."""
    # Everybody must be able to follow, so the slowest wish of the people counts.
    people = [seat.user for seat in seats if seat.user is not None]
    wanted = [Preferences.Pace(preferences_read_with(user).bots_pace) for user in people]
    slowest = max((PACES[pace] for pace in wanted), default=1.0)
    return timedelta(seconds=settings.BOT_PACE * slowest * (LONG_LOOK if turn_passed else 1))

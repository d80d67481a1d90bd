"""The clocks of the players: what starts, stops and pauses them, and what happens at their end.

A clock runs while its player has a decision to make, and only while a referee and a web server are
at work: time for which the site was away is nobody's. It stands still on days off in games turn by
turn.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver

from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.preferences import time_off_changed, time_off_changing
from accounts.statements import Select, update
from accounts.time_off import NO_TIME_OFF, TimeOff, time_off_of
from games.broadcast import notify_due, notify_game_changed
from games.engine.core import Event, State
from games.engine.orders import only_action
from games.engine.registry import KINDS, default_stand_in
from games.engine.replay import positions
from games.engine.time_control import Live, TurnByTurn
from games.models import ClockNote, Game, Notice, Seat, SignOfLife
from games.services.notices import give, remind_anew, withdraw
from operations import clock

GRACE = timedelta(seconds=2)
"""How long the referee waits at the end of a clock for what came in before it."""

SILENCE = timedelta(seconds=3)
"""Those of a role who have given no sign of life for so long are not at work."""

SIGN_EVERY = timedelta(seconds=1)

STAND_INS = 2
"""For how many turns a bot stands in at a live table before it takes the seat over."""

FIRST_MOVE = timedelta(minutes=5)
"""How long a live game waits for the first move of a player; without it there was no game."""

LONG_PAUSE = timedelta(minutes=1)
"""From here on it is said that time was given back, where players have days for a turn."""

CLOCK = ["time_left", "time_spent", "running_since", "due_at"]
HOLDER = ["user", "bot", "stand_ins", "stood_in", "left_by", "taken_over_after", "orders"]
NOTICE_FIELDS = ["tell_at", "told"]


_signs = Select(
    lambda: SignOfLife.objects.order_by("seen_at").values_list("seen_at", flat=True)[:1]
)


_signs_of = Select(
    lambda role: SignOfLife.objects.filter(role=role).values_list("seen_at", flat=True), str
)


def start_clocks(game: Game, state: State) -> None:
    """Give each person their clock as the game begins.

    Somebody who plays with bots alone needs none: there is nobody to hold up.

    Args:
        game: A locked game that the caller saves.
        state: Its first position.
    """
    people = [seat for seat in game.seats.all() if seat.user_id is not None]
    if len(people) < 2:
        game.time_control = None
        game.__dict__.pop("timing", None)
    if game.timing is None:
        return
    now = clock.now()
    for seat in people:
        seat.time_left = game.timing.at_first
        if seat.player in game.rules.active_players(state):
            _start(game, seat, now)
        seat.save(update_fields=CLOCK)


def time_used(game: Game, player: int | None, moment: datetime) -> timedelta | None:
    """Return how long a player's present decision has taken; None where no clock runs for it.

    Args:
        game: A locked game.
        player: The player; None for nobody.
        moment: When they decided.
    """
    seat = next((seat for seat in game.seats.all() if seat.player == player), None)
    if game.timing is None or seat is None or seat.running_since is None:
        return None
    return _used(game, seat, _counted_until(moment))


def is_up(seat: Seat, moment: datetime) -> bool:
    """Return whether a player's time had run out at this moment."""
    return seat.due_at is not None and seat.due_at < _counted_until(moment)


def wind_clocks(
    game: Game, event: Event, before: State, after: State, used: timedelta | None
) -> None:
    """Stop the clock of the player who has just decided, and start those of the players to decide.

    An event of somebody else changes nothing for players who had to decide before and still do.

    Args:
        game: A locked game that is played with clocks.
        event: What has happened.
        before: The position before it.
        after: The position after it.
        used: What `time_used` said for its player.
    """
    if game.timing is None:
        return
    rules, now = game.rules, clock.now()
    waited_for, active = rules.active_players(before), rules.active_players(after)
    for seat in game.seats.all():
        player = seat.player
        decided = player == event.player and player in waited_for
        goes_on = player in active and not (decided and rules.begins_turn(after, player))
        if decided and used is not None and seat.time_left is not None:
            seat.time_left = game.timing.left_after(seat.time_left, used, goes_on=goes_on)
        if player in waited_for and (decided or player not in active):
            _stop(seat)
            seat.stood_in = seat.stood_in and goes_on
        if player in active and (decided or player not in waited_for):
            _start(game, seat, now)
        elif player not in waited_for:
            continue
        update(seat, *CLOCK, "stood_in", "has_moved")


def next_end(seats: Iterable[Seat]) -> datetime | None:
    """Return when the referee has to look at the first of these clocks; None if none runs."""
    return min((seat.due_at + GRACE for seat in seats if seat.due_at is not None), default=None)


def run_out(game: Game) -> list[Seat]:
    """Return the seats of a locked game whose time has run out, the earliest first."""
    end = _counted_until(clock.now()) - GRACE
    seats = [seat for seat in game.seats.all() if seat.due_at is not None and seat.due_at <= end]
    return sorted(seats, key=lambda seat: seat.due_at or end)


def turn_began(game: Game, seat: Seat) -> datetime | None:
    """Return since when a live game waits for a player; time that the site was away is left out.

    Returns:
        None if it does not wait for them, or is not live.
    """
    if not isinstance(game.timing, Live) or seat.running_since is None:
        return None
    return seat.running_since - seat.time_spent


def must_begin(game: Game, seat: Seat) -> bool:
    """Return whether a game ends without result if this player's time runs out now."""
    return isinstance(game.timing, Live) and not seat.has_moved


def hand_to_bot(game: Game, seat: Seat, *, for_good: bool = False) -> None:
    """Have a bot play for a player whose time has run out, for this turn or for good.

    Args:
        game: A locked game.
        seat: Its seat.
        for_good: Whether it is to be for good in any case.
    """
    if isinstance(game.timing, Live) and seat.stand_ins < STAND_INS and not for_good:
        _stop(seat)
        seat.time_left = timedelta()
        seat.stand_ins += 1
        seat.stood_in = True
        seat.save(update_fields=[*CLOCK, *HOLDER])
        _note_bot(game, seat, ClockNote.Kind.STOOD_IN)
    else:
        _take_over(game, seat, game.version)


def hand_win_to_bot(game: Game, seat: Seat) -> None:
    """Let the bot keep the seat of a winner for whose last turn it stood in.

    What the rules leave no choice about is decided by nobody.

    Args:
        game: A locked game that has just been won in this seat.
        seat: The seat.
    """
    stood_in = game.clock_notes.filter(kind=ClockNote.Kind.STOOD_IN, player=seat.player).last()
    if seat.user_id is None or stood_in is None:
        return
    rows = list(game.events.order_by("seq"))
    states = positions(game.rules, [row.to_event(game.rules) for row in rows])
    decided_since = any(
        # No clock runs for what a bot decides.
        row.used is not None and only_action(game.rules, state, seat.player) is None
        for row, state in zip(rows, states, strict=False)
        if row.player == seat.player and row.seq > stood_in.after
    )
    if not decided_since:
        _take_over(game, seat, stood_in.after)


def _take_over(game: Game, seat: Seat, after: int) -> None:
    """Give a seat to a bot for good. after: after how many events the bot began to play there."""
    _stop(seat)
    seat.left_by, seat.user = seat.user, None
    seat.bot, seat.taken_over_after = stand_in_of(game), after
    seat.orders = None
    if seat.told:
        withdraw(game, seat)
    if seat.left_by is not None:
        give(seat.left_by, Notice.Kind.GAME_OVER, game)
    seat.save(update_fields=[*CLOCK, *HOLDER, *NOTICE_FIELDS])
    _note_bot(game, seat, ClockNote.Kind.TAKEN_OVER)


def _note_bot(game: Game, seat: Seat, kind: ClockNote.Kind) -> None:
    game.clock_notes.create(
        after=game.version, kind=kind, player=seat.player, bot=stand_in_of(game)
    )


def stand_in_of(game: Game) -> str:
    """Return the bot that plays for those whose time has run out."""
    known = game.stand_in in KINDS[game.kind].bots
    return game.stand_in if known else default_stand_in(game.kind)


def acting_bot(game: Game, seat: Seat) -> str:
    """Return the bot that decides for a seat now; "" where a person does."""
    return stand_in_of(game) if seat.stood_in else seat.bot


def give_sign_of_life(role: SignOfLife.Role) -> None:
    """Note that somebody of a role is at work, and give back the time for which nobody was."""
    now = clock.now()
    seen_at = _signs_of.first(role)
    if seen_at is None:
        SignOfLife.objects.get_or_create(role=role, defaults={"seen_at": now})
    elif now - seen_at > SILENCE:
        _wake(role)
    elif now - seen_at >= SIGN_EVERY:
        # Not over the one of another process that has just given time back.
        SignOfLife.objects.filter(role=role, seen_at=seen_at).update(seen_at=now)


@retried_on_deadlock
def _wake(role: SignOfLife.Role) -> None:
    with transaction.atomic():
        # Two of a role that wake at the same time give the time back once. Of two roles each gives
        # back what the other one did not: it finds clocks that have run on since.
        sign = SignOfLife.objects.select_for_update().get(role=role)
        if clock.now() - sign.seen_at <= SILENCE:
            return
        since = _seen_at() or sign.seen_at
        for game in _lock_timed(Q()):
            _give_back(game, since, clock.now())
        sign.seen_at = clock.now()
        sign.save(update_fields=["seen_at"])


def _lock_timed(which: Q) -> list[Game]:
    timed = Q(status=Game.Status.RUNNING, time_control__isnull=False)
    games = Game.objects.select_for_update(of=("self",)).filter(timed, which).order_by("pk")
    return list(games.prefetch_related("seats__user__preferences"))


def _give_back(game: Game, since: datetime, now: datetime) -> None:
    """Let the clocks of a locked game run on from now as they stood at the last sign of life.

    What is said is the most that one of them would have lost.
    """
    lost = timedelta()
    for seat in game.seats.all():
        if seat.running_since is not None:
            lost = max(lost, _used(game, seat, now) - _used(game, seat, since))
            _pause(game, seat, since)
            _run_on(game, seat, now)
            seat.save(update_fields=CLOCK)
    _look_in_time(game)
    if lost >= (LONG_PAUSE if isinstance(game.timing, TurnByTurn) else SILENCE):
        seconds = round(lost.total_seconds())
        given = ClockNote.Kind.GIVEN_BACK
        ClockNote.objects.create(game=game, after=game.version, kind=given, seconds=seconds)
    notify_game_changed(game.code)


@receiver(time_off_changing)
def pause_clocks(sender: object, user: User, **kwargs: Any) -> None:
    """Note what a user's decisions have taken so far, before their days off become others."""
    for game in _lock_timed(Q(seats__user=user, seats__running_since__isnull=False)):
        for seat in game.seats.all():
            if seat.user_id == user.pk:
                _pause(game, seat, _counted_until(clock.now()))
                seat.save(update_fields=CLOCK)


@receiver(time_off_changed)
def run_clocks_on(sender: object, user: User, **kwargs: Any) -> None:
    """Let a user's clocks run on from now with the days off that they have by now."""
    for game in _lock_timed(Q(seats__user=user, seats__running_since__isnull=False)):
        for seat in game.seats.all():
            if seat.user_id == user.pk:
                _run_on(game, seat, clock.now())
                remind_anew(game, seat, user)
                seat.save(update_fields=[*CLOCK, *NOTICE_FIELDS])
        _look_in_time(game)
        notify_game_changed(game.code)


def _start(game: Game, seat: Seat, now: datetime) -> None:
    """Start the clock of a person; who has a bot to play for them needs none."""
    seat.time_spent = timedelta()
    if seat.user_id is not None and not seat.stood_in:
        _run_on(game, seat, now)


def _stop(seat: Seat) -> None:
    seat.time_spent, seat.running_since, seat.due_at = timedelta(), None, None


def _pause(game: Game, seat: Seat, moment: datetime) -> None:
    seat.time_spent = _used(game, seat, moment)


def _run_on(game: Game, seat: Seat, now: datetime) -> None:
    if game.timing is None or seat.time_left is None:
        return
    allowed = game.timing.allowed(seat.time_left)
    if must_begin(game, seat):
        allowed = min(allowed, FIRST_MOVE)
    to_go = max(allowed - seat.time_spent, timedelta())
    seat.running_since = now
    seat.due_at = _time_off(game, seat).moment_after(now, to_go)


def _used(game: Game, seat: Seat, moment: datetime) -> timedelta:
    since = seat.running_since
    if since is None or moment <= since:
        return seat.time_spent
    return seat.time_spent + _time_off(game, seat).elapsed(since, moment)


def _time_off(game: Game, seat: Seat) -> TimeOff:
    if seat.user is None or not isinstance(game.timing, TurnByTurn):
        return NO_TIME_OFF
    return time_off_of(seat.user, weekends=game.timing.weekends_off)


def _look_in_time(game: Game) -> None:
    """Have the referee look at a game no later than when its first clock runs out.

    It may look sooner, for a bot or an order; where nothing is due it then sets the time anew.
    """
    end = next_end(game.seats.all())
    if end is not None and (game.due_at is None or end < game.due_at):
        game.due_at = end
        game.save(update_fields=["due_at"])
        notify_due(end)


def _counted_until(moment: datetime) -> datetime:
    """Return until when clocks have run: the last sign of life where none has followed it."""
    seen_at = _seen_at()
    return seen_at if seen_at is not None and moment - seen_at > SILENCE else moment


def _seen_at() -> datetime | None:
    """Return until when each role is known to have been at work; None before the first sign.

    A role that has never given a sign is not waited for.
    """
    return _signs.first()

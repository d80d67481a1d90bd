"""The clocks of players: how they start, stop and pause, and what happens when one runs out.

A clock runs while its player has a decision to make. It stands still while no referee or no web
server is at work and, in turn-by-turn games, on the player's days off.
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
"""How long after a clock's end the referee waits for actions that arrived before the end."""

SILENCE = timedelta(seconds=3)
"""After this long without a sign of life, no process of a role counts as at work."""

SIGN_EVERY = timedelta(seconds=1)

STAND_INS = 2
"""Number of turns for which a bot stands in at a live table, before it takes the seat over."""

FIRST_MOVE = timedelta(minutes=5)
"""How long a live game waits for a player's first move before it ends without result."""

LONG_PAUSE = timedelta(minutes=1)
"""Minimum time given back in a turn-by-turn game that is worth a note to the players."""

CLOCK = ["time_left", "time_spent", "running_since", "due_at"]
HOLDER = ["user", "bot", "stand_ins", "stood_in", "left_by", "taken_over_after", "orders"]
NOTICE_FIELDS = ["tell_at", "told"]

_all_at_work_at = Select(
    lambda: SignOfLife.objects.order_by("seen_at").values_list("seen_at", flat=True)[:1]
)
"""The last time when all roles that ever gave a sign are known to have been at work."""

_signs_of = Select(
    lambda role: SignOfLife.objects.filter(role=role).values_list("seen_at", flat=True), str
)


def start_clocks(game: Game, state: State) -> None:
    """Give each person a clock at the start of a locked game; the caller saves the game."""
    people = [seat for seat in game.seats.all() if seat.user_id is not None]
    # A single person against bots needs no clock: there is nobody to hold up.
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
    """Return how long a player's present decision has taken at a moment; None if no clock runs."""
    seat = next((seat for seat in game.seats.all() if seat.player == player), None)
    if game.timing is None or seat is None or seat.running_since is None:
        return None
    return _used(game, seat, _counted_until(moment))


def is_up(seat: Seat, moment: datetime) -> bool:
    """Return whether the time for the present decision of a seat had run out at this moment."""
    return seat.due_at is not None and seat.due_at < _counted_until(moment)


def wind_clocks(
    game: Game, event: Event, before: State, after: State, used: timedelta | None
) -> None:
    """Stop the clock of the player who has decided, and start clocks for new decisions.

    The clocks of other players run on if they had to decide before and still have to. used: the
    result of `time_used` for the player of the event.
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
    """Return when the referee has to look at the clock that ends first; None if no clock runs."""
    return min((seat.due_at + GRACE for seat in seats if seat.due_at is not None), default=None)


def run_out(game: Game) -> list[Seat]:
    """Return the seats of a locked game whose time has run out, the earliest first."""
    end = _counted_until(clock.now()) - GRACE
    seats = [seat for seat in game.seats.all() if seat.due_at is not None and seat.due_at <= end]
    return sorted(seats, key=lambda seat: seat.due_at or end)


def turn_began(game: Game, seat: Seat) -> datetime | None:
    """Return since when a live game waits for a player, outages not counted; None if it doesn't."""
    if not isinstance(game.timing, Live) or seat.running_since is None:
        return None
    # A clock restarts after an outage, so the time spent before the outage is subtracted.
    return seat.running_since - seat.time_spent


def must_begin(game: Game, seat: Seat) -> bool:
    return isinstance(game.timing, Live) and not seat.has_moved


def hand_to_bot(game: Game, seat: Seat, *, for_good: bool = False) -> None:
    """Have a bot play for a player, for this turn or for good; see `STAND_INS`."""
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
    """Give a winner's seat for good to the bot that stood in for the winner's last turn, if any."""
    stood_in = game.clock_notes.filter(kind=ClockNote.Kind.STOOD_IN, player=seat.player).last()
    if seat.user_id is None or stood_in is None:
        return
    rows = list(game.events.order_by("seq"))
    states = positions(game.rules, [row.to_event(game.rules) for row in rows])
    decided_since = any(
        # Only decisions by people have a time, and a player with a single action decides nothing.
        row.used is not None and only_action(game.rules, state, seat.player) is None
        for row, state in zip(rows, states, strict=False)
        if row.player == seat.player and row.seq > stood_in.after
    )
    if not decided_since:
        _take_over(game, seat, stood_in.after)


def _take_over(game: Game, seat: Seat, after: int) -> None:
    """Give a seat for good to a bot that began to play in it after this many events."""
    _stop(seat)
    seat.left_by, seat.user = seat.user, None
    seat.bot, seat.taken_over_after = stand_in_of(game), after
    seat.orders = None
    # `withdraw` finds the person by `left_by`, which is set above.
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
    """Return the slug of the bot that plays for players whose time has run out."""
    known = game.stand_in in KINDS[game.kind].bots
    return game.stand_in if known else default_stand_in(game.kind)


def acting_bot(game: Game, seat: Seat) -> str:
    """Return the slug of the bot that decides for a seat now; "" if a person decides."""
    return stand_in_of(game) if seat.stood_in else seat.bot


def give_sign_of_life(role: SignOfLife.Role) -> None:
    """Note that a process of a role is at work, and give back time in which none was."""
    now = clock.now()
    seen_at = _signs_of.first(role)
    if seen_at is None:
        SignOfLife.objects.get_or_create(role=role, defaults={"seen_at": now})
    elif now - seen_at > SILENCE:
        _wake(role)
    elif now - seen_at >= SIGN_EVERY:
        # The condition keeps the sign of another process that has just given time back.
        SignOfLife.objects.filter(role=role, seen_at=seen_at).update(seen_at=now)


@retried_on_deadlock
def _wake(role: SignOfLife.Role) -> None:
    with transaction.atomic():
        # The lock: of two processes of a role that come back together, only one gives the time
        # back. If both roles were away, the second role gives back the time since the first did.
        sign = SignOfLife.objects.select_for_update().get(role=role)
        if clock.now() - sign.seen_at <= SILENCE:
            return
        since = _all_at_work_at.first() or sign.seen_at
        for game in _lock_timed(Q()):
            _give_back(game, since, clock.now())
        sign.seen_at = clock.now()
        sign.save(update_fields=["seen_at"])


def _lock_timed(which: Q) -> list[Game]:
    timed = Q(status=Game.Status.RUNNING, time_control__isnull=False)
    games = Game.objects.select_for_update(of=("self",)).filter(timed, which).order_by("pk")
    return list(games.prefetch_related("seats__user__preferences"))


def _give_back(game: Game, since: datetime, now: datetime) -> None:
    """Set the clocks of a locked game back to the last sign of life, to run on from now."""
    lost = timedelta()
    for seat in game.seats.all():
        if seat.running_since is not None:
            spent = _used(game, seat, since)
            lost = max(lost, _used(game, seat, now) - spent)
            seat.time_spent = spent
            _run_on(game, seat, now)
            seat.save(update_fields=CLOCK)
    _look_in_time(game)
    # One note for all clocks, with the longest time. Players with days to move need not know of
    # short pauses.
    if lost >= (LONG_PAUSE if isinstance(game.timing, TurnByTurn) else SILENCE):
        seconds = round(lost.total_seconds())
        given = ClockNote.Kind.GIVEN_BACK
        ClockNote.objects.create(game=game, after=game.version, kind=given, seconds=seconds)
    notify_game_changed(game.code)


@receiver(time_off_changing)
def pause_clocks(sender: object, user: User, **kwargs: Any) -> None:
    """Save the time that a user's decisions have taken so far, before their days off change."""
    for game in _lock_timed(Q(seats__user=user, seats__running_since__isnull=False)):
        for seat in game.seats.all():
            if seat.user_id == user.pk:
                seat.time_spent = _used(game, seat, _counted_until(clock.now()))
                seat.save(update_fields=CLOCK)


@receiver(time_off_changed)
def run_clocks_on(sender: object, user: User, **kwargs: Any) -> None:
    """Let a user's clocks run on from now, with the new days off."""
    for game in _lock_timed(Q(seats__user=user, seats__running_since__isnull=False)):
        for seat in game.seats.all():
            if seat.user_id == user.pk:
                _run_on(game, seat, clock.now())
                remind_anew(game, seat, user)
                seat.save(update_fields=[*CLOCK, *NOTICE_FIELDS])
        _look_in_time(game)
        notify_game_changed(game.code)


def _start(game: Game, seat: Seat, now: datetime) -> None:
    seat.time_spent = timedelta()
    # No clock runs while a bot plays for the person.
    if seat.user_id is not None and not seat.stood_in:
        _run_on(game, seat, now)


def _stop(seat: Seat) -> None:
    seat.time_spent, seat.running_since, seat.due_at = timedelta(), None, None


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
    """Have the referee look at a game when its first clock runs out, if not before."""
    # `due_at` is never moved later: a bot or an order may be due. If nothing is due by then, the
    # referee sets a new `due_at`.
    end = next_end(game.seats.all())
    if end is not None and (game.due_at is None or end < game.due_at):
        game.due_at = end
        game.save(update_fields=["due_at"])
        notify_due(end)


def _counted_until(moment: datetime) -> datetime:
    # During an outage of the site, clocks stand still at the last sign of life.
    seen_at = _all_at_work_at.first()
    return seen_at if seen_at is not None and moment - seen_at > SILENCE else moment

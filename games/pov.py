"""A game as one person sees it at one moment: the base of the context of every template."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from accounts.statements import Select
from games.analysis.explanation import Explanation
from games.engine.core import Event, Outcome, Rules, State
from games.engine.fairness.fair_dice import FairDice
from games.history import History, history
from games.models import ClockNote, Game, GameRuling, Seat
from games.services.dice import revealed
from games.services.tables import seats_with_people

_clock_notes = Select(lambda game: ClockNote.objects.filter(game=game).order_by("after", "pk"), int)
_rulings = Select(lambda game: GameRuling.objects.filter(game=game), int)
_players = Select(
    lambda game, user: Seat.objects.filter(game=game, user=user).values_list("player", flat=True)[
        :1
    ],
    int,
    int,
)


@dataclass(frozen=True)
class Pov:
    """A game, a position in its log, and its viewer."""

    game: Game
    seats: Sequence[Seat]
    log: History
    seq: int  # of the position shown, 0..game.version
    player: int | None  # the viewer's number, None for a spectator
    dice: FairDice | None = None  # of a finished game: its secret is public
    side: int | None = None  # the player from whose side a replay is drawn, or None
    rulings: Sequence[GameRuling] = ()  # of moderators, the oldest first
    notes: Sequence[ClockNote] = ()  # about the clocks, in order
    invited: bool = False  # whether a seat is reserved for the viewer
    is_host: bool = False  # whether all play on the viewer's device
    typed: str = ""  # faces of the last event shown, if it is a typed roll not yet logged; else ""
    explanation: Explanation | None = None  # the analysis, if known and asked for

    @property
    def rules(self) -> Rules[Any]:
        return self.game.rules

    @property
    def state(self) -> State:
        """The position after `seq` events."""
        return self.log.states[self.seq]

    @property
    def before(self) -> State | None:
        """The position before the last event shown, or None at the start."""
        return self.log.states[self.seq - 1] if self.seq else None

    @property
    def event(self) -> Event | None:
        """The last event shown, or None at the start."""
        return self.log.events[self.seq - 1] if self.seq else None

    @property
    def next_event(self) -> Event | None:
        """The event after the position shown, or None if there is none yet."""
        return self.log.events[self.seq] if self.seq < self.game.version else None

    @property
    def by_order(self) -> bool:
        """Whether a standing order caused the last event shown."""
        # Shown only in finished games: opponents could exploit orders that they know of.
        return self.game.is_finished and self.seq in self.log.by_order

    @cached_property
    def seat(self) -> Seat | None:
        """The viewer's seat, or None for a spectator."""
        return next((seat for seat in self.seats if seat.player == self.player), None)

    @property
    def salted_seat(self) -> Seat | None:
        """The seat whose salt is the viewer's, or None for a spectator."""
        if not self.is_host:
            return self.seat
        # A device adds one salt, with the seat that was taken first (services/pass_and_play.py).
        return min(self.seats, key=lambda seat: (seat.place or 0, seat.player))

    @property
    def near(self) -> int | None:
        """The player drawn on the near side of the table: the viewer, or the `side` of a replay."""
        return self.side if self.player is None else self.player

    @cached_property
    def live(self) -> bool:
        """Whether this is the present position of a running game."""
        return self.game.is_running and self.seq == self.game.version

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, if the position shown is its end; else None."""
        return self.rules.outcome(self.state)

    @cached_property
    def active(self) -> tuple[int, ...]:
        return self.rules.active_players(self.state)

    @cached_property
    def my_turn(self) -> bool:
        return self.live and self.player in self.active and not self.to_confirm

    @property
    def to_confirm(self) -> bool:
        """Whether the typed roll, such as a bust, leaves nothing to decide but to confirm it."""
        return bool(self.typed) and self.rules.roll_address(self.state) is not None

    @property
    def token(self) -> int | None:
        """The viewer's decision token, or None if they have nothing to decide."""
        if self.typed:
            return self.seq
        return self.rules.token(self.state, self.player) if self.player is not None else None


def pov_of(
    game: Game, player: int | None, seq: int | None = None, seats: Sequence[Seat] | None = None
) -> Pov:
    """Return the game as `player` (None: a spectator) sees it, after `seq` events or now.

    seats: the seats of the game, with their users; None to read them.
    """
    if seats is None:
        seats = seats_with_people(game.pk)
        for seat in seats:
            seat.game = game
    seq = game.version if seq is None else seq
    dice = revealed(game) if game.is_finished else None
    ruled = game.is_finished or game.annulled_at is not None
    rulings = _rulings(game.pk) if ruled else []
    notes = _clock_notes(game.pk) if game.timing is not None else []
    return Pov(game, seats, history(game), seq, player, dice, rulings=rulings, notes=notes)


def with_typed_roll(pov: Pov, typed: str, event: Event) -> Pov:
    """Return the game after a typed roll, as the player with the device sees it."""
    state = pov.rules.apply_event(pov.state, event)
    log = replace(
        pov.log,
        states=[*pov.log.states[: pov.seq + 1], state],
        events=[*pov.log.events[: pov.seq], event],
        leaders={},
        turns={},
    )
    game = copy(pov.game)
    game.version += 1  # so that the position after the roll is the present one
    after = replace(pov, game=game, log=log, seq=game.version, typed=typed)
    # After a bust it is the next player's turn, but first the roller has to confirm it.
    return replace(after, player=event.player if after.to_confirm else who_decides(game, state))


def with_line(pov: Pov, events: Sequence[Event], states: Sequence[State]) -> Pov:
    """Return a finished game as it might have continued from the position of `pov`."""
    log = History(
        states=[*pov.log.states[: pov.seq + 1], *states],
        events=[*pov.log.events[: pov.seq], *events],
    )
    game = copy(pov.game)
    game.version = len(log.events)
    return replace(
        pov, game=game, log=log, seq=game.version, dice=None, rulings=(), notes=(), explanation=None
    )


def at_device(game: Game, state: State) -> int | None:
    """Return the player who acts next on a shared device; None if nobody is to decide."""
    # Before the start it is player 0, who has the device's salt.
    return 0 if game.is_waiting else who_decides(game, state)


def who_decides(game: Game, state: State) -> int | None:
    """Return the player who is to hold the device if all play on one device, or None.

    If several players are to decide, they decide one after the other, from the turn player on.
    """
    return next(iter(in_turn(game, state)), None)


def in_turn(game: Game, state: State) -> list[int]:
    """Return the players with a decision to make in the order of play, from the turn player on."""
    active = game.rules.active_players(state)
    return sorted(active, key=lambda player: (player - state.turn_player) % game.size)


def player_of(game: Game, user_id: int | None) -> int | None:
    if user_id is None:
        return None
    if game.host_id == user_id and not game.is_finished:
        return at_device(game, game.position())
    return _players.first(game.pk, user_id)

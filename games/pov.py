"""A game as one person sees it at one moment: what every template gets."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine.core import Event, Outcome, Rules, State
from games.history import History, history
from games.models import Game, Seat


@dataclass(frozen=True)
class Pov:
    """A game, a position in its log, and who looks.

    seq: the position shown, 0..game.version.
    player: the viewer's player number, or None for a spectator.
    """

    game: Game
    seats: Sequence[Seat]
    log: History
    seq: int
    player: int | None

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
        """What came after the position shown, or None where nothing did yet."""
        return self.log.events[self.seq] if self.seq < self.game.version else None

    @property
    def live(self) -> bool:
        """Whether this is the present position of a running game."""
        return self.game.is_running and self.seq == self.game.version

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, when the position shown is its end."""
        return self.rules.outcome(self.state)

    @cached_property
    def active(self) -> tuple[int, ...]:
        """The players with a decision to make in the position shown."""
        return self.rules.active_players(self.state)

    @property
    def my_turn(self) -> bool:
        """Whether the viewer may act now."""
        return self.live and self.player in self.active

    @property
    def token(self) -> int | None:
        """The viewer's decision token, or None when he has nothing to decide."""
        return self.rules.token(self.state, self.player) if self.player is not None else None


def pov_of(game: Game, player: int | None, seq: int | None = None) -> Pov:
    """Return the game as `player` (None: a spectator) sees it, at `seq` or now."""
    seats = list(game.seats.select_related("user"))
    return Pov(game, seats, history(game), game.version if seq is None else seq, player)


def player_of(game: Game, user_id: int | None) -> int | None:
    """Return the player number this user has at the table, or None."""
    if user_id is None:
        return None
    return game.seats.filter(user_id=user_id).values_list("player", flat=True).first()

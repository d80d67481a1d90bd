"""The clocks of the players, as all who look at a table see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.engine.time_control import Live
from games.models import Game, Seat
from games.pov import Pov
from games.presence import last_seen
from games.presenters.clock_words import duration_words
from games.services.clocks import must_begin, turn_began

SECOND = timedelta(seconds=1)
MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of one player.

    Only moments by the server's clock, and nothing that grows old: what is rendered of it is kept,
    and sent later.

    left: what the clock had when the present decision was opened; in live games the bank.
    due_at: when it runs out; None while it does not run.
    must_begin: whether the game ends without result then, because it is for the first move.
    began: since when a live game waits for the player.
    """

    player: int
    left: timedelta
    due_at: datetime | None
    must_begin: bool = False
    began: datetime | None = None

    def __str__(self) -> str:
        """Return what scripts read: the player, what is left and when it runs out, in milliseconds.

        Such as "1:180000:1795476812855", or "1:180000" where the clock does not run. In live games
        with the seconds from the beginning to the end, and 1 or 0 for `must_begin`, behind it.
        """
        told = f"{self.player}:{self.left // MILLISECOND}"
        if self.due_at is None:
            return told
        told = f"{told}:{epoch_ms(self.due_at)}"
        if self.began is None:
            return told
        return f"{told}:{(self.due_at - self.began) // SECOND}:{self.must_begin:d}"

    @property
    def left_words(self) -> str:
        """What is left, in words."""
        return duration_words(self.left)


def clocks_of(pov: Pov) -> list[ClockView]:
    """Return the clocks of those who have one, while the game runs."""
    if not pov.game.is_running:
        return []
    seats = sorted(pov.seats, key=lambda seat: seat.player)
    return [view for seat in seats if (view := _clock_of(pov.game, seat))]


def own_ms(pov: Pov) -> int | None:
    """Return how many milliseconds a decision costs nothing of the bank; None without a bank."""
    timing = pov.game.timing
    return timing.per_decision * 1000 if isinstance(timing, Live) else None


def away_of(code: str, seated: Mapping[int | None, int | str]) -> list[str]:
    """Return what scripts read of the players who do not look at their table.

    Each is a player and when they last did, in milliseconds: "1:1795476812855".

    Args:
        code: Code of the table.
        seated: The players by number of their user; those who are no players count for nothing.
    """
    return [
        f"{player}:{epoch_ms(seen_at)}"
        for user_id, seen_at in last_seen(code, seated).items()
        if seen_at is not None and isinstance(player := seated[user_id], int)
    ]


def epoch_ms(moment: datetime) -> int:
    """Return a moment as scripts count: in milliseconds since 1970."""
    return round(moment.timestamp() * 1000)


def _clock_of(game: Game, seat: Seat) -> ClockView | None:
    if seat.user_id is None or seat.time_left is None:
        return None
    return ClockView(
        seat.player, seat.time_left, seat.due_at, must_begin(game, seat), turn_began(game, seat)
    )

"""The players' clocks as everybody at a table sees them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.engine.time_control import Live
from games.pov import Pov
from games.presence import last_seen
from games.presenters.clock_words import duration_words
from games.services.clocks import must_begin, turn_began

SECOND = timedelta(seconds=1)
MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of one player, as times of the server's clock, so that cached HTML stays right.

    left: the time left when the present decision began; in live games the bank.
    due_at: the moment when the time is used up, None while the clock is stopped.
    must_begin: whether the game ends without result at `due_at`: this player has not moved yet.
    began: the moment when the decision began, in live games; else None.
    """

    player: int
    left: timedelta
    due_at: datetime | None
    must_begin: bool = False
    began: datetime | None = None

    def __str__(self) -> str:
        """Return the clock for scripts: player, `left` and `due_at`, in milliseconds.

        An example is "1:180000:1795476812855", or "1:180000" if the clock is stopped. Live games
        add the seconds from `began` to `due_at`, and 1 or 0 for `must_begin`.
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
        return duration_words(self.left)


def clocks_of(pov: Pov) -> list[ClockView]:
    """Return the clocks of all players who have a clock; [] unless the game runs."""
    if not pov.game.is_running:
        return []
    game = pov.game
    return [
        ClockView(
            seat.player, seat.time_left, seat.due_at, must_begin(game, seat), turn_began(game, seat)
        )
        for seat in sorted(pov.seats, key=lambda seat: seat.player)
        if seat.user_id is not None and seat.time_left is not None
    ]


def own_ms(pov: Pov) -> int | None:
    """Return the time for each decision besides the bank, in milliseconds; None if not live."""
    timing = pov.game.timing
    return timing.per_decision * 1000 if isinstance(timing, Live) else None


def away_of(code: str, seated: Mapping[int | None, int | str]) -> list[str]:
    """Return the players who don't have the table in view, each with the time they last saw it.

    In milliseconds, for scripts: "1:1795476812855". seated: players' numbers by user id.
    """
    return [
        f"{player}:{epoch_ms(seen_at)}"
        for user_id, seen_at in last_seen(code, seated).items()
        if seen_at is not None and isinstance(player := seated[user_id], int)
    ]


def epoch_ms(moment: datetime) -> int:
    """Return a moment in milliseconds since 1970, as scripts count."""
    return round(moment.timestamp() * 1000)

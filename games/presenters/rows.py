"""Games in lists: players, progress, result, and the position as a small board."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.history import History
from games.models import Game, Seat
from games.pov import Pov
from games.presenters import table_of
from games.presenters.clock_words import duration_words
from games.presenters.table import Score
from games.queries import LIVELY, Visitor
from operations import clock


@dataclass(frozen=True)
class ListedSeat:
    """A seat in a row of a list, with the player's progress."""

    seat: Seat
    score: Score


@dataclass(frozen=True)
class Row:
    """A game in a list.

    pov: the position of its snapshot as a spectator sees it, without the log.
    mine: the seat of the list's user, or None.  watching: the number of spectators.
    is_left: whether a bot took over the seat of the list's user.
    """

    game: Game
    pov: Pov
    seats: list[ListedSeat]
    mine: Seat | None
    is_left: bool
    watching: int

    @property
    def players(self) -> list[Seat]:
        return [listed.seat for listed in self.seats]

    @property
    def others(self) -> list[Seat]:
        """The seats without `mine`."""
        return [seat for seat in self.players if seat != self.mine]

    @cached_property
    def mini(self) -> Hashable:
        player = self.mine.player if self.mine else None
        return table_of(replace(self.pov, player=player)).mini

    @property
    def rests(self) -> bool:
        """Whether nobody has moved in this running game for some time."""
        return self.game.moved_at is not None and self.game.moved_at < timezone.now() - LIVELY

    @property
    def time_left(self) -> str:
        """The time left to the player of `mine`, "" if their clock is stopped."""
        return "" if self._left is None else duration_words(self._left)

    @property
    def share_left(self) -> int:
        """The time left to the player of `mine`, in percent of the time at the beginning."""
        if self._left is None or self.game.timing is None:
            return 0
        return min(100, round(100 * (self._left / self.game.timing.at_first)))

    @property
    def _left(self) -> timedelta | None:
        if self.mine is None or self.mine.due_at is None:
            return None
        return max(self.mine.due_at - clock.now(), timedelta())

    @property
    def is_defeat(self) -> bool:
        """Whether somebody has won, but not the player of `mine`."""
        return any(listed.seat.won for listed in self.seats) and not (self.mine and self.mine.won)

    @property
    def result(self) -> str:
        """The result for the list's user, "" if they had no seat."""
        if self.mine is None and not self.is_left:
            return ""
        if self.game.challenge_id is not None:
            if self.mine and self.mine.won:
                return pgettext("result", "Done")
            return pgettext("result", "Given up")
        winners = sum(bool(listed.seat.won) for listed in self.seats)
        if not winners:
            return _("No one won")
        if self.mine is None or not self.mine.won:
            return pgettext("result", "Lost")
        return _("Shared the win") if winners > 1 else pgettext("result", "Won")


def rows(
    games: Iterable[Game], whose: Visitor, watching: dict[int, int] | None = None
) -> list[Row]:
    """Return the rows of a user's list. watching: the number of spectators by game id."""
    return [_row(game, whose.pk, (watching or {}).get(game.pk, 0)) for game in games]


def _row(game: Game, user_id: int | None, watching: int) -> Row:
    seats = list(game.seats.all())
    # The position alone, from the snapshot: reading the logs would be a query for each game.
    pov = Pov(game, seats, History(states=[game.position()]), 0, None)
    table = table_of(pov)
    return Row(
        game=game,
        pov=pov,
        seats=[ListedSeat(seat, table.score(seat.player)) for seat in seats],
        mine=next((seat for seat in seats if user_id and seat.user_id == user_id), None),
        is_left=any(seat.left_by_id == user_id for seat in seats if user_id),
        watching=watching,
    )

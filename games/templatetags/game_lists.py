"""Tags and filters for rows of lists: words about a game and its seats."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django import template
from django.utils.safestring import SafeString

from accounts.templatetags.badges import staff_badge
from accounts.templatetags.names import with_names
from games.engine.registry import KINDS
from games.engine.time_control import TurnByTurn
from games.models import Game, Seat
from games.presenters import presenter
from games.presenters.levels import level_of, level_words
from games.presenters.names import joined_names, name_among
from games.presenters.time_control_words import time_control_short

register = template.Library()


@dataclass(frozen=True, slots=True)
class Holder:
    """The player of a seat as lists show them; hashable, because its drawing is cached.

    username: "" for players without a page here.  told: whether the name is from a record.
    """

    name: str
    username: str = ""
    badge: str = ""
    told: bool = False
    level: str = ""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table to join, as the list shows it: without a code, so equal tables share one drawing."""

    kind: str
    name: str
    holders: tuple[Holder, ...]
    size: int
    options: tuple[str, ...]
    has_known_dice: bool
    time: str

    @property
    def free(self) -> range:
        """A number for each free seat."""
        return range(len(self.holders), self.size)


@register.filter
def holder(seat: Seat, seats: Iterable[Seat]) -> Holder:
    """Return the player of one of these seats: `{{ seat|holder:game.seats.all }}`."""
    if seat.user is not None:
        return Holder(seat.user.username, seat.user.username, staff_badge(seat.user))
    level = level_words(level_of(seat.game.kind, seat.bot))
    return Holder(name_among(seats, seat), told=seat.name is not None, level=level)


@register.filter
def open_table(game: Game) -> OpenTable:
    """Return an entry of the list of open tables: `{{ game|open_table }}`."""
    seats = game.seats.all()
    return OpenTable(
        game.kind,
        presenter(game.kind).ABOUT.name,
        tuple(holder(seat, seats) for seat in seats),
        game.size,
        tuple(table_options(game)),
        game.same_dice_as_id is not None,
        time_control_short(game.timing),
    )


def table_options(game: Game) -> list[str]:
    """Return the options of a table that differ from the usual options."""
    if game.rules.variant == KINDS[game.kind].variant():
        return []
    options = presenter(game.kind).options
    usual = options(Game(kind=game.kind, size=game.size, variant={}))
    return [option for option in options(game) if option not in usual]


@register.filter
def live_first(tables: Iterable[Game]) -> list[Game]:
    """Return the tables, turn-by-turn tables last: `{{ tables|live_first }}`."""
    return sorted(tables, key=lambda game: isinstance(game.timing, TurnByTurn))


@register.simple_tag
def time_control(game: Game) -> str:
    """Return the time control in a few words: `{% time_control game %}`."""
    return time_control_short(game.timing)


@register.filter
def people(seats: Sequence[Seat]) -> str:
    """Return the names at a table as plain text, for titles: `{{ pov.seats|people }}`."""
    return joined_names(seats)


@register.filter
def named_people(seats: Sequence[Seat]) -> SafeString:
    """Return the names at a table, each marked: `{{ pov.seats|named_people }}`."""
    return with_names(joined_names(seats), [name_among(seats, seat) for seat in seats])

"""What rows of a list say about a game and its seats."""

from collections.abc import Iterable, Sequence

from django import template
from django.utils.safestring import SafeString

from accounts.templatetags.names import with_names
from games.engine.registry import KINDS
from games.engine.time_control import TurnByTurn
from games.models import Game, Seat
from games.presenters import presenter
from games.presenters.names import name_among, together
from games.presenters.time_control_words import time_control_short

register = template.Library()


@register.filter
def table_options(game: Game) -> list[str]:
    """Return how a table's rules differ from the usual ones: `{{ game|table_options }}`."""
    if game.rules.variant == KINDS[game.kind].variant():
        return []
    options = presenter(game.kind).options
    usual = options(Game(kind=game.kind, size=game.size, variant={}))
    return [option for option in options(game) if option not in usual]


@register.filter
def free_seats(game: Game) -> range:
    """Return a number for each free seat of a table: `{% for seat in game|free_seats %}`."""
    return range(len(game.seats.all()), game.size)


@register.filter
def live_first(tables: Iterable[Game]) -> list[Game]:
    """Return the tables with those last that are played turn by turn: `{{ tables|live_first }}`."""
    return sorted(tables, key=lambda game: isinstance(game.timing, TurnByTurn))


@register.simple_tag
def time_control(game: Game) -> str:
    """Say in a few words how long players may take: `{% time_control game %}`."""
    return time_control_short(game.timing)


@register.filter
def people(seats: Sequence[Seat]) -> str:
    """Return the names at a table as plain text, for titles: `{{ pov.seats|people }}`."""
    return together(seats)


@register.filter
def named_people(seats: Sequence[Seat]) -> SafeString:
    """Return the names at a table, each marked: `{{ pov.seats|named_people }}`."""
    return with_names(together(seats), [name_among(seats, seat) for seat in seats])

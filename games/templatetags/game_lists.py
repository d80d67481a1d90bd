"""What rows of a list say about a game and its seats."""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _

from games.engine.registry import KINDS
from games.models import Game, Seat
from games.presenters import presenter
from games.presenters.names import together

register = template.Library()


@register.filter
def table_options(game: Game) -> list[str]:
    """Return how a table's rules differ from the usual ones: `{{ game|table_options }}`."""
    if game.rules.variant == KINDS[game.kind].variant():
        return [_("The usual rules.")]
    options = presenter(game.kind).options
    usual = options(Game(kind=game.kind, size=game.size, variant={}))
    return [option for option in options(game) if option not in usual] or [_("The usual rules.")]


@register.filter
def people(seats: Sequence[Seat]) -> str:
    """Return the names at a table as one text: `{{ pov.seats|people }}`."""
    return together(seats)

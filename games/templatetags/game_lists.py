"""What rows of a list say about a game and its seats."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template

from games.models import Game, Seat
from games.presenters import presenter
from games.presenters.names import seat_name

register = template.Library()


@register.filter
def table_options(game: Game) -> list[str]:
    """Return the rules this table plays by, a sentence each: `{{ game|table_options }}`."""
    return presenter(game.kind).options(game)


@register.filter
def people(seats: Iterable[Seat]) -> str:
    """Return the names at a table as one text: `{{ pov.seats|people }}`."""
    return " – ".join(seat_name(seat) for seat in seats)


@register.filter
def stars(score: Mapping[str, Any]) -> list[bool]:
    """Return, for each column that wins, whether a player has it: `{{ listed.score|stars }}`."""
    won = len(score["claimed"])
    return [number < won for number in range(max(score["goal"], won))]

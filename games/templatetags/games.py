"""What templates say about tables of every kind."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from games.models import Game, Seat
from games.pov import Pov
from games.presenters import names, presenter

register = template.Library()


@register.filter
def seat_name(seat: Seat) -> str:
    """Return the name of whoever holds the seat: `{{ seat|seat_name }}`."""
    return names.seat_name(seat)


@register.filter
def player_name(seats: Sequence[Seat], player: int) -> str:
    """Return a player's name by number: `{{ pov.seats|player_name:0 }}`."""
    return names.name_of(seats, player)


@register.filter
def bots(game: Game) -> Mapping[str, Any]:
    """Return the game's bots by slug, each with a name and a sentence: `{{ game|bots }}`."""
    return presenter(game.kind).BOTS


@register.filter
def is_creator(pov: Pov) -> bool:
    """Return whether the viewer opened this table: `{% if pov|is_creator %}`."""
    return any(
        seat.player == pov.player and seat.user_id == pov.game.creator_id for seat in pov.seats
    )


@register.filter
def part(game: Game, name: str) -> str:
    """Return the template that differs by game: `{% include game|part:"board" %}`."""
    return f"games/{game.kind}/_{name}.html"


@register.inclusion_tag("games/_piece.html")
def piece(player: int) -> dict[str, int]:
    """Draw a player's shape: `{% piece seat.player %}`. The page needs the sprite."""
    return {"player": player}


@register.inclusion_tag("games/cantstop/_die.html")
def die(face: int, pair: int = 0) -> dict[str, int]:
    """Draw a die: `{% die 5 %}`. pair: 1 or 2 to mark the pair it belongs to."""
    return {"face": face, "pair": pair}


@register.inclusion_tag("games/cantstop/_pair.html")
def pair(faces: tuple[int, int], look: str = "") -> dict[str, Any]:
    """Draw a pair of dice: `{% pair row.pairs.0 "un" %}`. look: "un" unused, "q2" the second."""
    return {"faces": faces, "look": look}

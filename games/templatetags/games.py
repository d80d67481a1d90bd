"""What templates say about tables of every kind."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString

from accounts.models import User
from games.models import Game, Seat
from games.pov import Pov
from games.presenters import names, presenter
from games.services.same_dice import can_be_played_again

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
def others(pov: Pov, user: User | AnonymousUser) -> bool:
    """Return whether somebody else sits here, or still may: `{% if pov|others:user %}`."""
    taken = {seat.user_id for seat in pov.seats if seat.user_id is not None}
    return pov.game.is_waiting or bool(taken - {user.pk})


@register.filter
def has_known_dice(game: Game) -> bool:
    """Return whether these dice can be played again: `{% if game|has_known_dice %}`."""
    return can_be_played_again(game)


@register.filter
def part(game: Game, name: str) -> str:
    """Return the template that differs by game: `{% include game|part:"board" %}`."""
    return f"games/{game.kind}/_{name}.html"


@register.inclusion_tag("games/_piece.html")
def piece(player: int) -> dict[str, int]:
    """Draw a player's shape: `{% piece seat.player %}`. The page needs the sprite."""
    return {"player": player}


@register.inclusion_tag("games/_die.html")
def die(face: int, look: str = "") -> dict[str, Any]:
    """Draw a die: `{% die 5 %}`. look: the class that colours it."""
    return {"face": face, "look": look}


@register.filter
def game_name(game: Game) -> str:
    """Return what is played: `{{ game|game_name }}`."""
    name: str = presenter(game.kind).ABOUT.name
    return name


@register.filter
def asset(kind: str, name: str) -> str:
    """Return the address of a kind's static file: `{{ game.kind|asset:"table.css" }}`."""
    return static(f"games/{kind}/{name}")


@register.simple_tag
def sprite(kind: str) -> SafeString:
    """Draw, out of sight, what the boards of a kind are made from: `{% sprite game.kind %}`."""
    return render_to_string(f"games/{kind}/_sprite.html", presenter(kind).sprite())

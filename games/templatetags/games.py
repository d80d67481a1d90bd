"""Tags and filters about games of every kind."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.autoreload import file_changed
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.models import User
from accounts.templatetags.names import as_name
from games import presenters, queries
from games.engine.registry import KINDS
from games.models import Game, Seat
from games.models.commitment import PublishedCommitment, utc
from games.pages import daily
from games.pov import Pov
from games.presenters import levels, names, presenter
from games.presenters.shared import LogEntry
from games.presenters.time_control_words import time_control_short, time_control_words
from games.services import originals, pass_and_play
from games.services.same_dice import can_be_played_again

register = template.Library()

DRAWINGS_KEPT = 4096
"""Maximum number of cached drawings: a few hundred bytes each, small boards a few thousand."""


@register.filter
def seat_name(seat: Seat, seats: Iterable[Seat] = ()) -> str:
    """Return the name of the player in one of these seats: `{{ seat|seat_name:pov.seats }}`."""
    return names.name_among(seats, seat)


@register.filter
def player_name(names: Sequence[str], player: int | None) -> SafeString:
    """Return a player's name by number, "" for None: `{{ names|player_name:0 }}`."""
    return as_name("" if player is None else names[player])


@register.filter
def names_at(seats: Sequence[Seat], seq: int) -> tuple[str, ...]:
    """Return the players' names at the time of an event: `{{ pov.seats|names_at:turn.first }}`."""
    return names.names_at(seats, seq)


@register.filter
def level(seat: Seat) -> str:
    """Return the level of the bot in a seat in words, "" for none: `{{ seat|level }}`."""
    return levels.level_words(levels.level_of(seat.game.kind, seat.bot))


@register.filter
def turns_lost(cost: int) -> str:
    """Return hundredths of a turn as a number of turns: `{{ seat.grade.cost|turns_lost }}`."""
    return daily.turns_lost(cost) if isinstance(cost, int) else ""


@register.filter
def separated(items: Iterable[object]) -> str:
    """Return the items as a list without an "and": `{{ step.claimed|separated }}`."""
    return names.separated(items)


@register.filter
def is_creator(pov: Pov) -> bool:
    """Return whether the viewer opened this table: `{% if pov|is_creator %}`."""
    return any(
        seat.player == pov.player and seat.user_id == pov.game.creator_id for seat in pov.seats
    )


@register.filter
def claim_key(code: str) -> str:
    """Return the key of a game's claims: `{% url 'claim' game.code game.code|claim_key %}`."""
    return pass_and_play.claim_key(code)


@register.filter
def has_others(pov: Pov, user: User | AnonymousUser) -> bool:
    """Return whether somebody else sits here, or may sit down: `{% if pov|has_others:user %}`."""
    taken = {seat.user_id for seat in pov.seats} | {pov.game.host_id}
    taken.discard(None)
    has_room = pov.game.is_waiting and len(pov.seats) < pov.game.size
    return has_room or bool(taken - {user.pk})


@register.filter
def has_known_dice(game: Game) -> bool:
    """Return whether the game's dice can be played again: `{% if game|has_known_dice %}`."""
    return can_be_played_again(game)


@register.filter
def part(game: Game, name: str) -> str:
    """Return the name of a template that differs by game: `{% include game|part:"board" %}`."""
    return presenters.part(game.kind, name)


@register.simple_tag
def draw(template: str, /, **values: Hashable) -> SafeString:
    """Draw a template from these values and nothing else: `{% draw "games/_die.html" face=5 %}`.

    Drawings are cached, for other viewers and later moves.
    """
    return _drawn(template, get_language(), **values)


@lru_cache(DRAWINGS_KEPT, typed=True)
def _drawn(template: str, language: str | None, /, **values: Hashable) -> SafeString:
    return render_to_string(template, values)


@file_changed.connect
def _forget_drawings(sender: Any, **kwargs: Any) -> None:
    _drawn.cache_clear()  # the changed file may be a template


@register.simple_tag
def log_entry(entry: LogEntry, names: Sequence[str], turn_player: int | None) -> SafeString:
    """Describe an event in the log of its turn: `{% log_entry step names turn.player %}`."""
    return SafeString(entry.as_html(names, turn_player))


@register.simple_tag
@cache
def piece(player: int) -> SafeString:
    """Draw a player's shape: `{% piece seat.player %}`. The page needs the sprite."""
    return render_to_string("games/_piece.html", {"player": player})


@register.filter
def as_listed(time: datetime) -> str:
    """Return a moment as lines of the public list write it: `{{ entry.time|as_listed }}`."""
    return utc(time)


@register.simple_tag
def entry_of(commitment: str, kind: str = "commitment") -> PublishedCommitment | None:
    """Return the entry of a commitment in the public list: `{% entry_of commitment as entry %}`.

    With the kind "salts", return the entry of the salts that were added to its secret.
    """
    return PublishedCommitment.objects.filter(commitment=commitment, kind=kind).first()


@register.simple_tag
def original_of(game: Game) -> originals.Original | None:
    """Compare an imported game with the games played here: `{% original_of game as original %}`."""
    return originals.original_of(game) if game.is_imported else None


@register.simple_tag
def is_found(original: Game, imported: Game, user: User | AnonymousUser) -> bool:
    """Return whether to lead the user to the original of an imported game: `{% is_found … %}`."""
    return queries.is_found_by(original, imported.dice.code, user)


@register.inclusion_tag("games/_noted.html")
def noted(pov: Pov) -> dict[str, Any]:
    """Let browsers compare the dice with what they noted before the roll: `{% noted pov %}`."""
    game = pov.game.same_dice_as or pov.game
    proof = game.challenge or getattr(game, "dice", None)
    if proof is None:
        return {}
    code = proof.code or game.code
    rolled = any(event.player is not None for event in pov.log.events[: pov.game.version])
    had_dice_before = pov.game.same_dice_as_id is not None or pov.game.is_imported
    first = not rolled and not had_dice_before
    told = {"code": code, "commitment": proof.commitment, "first": first}
    # Salts may change until the game starts, so none is shown before; a challenge has none.
    if game.started_at is None or game.challenge is not None:
        return told
    seats = pov.seats if game is pov.game else game.seats.all()
    return told | {
        "players": ",".join(str(seat.player) for seat in seats),
        "salts": ",".join(seat.salt or "" for seat in seats),
    }


@register.simple_tag
@cache
def die(face: int, look: str = "") -> SafeString:
    """Draw a die: `{% die 5 %}`. look: the CSS class that colours it."""
    return render_to_string("games/_die.html", {"face": face, "look": look})


@register.filter
def game_name(game: Game) -> str:
    """Return the name of the game: `{{ game|game_name }}`."""
    return presenter(game.kind).ABOUT.name


@register.inclusion_tag("games/_rules_line.html")
def rules_line(game: Game) -> dict[str, Any]:
    """Draw a line with the options and the time control: `{% rules_line game %}`."""
    options = presenter(game.kind).options(game)
    standard = game.rules.variant == KINDS[game.kind].variant()
    time = time_control_words(game.timing)
    return {"kind": game.kind, "options": [] if standard else options, "time": time}


@register.simple_tag
def how_fast(game: Game) -> str:
    """Return the time control in a few words, "" without one: `{% how_fast game %}`."""
    return time_control_short(game.timing)


@register.filter
def asset(kind: str, name: str) -> str:
    """Return the address of a kind's static file: `{{ game.kind|asset:"table.css" }}`."""
    return static(f"games/{kind}/{name}")


@register.simple_tag
def verifiers() -> dict[str, str]:
    """Return the scripts that verify records in browsers, by kind: `{% verifiers as scripts %}`."""
    return {kind: asset(kind, "verify.js") for kind in KINDS if _has_verifier(kind)}


@cache
def _has_verifier(kind: str) -> bool:
    return finders.find(f"games/{kind}/verify.js") is not None


@register.simple_tag
@cache
def sprite(kind: str) -> SafeString:
    """Draw, out of sight, the pieces of the boards of a kind: `{% sprite game.kind %}`.

    The pieces are the same on all pages in all languages, so each process draws them once.
    """
    return _from_sprite(kind, "sprite")


@register.simple_tag
@cache
def mini_sprite(kind: str) -> SafeString:
    """Draw, out of sight, the pieces of small boards of a kind: `{% mini_sprite kind %}`."""
    return render_to_string(
        presenters.part(kind, "mini_sprite"), {"sprite": presenter(kind).mini_sprite()}
    )


@register.simple_tag
@cache
def emblem(kind: str) -> SafeString:
    """Draw the small picture of a kind, hidden from screen readers: `{% emblem kind %}`."""
    return _from_sprite(kind, "emblem")


def _from_sprite(kind: str, name: str) -> SafeString:
    return render_to_string(presenters.part(kind, name), {"sprite": presenter(kind).sprite()})

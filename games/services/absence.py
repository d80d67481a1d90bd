"""Players who have left a live game that waits for them, or a table before the start."""

from datetime import datetime, timedelta

from accounts.models import User
from games import presence
from games.engine.time_control import Live
from games.models import Game, Seat
from games.services.clocks import turn_began
from operations import clock

LEFT_TABLE = timedelta(minutes=2)  # long enough to answer a phone
"""Players who don't look at a waiting table for this long lose their seat."""


def needs_players_there(game: Game) -> bool:
    """Return whether strangers can join a waiting table and begin to play at once."""
    # At other tables, without a live clock or for invited players, nobody waits on the page.
    is_open = game.visibility == Game.Visibility.PUBLIC and not game.invited_id
    return is_open and not game.rematch_of_id and isinstance(game.timing, Live)


def who_left(game: Game) -> list[User]:
    """Return the people at a waiting table who have not looked at it for `LEFT_TABLE`."""
    people = {seat.user_id: seat.user for seat in game.seats.select_related("user") if seat.user}
    longest = clock.now() - LEFT_TABLE
    seen = presence.last_seen(game.code, people)
    return [people[user] for user, at in seen.items() if at is not None and at <= longest]


def gone_since(game: Game, seat: Seat) -> datetime | None:
    """Return since when a live game has waited for this absent player; None if it does not wait."""
    began, user_id = turn_began(game, seat), seat.user_id
    if began is None or user_id is None:
        return None
    seen_at = presence.last_seen(game.code, [user_id])[user_id]
    if seen_at is None:
        return None
    # Absence before the turn does not count.
    since = max(began, seen_at)
    return since if clock.now() - since >= presence.GONE else None

"""A stored game as its record tells it."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC

from games.engine.core import Event
from games.engine.records.game_record import GameRecord
from games.engine.records.json_record import RecordPlayer
from games.engine.records.text_record import text_of
from games.models import Game, Seat
from games.presenters.names import recorded_name
from games.services.dice import record_of


def recorded_game(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> GameRecord:
    """Return what a record says of a game with these seats, after these events."""
    players = [_player(seat) for seat in seats]
    return GameRecord(game.rules, players, events, record_of(game), day(game), game.own_dice)


def recorded_once(game: Game) -> GameRecord:
    """Return the record of a game, without a place in the memory of those being looked at."""
    rows = game.events.filter(seq__lte=game.version).order_by("seq")
    return recorded_game(game, list(game.seats.all()), [row.to_event(game.rules) for row in rows])


def files_of(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the record in both its forms: the name of a file and its content."""
    recorded = recorded_once(game)
    yield file_name(game, "json"), json.dumps(recorded.to_json(), ensure_ascii=False)
    yield file_name(game, "txt"), text_of(recorded)


def file_name(game: Game, ending: str) -> str:
    """Return what a file with the record is called."""
    return f"{game.kind}-{game.code}.{ending}"


def day(game: Game) -> str:
    """Return the day, in UTC, on which a game was over, as text records have it.

    "" while it runs, and for an imported game whose record did not say.
    """
    if game.is_imported:
        over = game.played_on
    else:
        over = game.finished_at.astimezone(UTC).date() if game.finished_at else None
    return over.isoformat().replace("-", ".") if over else ""


def _player(seat: Seat) -> RecordPlayer:
    return {"name": recorded_name(seat), "bot": seat.bot or None}

"""The record of a stored game."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC

from games.engine.core import Event
from games.engine.records.game_record import GameRecord
from games.engine.records.json_record import RecordPlayer
from games.engine.records.record_time import RecordTime
from games.engine.records.text_record import text_of
from games.models import Game, Seat
from games.presenters.names import recorded_name
from games.services.dice import record_of


def recorded_game(
    game: Game, seats: Sequence[Seat], events: Sequence[Event], used: Mapping[int, int]
) -> GameRecord:
    """Return the record of a game with these events. used: clock milliseconds by event number."""
    # A record names the players at the start; a clock note says when a bot took over.
    players: list[RecordPlayer] = [
        {
            "name": recorded_name(seat),
            "bot": seat.bot or None if seat.taken_over_after is None else None,
        }
        for seat in seats
    ]
    time = _time(game, [used.get(seq) for seq in range(1, len(events) + 1)])
    return GameRecord(game.rules, players, events, record_of(game), day(game), game.own_dice, time)


def recorded_once(game: Game) -> GameRecord:
    """Return the record of a game without caching its history."""
    rows = list(game.events.filter(seq__lte=game.version).order_by("seq"))
    events = [row.to_event(game.rules) for row in rows]
    used = {row.seq: row.used for row in rows if row.used is not None}
    return recorded_game(game, list(game.seats.select_related("user", "left_by")), events, used)


def files_of(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the record as JSON and as text: for each file its name and content."""
    recorded = recorded_once(game)
    yield file_name(game, "json"), json.dumps(recorded.to_json(), ensure_ascii=False)
    yield file_name(game, "txt"), text_of(recorded)


def file_name(game: Game, ending: str) -> str:
    return f"{game.kind}-{game.code}.{ending}"


def day(game: Game) -> str:
    """Return the day (UTC) on which a game ended, such as "2026.11.29"; "" if unknown."""
    if game.is_imported:
        over = game.played_on
    else:
        over = game.finished_at.astimezone(UTC).date() if game.finished_at else None
    return over.isoformat().replace("-", ".") if over else ""


def _time(game: Game, used: Sequence[int | None]) -> RecordTime | None:
    if game.timing is None:
        return None
    notes = game.clock_notes.filter(after__lte=len(used)).order_by("after", "pk")
    return RecordTime(game.timing, tuple(used), tuple(note.to_note() for note in notes))

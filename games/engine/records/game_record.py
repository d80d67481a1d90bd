"""A game as its record tells it, whatever the record is written in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.core import Event, Json, Rules
from games.engine.fairness.proof import RecordDice
from games.engine.kind import GameKind
from games.engine.records.json_record import (
    RecordPlayer,
    events_from_record,
    players_of_record,
    record,
)
from games.engine.registry import KINDS


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was checked against its rules.

    players: in seat order.  dice: what proves its chance, if the record has that.
    date: when it was played, `2026.11.21` or ""; only a text record tells.
    """

    rules: Rules[Any]
    players: Sequence[RecordPlayer]
    events: Sequence[Event]
    dice: RecordDice | None = None
    date: str = ""

    @property
    def kind(self) -> GameKind:
        """Return what was played."""
        return KINDS[self.rules.kind]

    def to_json(self) -> Json:
        """Return the record of the game, which has no place for the date."""
        return record(self.rules, self.players, self.events, self.dice)


def read_json_record(data: Mapping[str, Any]) -> GameRecord:
    """Return the game of a JSON record. Raises ValueError as `events_from_record` does."""
    match data:
        case {"kind": str(slug), "players": list(players), "variant": dict(variant)}:
            if slug not in KINDS:
                raise ValueError(f"kind: no game is called {slug!r}")
            rules = KINDS[slug].rules_of_record(len(players), variant)
            events = events_from_record(rules, data)
            return GameRecord(rules, players_of_record(rules, data), events, data.get("dice"))
    raise ValueError("not a record: kind, players or variant is missing")

"""A game that was read from a record of any format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.core import Event, Json, Rules
from games.engine.fairness.proof import RecordDice
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.kind import GameKind
from games.engine.records.json_record import (
    RecordPlayer,
    events_from_record,
    players_of_record,
    record,
)
from games.engine.records.record_time import RecordTime, time_of_record
from games.engine.registry import KINDS


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game whose log was checked against the rules."""

    rules: Rules[Any]
    players: Sequence[RecordPlayer]  # in seat order
    events: Sequence[Event]
    dice: RecordDice | None = None  # proof of the dice; None if the record has none
    date: str = ""  # such as "2026.11.21"; "" if unknown; JSON records have no date
    own_dice: bool = False  # True if the players rolled their own dice; then `dice` is None
    time: RecordTime | None = None  # None if the record has no times

    @property
    def kind(self) -> GameKind:
        """The kind of game."""
        return KINDS[self.rules.kind]

    def to_json(self) -> Json:
        """Return the JSON record, without the date."""
        data = record(self.rules, self.players, self.events, self.dice, self.own_dice)
        return data if self.time is None else data | {"time": self.time.to_json()}


def read_json_record(data: Mapping[str, Any]) -> GameRecord:
    """Return the game of an untrusted JSON record. Raises ValueError."""
    match data:
        case {"kind": str(slug), "players": list(players), "variant": dict(variant)}:
            if slug not in KINDS:
                unknown = Fault(
                    "unknown-kind", _("kind: there's no game called %(name)r"), name=slug
                )
                raise unknown.allowing(KINDS)
            rules = KINDS[slug].rules_of_record(len(players), variant)
            events = events_from_record(rules, data)
            return GameRecord(
                rules,
                players_of_record(rules, data),
                events,
                data.get("dice"),
                own_dice="own_dice" in data,
                time=time_of_record(data, len(players), len(events)),
            )
    raise Fault("no-record", _("not a record: kind, players or variant is missing"))

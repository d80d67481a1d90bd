"""A game that was read from a record, whatever the format of the record."""

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
    """A game whose log was checked against the rules.

    Attributes:
        rules: The rules of the game.
        players: The players in seat order.
        events: The log.
        dice: What the dice can be verified with, if the record has it.
        date: The day the game was played, such as "2026.11.21", or "". Only text records have it.
        own_dice: Whether the players rolled dice of their own. Such a game has no `dice`.
        time: The time control and what became of the clocks; None for a game without clocks.
    """

    rules: Rules[Any]
    players: Sequence[RecordPlayer]
    events: Sequence[Event]
    dice: RecordDice | None = None
    date: str = ""
    own_dice: bool = False
    time: RecordTime | None = None

    @property
    def kind(self) -> GameKind:
        """The kind of game."""
        return KINDS[self.rules.kind]

    def to_json(self) -> Json:
        """Return the JSON record of the game. It does not have the date."""
        told = record(self.rules, self.players, self.events, self.dice, self.own_dice)
        return told if self.time is None else told | {"time": self.time.to_json()}


def read_json_record(data: Mapping[str, Any]) -> GameRecord:
    """Return the game of an untrusted JSON record.

    Args:
        data: The record.

    Raises:
        ValueError: The record is of no game that the engine knows, or `events_from_record` refuses
            it.
    """
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

"""JSON records: one object with everything that is needed to replay a game."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from games.engine.core import Event, Json, Rules, S
from games.engine.fairness.proof import RecordDice, dice_of_record
from games.engine.faults import Fault, fault_of
from games.engine.faults import gettext_noop as _
from games.engine.records.record_time import time_of_record
from games.engine.replay import LogError, positions, replay_checked

RECORD_VERSION = 1


class RecordPlayer(TypedDict):
    """A player in a record."""

    name: str
    bot: str | None  # slug; None for a person


def record(
    rules: Rules[S],
    players: Sequence[RecordPlayer],
    events: Iterable[Event],
    dice: RecordDice | None = None,
    own_dice: bool = False,
) -> Json:
    """Return the record of a game with a legal log, finished or not."""
    log = list(events)
    states = positions(rules, log)
    outcome = rules.outcome(states[-1])
    return {
        **_header(rules),
        "players": [dict(player) for player in players],
        "events": [
            entry_of(rules, before, event) for before, event in zip(states, log, strict=False)
        ],
        "outcome": outcome and outcome.to_json(),
        **({} if dice is None else {"dice": dice}),
        **({"own_dice": True} if own_dice else {}),
    }


def events_from_record(rules: Rules[S], data: Mapping[str, Any]) -> list[Event]:
    """Return the log of an untrusted record.

    Raises:
        ValueError: The record has another game or other rules, an impossible event, or a value
            that does not follow from its events.
    """
    check_header(rules, data)
    players = players_of_record(rules, data)
    own_dice = own_dice_of_record(data)
    entries = _list("events", data.get("events"))
    time_of_record(data, len(players), len(entries))
    events = [event_of_entry(rules, seq, entry) for seq, entry in enumerate(entries, start=1)]
    replay_checked(rules, events)
    dice = dice_of_record(rules, events, data["dice"]) if "dice" in data else None
    # Write the record anew from its log, and compare: all other values must follow from the log.
    derived = record(rules, players, events, dice, own_dice)
    for seq, (entry, expected) in enumerate(zip(entries, derived["events"], strict=True), start=1):
        if not is_same(entry, expected):
            fault = Fault(
                "entry-differs", _("%(entry)r instead of %(right)r"), entry=entry, right=expected
            )
            raise LogError(seq, fault)
    _check_same("outcome", data.get("outcome"), derived["outcome"])
    _check_same("keys", sorted(data.keys() - {"time"}), sorted(derived))
    return events


def check_header(rules: Rules[S], data: Mapping[str, Any]) -> None:
    """Raise a Fault if a record's format, game, version or options are not those of `rules`."""
    for key, value in _header(rules).items():
        if key == "rules_version" and not is_same(data.get(key), value):
            raise other_rules(rules, data.get(key))
        _check_same(key, data.get(key), value)


def other_rules(rules: Rules[S], version: object) -> Fault:
    """Return the fault of a record with another version of the rules."""
    return Fault(
        "other-rules",
        _("played under version %(version)s of the rules, but we only support version %(known)d"),
        version=version,
        known=rules.rules_version,
    )


def players_of_record(rules: Rules[S], data: Mapping[str, Any]) -> list[RecordPlayer]:
    """Return the players of a record, one for each seat. Raises ValueError."""
    players = [_player(player) for player in _list("players", data.get("players"))]
    if len(players) != rules.players:
        raise Fault(
            "players-differ",
            _("players: %(count)d instead of %(right)d"),
            count=len(players),
            right=rules.players,
        )
    return players


def own_dice_of_record(data: Mapping[str, Any]) -> bool:
    """Return whether the players rolled their own dice. Raises ValueError."""
    if "own_dice" not in data:
        return False
    if data["own_dice"] is not True:
        raise Fault(
            "own-dice",
            _("own_dice: must be true or left out, not %(value)s"),
            value=ascii(data["own_dice"])[:60],
        )
    if "dice" in data:
        raise proof_of_own_dice().within("own_dice")
    return True


def proof_of_own_dice() -> Fault:
    """Return the fault of a record with both own dice and a proof of dice."""
    return Fault("own-dice-proven", _("dice the players rolled themselves can't have a proof"))


def _header(rules: Rules[S]) -> Json:
    return {
        "format": f"{rules.kind}-record/{RECORD_VERSION}",
        "kind": rules.kind,
        "rules_version": rules.rules_version,
        "variant": rules.variant.to_json(),
    }


def entry_of(rules: Rules[S], before: S, event: Event) -> Json:
    """Return the entry of a record for an event. before: the position before the event."""
    return {
        "seq": before.seq + 1,
        **({} if event.player is None else {"player": event.player}),
        "type": event.type,
        **rules.event_to_json(event),
        **rules.annotate_event(before, event),
    }


def event_of_entry(rules: Rules[S], seq: int, entry: Any) -> Event:
    """Return the event of an untrusted entry, without its annotations. Raises LogError."""
    try:
        match entry:
            case {"type": str(type_), "player": int(player)} if type(player) is int:  # not a bool
                return rules.event_from_json(type_, player, entry)
            case {"type": str(type_)} if "player" not in entry:
                return rules.event_from_json(type_, None, entry)
    except ValueError as error:
        raise LogError(seq, fault_of(error)) from error
    raise LogError(seq, Fault("no-event", _("not an event: %(entry)r"), entry=entry))


def _player(player: Any) -> RecordPlayer:
    match player:
        case {"name": str(name), "bot": str() | None as bot, **rest} if not rest:
            return {"name": name, "bot": bot}
    raise Fault("no-player", _("players: not a player: %(value)r"), value=player)


def _list(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Fault("key-no-list", _("%(name)s: not a list"), name=name)
    return value


def _check_same(name: str, given: object, derived: object) -> None:
    if not is_same(given, derived):
        raise Fault(
            "key-differs",
            _("%(name)s: %(given)r instead of %(right)r"),
            name=name,
            given=given,
            right=derived,
        )


def is_same(given: object, derived: object) -> bool:
    """Return whether two values are the same JSON: `true`, `1` and `1.0` are different."""
    if type(given) is type(derived) and isinstance(given, int | str):
        return given == derived
    return json.dumps(given, sort_keys=True) == json.dumps(derived, sort_keys=True)

"""The record of a game: one JSON object with everything needed to play it through again."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from games.engine.core import Event, Json, Rules, S
from games.engine.replay import positions, replay_checked

RECORD_VERSION = 1


class RecordPlayer(TypedDict):
    """A player as records show him. bot: the bot's slug, or None for a person."""

    name: str
    bot: str | None


def record(rules: Rules[S], players: Sequence[RecordPlayer], events: Iterable[Event]) -> Json:
    """Return the record of a game, finished or not.

    players: one for each, in order.  events: the log, trusted to be legal.
    """
    log = list(events)
    states = positions(rules, log)
    outcome = rules.outcome(states[-1])
    return {
        **_header(rules),
        "players": [dict(player) for player in players],
        "events": [
            _entry(rules, before, event) for before, event in zip(states, log, strict=False)
        ],
        "outcome": outcome and outcome.to_json(),
    }


def events_from_record(rules: Rules[S], data: Mapping[str, Any]) -> list[Event]:
    """Return the log of a record of a game with these rules.

    Raises ValueError when the record is of another game, holds an event that could not have
    happened, or says anything that does not follow from its events.
    """
    for key, value in _header(rules).items():
        _check_same(key, data.get(key), value)
    players = _players(rules, data.get("players"))
    entries = _list("events", data.get("events"))
    events = [_event(rules, seq, entry) for seq, entry in enumerate(entries, start=1)]
    replay_checked(rules, events)
    derived = record(rules, players, events)
    for seq, entry in enumerate(entries, start=1):
        _check_same(f"event {seq}", entry, derived["events"][seq - 1])
    _check_same("outcome", data.get("outcome"), derived["outcome"])
    _check_same("keys", sorted(data), sorted(derived))
    return events


def _header(rules: Rules[S]) -> Json:
    """Return what a record says of the game before anybody plays it."""
    return {
        "format": f"{rules.kind}-record/{RECORD_VERSION}",
        "kind": rules.kind,
        "rules_version": rules.rules_version,
        "variant": rules.variant.to_json(),
    }


def _entry(rules: Rules[S], before: S, event: Event) -> Json:
    return {
        "seq": before.seq + 1,
        **({} if event.player is None else {"player": event.player}),
        "type": event.type,
        **rules.event_to_json(event),
        **rules.annotate_event(before, event),
    }


def _event(rules: Rules[S], seq: int, entry: Any) -> Event:
    match entry:
        case {"type": str(type), "player": int(player)}:
            return rules.event_from_json(type, player, entry)
        case {"type": str(type)} if "player" not in entry:
            return rules.event_from_json(type, None, entry)
    raise ValueError(f"event {seq}: not an event: {entry!r}")


def _players(rules: Rules[S], value: object) -> list[RecordPlayer]:
    players: list[RecordPlayer] = []
    for player in _list("players", value):
        match player:
            case {"name": str(name), "bot": str() | None as bot, **rest} if not rest:
                players.append({"name": name, "bot": bot})
            case _:
                raise ValueError(f"players: not a player: {player!r}")
    if len(players) != rules.players:
        raise ValueError(f"players: {len(players)} instead of {rules.players}")
    return players


def _list(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name}: not a list")
    return value


def _check_same(name: str, given: object, derived: object) -> None:
    """Compare as JSON text, where `true`, `1` and `1.0` are three things."""
    if json.dumps(given, sort_keys=True) != json.dumps(derived, sort_keys=True):
        raise ValueError(f"{name}: {given!r} instead of {derived!r}")

"""The record of a game: one JSON object with everything needed to play it through again."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from games.engine.core import Event, Json, Rules, S
from games.engine.fairness.proof import RecordDice, dice_of_record
from games.engine.replay import LogError, positions, replay_checked

RECORD_VERSION = 1


class RecordPlayer(TypedDict):
    """A player as records show them. bot: the bot's slug, or None for a person."""

    name: str
    bot: str | None


def record(
    rules: Rules[S],
    players: Sequence[RecordPlayer],
    events: Iterable[Event],
    dice: RecordDice | None = None,
) -> Json:
    """Return the record of a game, finished or not.

    players: one for each, in order.  events: the log, trusted to be legal.
    dice: what proves its chance, if anything does.
    """
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
    }


def events_from_record(rules: Rules[S], data: Mapping[str, Any]) -> list[Event]:
    """Return the log of a record of a game with these rules.

    Raises ValueError when the record is of another game, holds an event that could not have
    happened, or says anything that does not follow from its events.
    """
    check_header(rules, data)
    players = players_of_record(rules, data)
    entries = _list("events", data.get("events"))
    events = [event_of_entry(rules, seq, entry) for seq, entry in enumerate(entries, start=1)]
    replay_checked(rules, events)
    dice = dice_of_record(rules, events, data["dice"]) if "dice" in data else None
    derived = record(rules, players, events, dice)
    for seq, (entry, own) in enumerate(zip(entries, derived["events"], strict=True), start=1):
        if not is_same(entry, own):
            raise LogError(seq, f"{entry!r} instead of {own!r}")
    _check_same("outcome", data.get("outcome"), derived["outcome"])
    _check_same("keys", sorted(data), sorted(derived))
    return events


def check_header(rules: Rules[S], data: Mapping[str, Any]) -> None:
    """Raise ValueError when a record is not one of a game with these rules."""
    for key, value in _header(rules).items():
        if key == "rules_version" and not is_same(data.get(key), value):
            raise ValueError(other_rules(rules, data.get(key)))
        _check_same(key, data.get(key), value)


def other_rules(rules: Rules[S], version: object) -> str:
    """Return why a record of this version of the rules is refused."""
    return (
        f"played by version {version} of the rules, and only version {rules.rules_version} is known"
    )


def players_of_record(rules: Rules[S], data: Mapping[str, Any]) -> list[RecordPlayer]:
    """Return who played. Raises ValueError when that is not a player for each seat."""
    players = [_player(player) for player in _list("players", data.get("players"))]
    if len(players) != rules.players:
        raise ValueError(f"players: {len(players)} instead of {rules.players}")
    return players


def _header(rules: Rules[S]) -> Json:
    """Return what a record says of the game before anybody plays it."""
    return {
        "format": f"{rules.kind}-record/{RECORD_VERSION}",
        "kind": rules.kind,
        "rules_version": rules.rules_version,
        "variant": rules.variant.to_json(),
    }


def entry_of(rules: Rules[S], before: S, event: Event) -> Json:
    """Return what a record says of an event that comes in this position."""
    return {
        "seq": before.seq + 1,
        **({} if event.player is None else {"player": event.player}),
        "type": event.type,
        **rules.event_to_json(event),
        **rules.annotate_event(before, event),
    }


def event_of_entry(rules: Rules[S], seq: int, entry: Any) -> Event:
    """Return the event of an entry of a record, passing over its annotations.

    Raises LogError when it is none.
    """
    try:
        match entry:
            case {"type": str(type_), "player": int(player)} if type(player) is int:
                return rules.event_from_json(type_, player, entry)
            case {"type": str(type_)} if "player" not in entry:
                return rules.event_from_json(type_, None, entry)
    except ValueError as error:
        raise LogError(seq, str(error)) from error
    raise LogError(seq, f"not an event: {entry!r}")


def _player(player: Any) -> RecordPlayer:
    match player:
        case {"name": str(name), "bot": str() | None as bot, **rest} if not rest:
            return {"name": name, "bot": bot}
    raise ValueError(f"players: not a player: {player!r}")


def _list(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name}: not a list")
    return value


def _check_same(name: str, given: object, derived: object) -> None:
    if not is_same(given, derived):
        raise ValueError(f"{name}: {given!r} instead of {derived!r}")


def is_same(given: object, derived: object) -> bool:
    """Compare as JSON text, where `true`, `1` and `1.0` are three things."""
    if type(given) is type(derived) and isinstance(given, int | str):
        return given == derived
    return json.dumps(given, sort_keys=True) == json.dumps(derived, sort_keys=True)

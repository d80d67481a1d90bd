"""The times in records: the time control, the time players used, and notes on their clocks."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.engine.facts import Json
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.time_control import TimeControl, time_control_from_json

GIVEN_BACK = "given-back"  # the site gave time back after an outage
STOOD_IN = "stood-in"  # a bot decided for one turn
TAKEN_OVER = "taken-over"  # a bot plays on for the player
GONE = "gone"  # the player was gone, and the others did not wait for the end of the player's clock
NEVER_MOVED = "never-moved"  # the player never made a move: the game ended without result

_MOST = 999_999_999  # the largest number allowed in a record

_KEYS = {
    GIVEN_BACK: ({"seconds"}, {"seconds", "player"}),
    STOOD_IN: ({"player", "bot"},),
    TAKEN_OVER: ({"player", "bot"},),
    GONE: ({"player", "seconds"},),
    NEVER_MOVED: ({"player"},),
}
"""The possible sets of keys for each type of note, besides `after` and `type`."""

_BOT = re.compile(r"[0-9A-Za-z_-]{1,30}")


@dataclass(frozen=True, slots=True)
class TimeNote:
    """A change of clocks only, which is not in the log and does not change the position."""

    after: int  # number of events in the log before this note
    type: str
    player: int | None = None  # None only if all players were given time back
    seconds: int | None = None  # time given back, or time for which the player had been gone
    bot: str | None = None  # slug of the bot that stood in or took over

    def to_json(self) -> Json:
        """Return the note without the keys that its type does not have."""
        return {key: value for key, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class RecordTime:
    """The times in a record."""

    control: TimeControl
    used: tuple[int | None, ...]  # milliseconds for each event; None if no clock ran
    notes: tuple[TimeNote, ...] = ()  # in order of time

    def to_json(self) -> Json:
        """Return the times as records show them."""
        return {
            "control": self.control.to_json(),
            "used": list(self.used),
            "notes": [note.to_json() for note in self.notes],
        }


def time_of_record(data: Mapping[str, Any], players: int, events: int) -> RecordTime | None:
    """Return the times in an untrusted record, None if it has none. Raises ValueError."""
    if "time" not in data:
        return None
    try:
        match data["time"]:
            case {"control": control, "used": used, "notes": list(notes), **rest} if not rest:
                return RecordTime(
                    control_of(control), used_of(used, events), _notes(notes, players, events)
                )
            case value:
                raise Fault("time-form", _("not a record of time: %(value)s"), value=_short(value))
    except Fault as fault:
        raise fault.within("time") from fault


def control_of(value: Any) -> TimeControl:
    """Return an untrusted time control. Raises ValueError."""
    control = time_control_from_json(value)
    if control is None:
        raise Fault("no-control", _("a record of time needs a time control"))
    return control


def used_of(value: object, events: int) -> tuple[int | None, ...]:
    """Return the untrusted times used: milliseconds or None for each event. Raises ValueError."""
    if not (isinstance(value, list) and all(one is None or _is_whole(one) for one in value)):
        raise Fault(
            "no-times-used", _("not a list of milliseconds: %(value)s"), value=_short(value)
        )
    if len(value) != events:
        raise Fault(
            "times-used-differ",
            _("times used: %(count)d for %(events)d events"),
            count=len(value),
            events=events,
        )
    return tuple(value)


def note_of(value: object, players: int, places: range) -> TimeNote:
    """Return an untrusted note. places: allowed values of its `after`. Raises ValueError."""
    if not (isinstance(value, dict) and _is_note(value, players)):
        raise Fault("no-clock-note", _("not a note about a clock: %(value)s"), value=_short(value))
    note = TimeNote(**value)
    if note.after not in places:
        raise Fault(
            "clock-note-place",
            _("notes must be in order: this one comes after %(first)d to %(last)d events"),
            first=places[0],
            last=places[-1],
        )
    return note


def _notes(values: list[Any], players: int, events: int) -> tuple[TimeNote, ...]:
    notes: list[TimeNote] = []
    for value in values:
        first = notes[-1].after if notes else 0
        notes.append(note_of(value, players, range(first, events + 1)))
    return tuple(notes)


def _is_note(value: Mapping[str, Any], players: int) -> bool:
    """Return whether the keys and values are those of a note of this type."""
    rest = {key: given for key, given in value.items() if key not in ("after", "type")}
    fits: dict[str, Callable[[Any], bool]] = {
        "player": lambda given: _is_whole(given) and given < players,
        "seconds": _is_whole,
        "bot": lambda given: isinstance(given, str) and _BOT.fullmatch(given) is not None,
    }
    return (
        _is_whole(value.get("after"))
        and isinstance(value.get("type"), str)
        and rest.keys() in _KEYS.get(value["type"], ())
        and all(fits[key](given) for key, given in rest.items())
    )


def _is_whole(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _short(value: object) -> str:
    return ascii(value)[:60]

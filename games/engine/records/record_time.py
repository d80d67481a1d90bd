"""What records say of time: the time control, what players used, what became of their clocks."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.engine.facts import Json
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.time_control import TimeControl, time_control_from_json

GIVEN_BACK = "given-back"
STOOD_IN = "stood-in"
TAKEN_OVER = "taken-over"
GONE = "gone"
NEVER_MOVED = "never-moved"

_MOST = 999_999_999
"""No number of a record is longer."""

_KEYS = {
    GIVEN_BACK: ({"seconds"}, {"seconds", "player"}),
    STOOD_IN: ({"player", "bot"},),
    TAKEN_OVER: ({"player", "bot"},),
    GONE: ({"player", "seconds"},),
    NEVER_MOVED: ({"player"},),
}
"""What each type of note has beside `after` and `type`."""

_BOT = re.compile(r"[0-9A-Za-z_-]{1,30}")


@dataclass(frozen=True, slots=True)
class TimeNote:
    """Something that happened to clocks. The position did not change with it.

    Attributes:
        after: How many events there were before it.
        type: `GIVEN_BACK`: the site was away, and time was given back. `STOOD_IN`: a bot decided
            for a turn. `TAKEN_OVER`: a bot plays on. `GONE`: the player was gone, and the others
            did not wait for the end of their clock. `NEVER_MOVED`: the player never made a move,
            so that the game ended without result.
        player: Whose clock it is about. None only where time was given back to everybody.
        seconds: How much was given back, or how long the player had been gone.
        bot: Slug of the bot that stood in or took over.
    """

    after: int
    type: str
    player: int | None = None
    seconds: int | None = None
    bot: str | None = None

    def to_json(self) -> Json:
        """Return the note as plain JSON, without the keys that its type does not have."""
        return {key: value for key, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class RecordTime:
    """What a record says of time.

    Attributes:
        control: The time control.
        used: For each event of the log how many milliseconds of their clock the player took for it;
            None where no clock ran.
        notes: What happened to the clocks, in order.
    """

    control: TimeControl
    used: tuple[int | None, ...]
    notes: tuple[TimeNote, ...] = ()

    def to_json(self) -> Json:
        """Return all of it as plain JSON."""
        return {
            "control": self.control.to_json(),
            "used": list(self.used),
            "notes": [note.to_json() for note in self.notes],
        }


def time_of_record(data: Mapping[str, Any], players: int, events: int) -> RecordTime | None:
    """Return what an untrusted record says of time, None if it says nothing.

    Args:
        data: The record.
        players: How many players it has.
        events: How many events it has.

    Raises:
        ValueError: Something of it is wrong.
    """
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
    """Return the untrusted time control.

    Args:
        value: What stands where it should be.

    Raises:
        ValueError: There is no such time control.
    """
    control = time_control_from_json(value)
    if control is None:
        raise Fault("no-control", _("a record of time needs a time control"))
    return control


def used_of(value: object, events: int) -> tuple[int | None, ...]:
    """Return the untrusted times that were used.

    Args:
        value: What stands where they should be.
        events: How many events the record has.

    Raises:
        ValueError: It is no list of a time or None for each event.
    """
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
    """Return an untrusted note.

    Args:
        value: What stands where it should be.
        players: How many players the record has.
        places: After how many events it may stand.

    Raises:
        ValueError: It is no note, or not in its place.
    """
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
    """Return whether exactly the keys and values are there that a note has."""
    rest = {key: given for key, given in value.items() if key not in ("after", "type")}
    fits: dict[str, Callable[[Any], bool]] = {
        "player": lambda given: _is_whole(given) and given < players,
        "seconds": _is_whole,
        "bot": _is_bot,
    }
    return (
        _is_whole(value.get("after"))
        and isinstance(value.get("type"), str)
        and rest.keys() in _KEYS.get(value["type"], ())
        and all(fits[key](given) for key, given in rest.items())
    )


def _is_bot(value: object) -> bool:
    return isinstance(value, str) and _BOT.fullmatch(value) is not None


def _is_whole(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _short(value: object) -> str:
    return ascii(value)[:60]

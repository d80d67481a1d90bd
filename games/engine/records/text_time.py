"""The tags of text records for times (docs/text-record.md)."""

import re
from collections.abc import Sequence

from games.engine.core import Json
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.notation import LETTERS, Values
from games.engine.records.record_time import TimeNote
from games.engine.time_control import Live, TimeControl, TurnByTurn

CONTROL, USED, NOTE = "TimeControl", "Used", "Clock"
"""Names of the tags."""

NOT_USED = "-"
"""The word for an event for which no clock ran."""

_IN_A_LINE = 20
_LIVE = re.compile(r"live ([0-9]{1,9})\+([0-9]{1,9})")
_DAYS = re.compile(r"([0-9]{1,9}) days?(, weekends off)?")
_SECONDS = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,3}))?")
_NUMBER = re.compile(r"[0-9]{1,9}")


def written_control(control: TimeControl) -> str:
    """Return the value of the tag `TimeControl`, such as "live 180+15" or "3 days"."""
    match control:
        case Live(bank, per_decision):
            return f"live {bank}+{per_decision}"
        case TurnByTurn(days, weekends_off):
            turn = "1 day" if days == 1 else f"{days} days"
            return f"{turn}, weekends off" if weekends_off else turn
    raise TypeError(f"no notation for {control}")


def read_control(value: str) -> Json:
    """Return the time control of the tag, as in JSON records. Raises ValueError."""
    if found := _LIVE.fullmatch(value):
        return {"type": Live.type, "bank": int(found[1]), "per_decision": int(found[2])}
    if found := _DAYS.fullmatch(value):
        days, off = int(found[1]), found[2] is not None
        return {"type": TurnByTurn.type, "days": days, "weekends_off": off}
    raise Fault("time-control-form", _("not a time control")).allowing(
        ["live 180+15", "3 days", "3 days, weekends off"]
    )


def written_used(used: Sequence[int | None]) -> list[str]:
    """Return the values of the tag `Used`, one for each line: seconds or "-" for each event."""
    words = [NOT_USED if time is None else _seconds(time) for time in used]
    return [" ".join(words[at : at + _IN_A_LINE]) for at in range(0, len(words), _IN_A_LINE)]


def read_used(values: Values) -> list[int | None]:
    """Return the times of the tag `Used` in milliseconds. Raises ValueError."""
    return [
        None if word == NOT_USED else _milliseconds(word)
        for value in values
        for word in value.split()
    ]


def written_note(note: TimeNote) -> tuple[str, ...]:
    """Return the values of a tag `Clock`."""
    letter = () if note.player is None else (LETTERS[note.player],)
    if note.seconds is not None:
        return (str(note.after), note.type, str(note.seconds), *letter)
    bot = () if note.bot is None else (note.bot,)
    return (str(note.after), note.type, *letter, *bot)


def read_note(values: Values) -> Json:
    """Return the note of a tag `Clock`, as in JSON records. Raises ValueError."""
    match values:
        case (after, "given-back" as type_, seconds):
            return {"after": _whole(after), "type": type_, "seconds": _whole(seconds)}
        case (after, "given-back" | "gone" as type_, seconds, letter):
            note: Json = {"after": _whole(after), "type": type_, "player": _player(letter)}
            return note | {"seconds": _whole(seconds)}
        case (after, "never-moved" as type_, letter):
            return {"after": _whole(after), "type": type_, "player": _player(letter)}
        case (after, type_, letter, bot):
            note = {"after": _whole(after), "type": type_}
            return note | {"player": _player(letter), "bot": bot}
    raise _no_note()


def _seconds(milliseconds: int) -> str:
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole}.{rest:03d}".rstrip("0") if rest else str(whole)


def _milliseconds(word: str) -> int:
    found = _SECONDS.fullmatch(word)
    if found is None:
        raise Fault("no-seconds", _("not a number of seconds such as 12.345: %(word)s"), word=word)
    return int(found[1]) * 1000 + int((found[2] or "").ljust(3, "0"))


def _whole(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise _no_note()
    return int(word)


def _player(letter: str) -> int:
    if letter not in tuple(LETTERS):
        raise _no_note()
    return LETTERS.index(letter)


def _no_note() -> Fault:
    fault = Fault("clock-tag-form", _("not a note about a clock"))
    return fault.allowing(['"5" "given-back" "90"', '"5" "stood-in" "a" "bold"'])

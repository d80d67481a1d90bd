"""Import JSON and text records from any source. Everything in them is checked."""

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from games.engine.core import Json
from games.engine.fairness.proof import RecordDice
from games.engine.fairness.verify import ChanceError
from games.engine.faults import Fault, fault_of
from games.engine.faults import gettext_noop as _
from games.engine.records.game_record import GameRecord, read_json_record
from games.engine.records.json_record import RecordPlayer
from games.engine.records.pasted import unwrapped
from games.engine.records.text_record import from_text
from games.engine.records.text_scan import TextError
from games.engine.replay import LogError

MAX_BYTES = 256 * 1024

MAX_EVENTS = 4000
"""Maximum number of events of a text record. Usual games have some hundred events.

An event takes fewer bytes as text than as JSON, so `MAX_BYTES` alone would allow too many events.
"""

_DEEPEST = 16
"""Maximum depth of nested arrays and objects. Records need a depth of five."""

_LONGEST_NUMBER = 9
_LONGEST_REASON = 300
_JSON_BEGINS = re.compile(r'\ufeff?\s*+\{\s*+["}]')
# An unterminated string matches, too, so that the search does not restart at each quote.
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_UNSTORABLE = {"Cc", "Cs"}
"""Unicode categories that no name may contain: control characters and unpaired surrogates."""

_UNSEEN = {*_UNSTORABLE, "Cf"}


class RecordError(ValueError):
    """A record was refused. Has the first fault and its place, if known."""

    def __init__(self, fault: Fault, line: int = 0, column: int = 0, seq: int = 0) -> None:
        self.fault = fault
        self.line = line  # in a text, from 1; 0 if unknown
        self.column = column  # in the line, from 1; 0 if unknown
        self.seq = seq  # number of the event in the log, from 1; 0 if unknown
        super().__init__(f"{self.place}: {self.reason}" if self.place else self.reason)

    @property
    def place(self) -> str:
        """The place, such as "line 5, column 12" or "event 12"; "" if unknown."""
        if self.line:
            return f"line {self.line}, column {self.column}"
        return f"event {self.seq}" if self.seq else ""

    @property
    def reason(self) -> str:
        """The fault in English."""
        return shown(str(self.fault))


def shown(reason: str) -> str:
    """Return a reason for people, shortened. It may quote anything from a record."""
    # Invisible characters are written as escapes, so that people see what a quote contains;
    # unpaired surrogates, too, because they could not be encoded.
    text = "".join(
        c.encode("unicode_escape").decode() if unicodedata.category(c) in _UNSEEN else c
        for c in reason
    )
    return text if len(text) <= _LONGEST_REASON else text[:_LONGEST_REASON] + "..."


def import_record(text: str) -> GameRecord:
    """Return the game of a JSON or text record, after checking every event by the rules.

    Raises:
        RecordError: The record cannot be read, or the rules refuse it.
    """
    try:
        check_length(text)
    except Fault as fault:
        raise RecordError(fault) from fault
    try:
        return _import(text)
    except RecordError:
        plain = unwrapped(text)  # try again without characters that pasting may have added
        if plain == text:
            raise
    return _import(plain)


def _import(text: str) -> GameRecord:
    try:
        if _JSON_BEGINS.match(text):
            game = read_json_record(read_json(text))
        else:
            game = from_text(text, MAX_EVENTS)
        check_names(game.players, game.dice)
    except TextError as error:
        raise RecordError(error.fault, error.line, error.column) from error
    except (LogError, ChanceError) as error:
        raise RecordError(error.fault, seq=error.seq) from error
    except json.JSONDecodeError as error:
        fault = Fault("no-json", "%(problem)s", problem=error.msg)  # Python's own message
        raise RecordError(fault, error.lineno, error.colno) from error
    except ValueError as error:
        raise RecordError(fault_of(error)) from error
    return game


def check_length(content: str | bytes) -> None:
    """Raise a Fault if the content has more than `MAX_BYTES` bytes."""
    # Count the bytes of uploads before decoding, which may drop bytes at line ends.
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    if len(data) > MAX_BYTES:
        raise too_long()


def too_long() -> Fault:
    """Return the fault of a record that is too long."""
    return Fault("too-long", _("longer than %(size)d kB"), size=MAX_BYTES // 1024)


def read_json(text: str) -> Json:
    """Return the JSON object in the text.

    Raises:
        ValueError: The text is no JSON object, nests too deeply, has a key twice in an object, or
            has a number that records cannot have.
    """
    text = text.removeprefix("\ufeff")
    _check_depth(text)  # before the parser, whose recursion has a limit
    data = json.loads(
        text,
        object_pairs_hook=_object,
        parse_int=_whole,
        parse_float=_no_number,
        parse_constant=_no_number,
    )
    if not isinstance(data, dict):
        raise Fault("no-object", _("not an object"))
    return data


def _check_depth(text: str) -> None:
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > _DEEPEST:
            raise Fault(
                "too-deep",
                _("arrays and objects nested more than %(most)d deep"),
                most=_DEEPEST,
            )


def _object(pairs: list[tuple[str, Any]]) -> Json:
    data: Json = {}
    for name, value in pairs:
        if name in data:
            raise Fault("key-twice", _("duplicate key: %(name)r"), name=name)
        data[name] = value
    return data


def _whole(digits: str) -> int:
    if digits.startswith("-"):
        raise Fault("number-below-0", _("numbers can't be below 0"))
    if len(digits) > _LONGEST_NUMBER:
        raise Fault(
            "long-number", _("a number with more than %(most)d digits"), most=_LONGEST_NUMBER
        )
    return int(digits)


def _no_number(text: str) -> None:
    raise Fault(
        "no-whole-number",
        _("numbers must be whole, not %(number)s"),
        number=text[:_LONGEST_NUMBER],
    )


def check_names(players: Sequence[RecordPlayer], dice: RecordDice | None) -> None:
    """Raise a Fault if a name has a control character or an unpaired surrogate."""
    texts = [text for player in players for text in (player["name"], player["bot"] or "")]
    if dice is not None:
        texts.append(dice["scheme"])
    for text in texts:
        if any(unicodedata.category(character) in _UNSTORABLE for character in text):
            raise Fault(
                "control-character", _("a name with a control character: %(name)r"), name=text
            )

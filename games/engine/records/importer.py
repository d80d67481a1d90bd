"""Import JSON and text records from any source. Nothing in them is trusted."""

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from games.engine.core import Json
from games.engine.fairness.proof import RecordDice
from games.engine.fairness.verify import ChanceError
from games.engine.records.game_record import GameRecord, read_json_record
from games.engine.records.json_record import RecordPlayer
from games.engine.records.text_record import from_text
from games.engine.records.text_scan import TextError
from games.engine.replay import LogError

MAX_BYTES = 256 * 1024

MAX_EVENTS = 4000
"""Maximum number of events of a text record. Usual games have some hundreds.

Text needs fewer bytes for an event than JSON does, so `MAX_BYTES` alone would allow too many.
"""

_DEEPEST = 16
"""Maximum depth of nested arrays and objects. Records need five."""

_LONGEST_NUMBER = 9
_LONGEST_REASON = 300
_JSON_BEGINS = re.compile(r'\ufeff?\s*+\{\s*+["}]')
# An unterminated string matches as a whole, so the search does not start again at each quote.
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_UNSTORABLE = {"Cc", "Cs"}
"""Unicode categories that no name may contain: control characters and unpaired surrogates."""


class RecordError(ValueError):
    """A record was refused.

    Attributes:
        place: Place of the first error, such as "line 5, column 12" or "event 12"; "" if it has
            none.
        reason: What is wrong there.
    """

    def __init__(self, place: str, reason: str) -> None:
        # An unpaired surrogate is shown as an escape, because it could not be encoded.
        shown = reason.encode(errors="backslashreplace").decode()
        shown = shown if len(shown) <= _LONGEST_REASON else shown[:_LONGEST_REASON] + "..."
        super().__init__(f"{place}: {shown}" if place else shown)
        self.place = place
        self.reason = shown


def import_record(text: str) -> GameRecord:
    """Return the game of a JSON or text record, after checking every event by the rules.

    A text that begins like a JSON object is read as JSON.

    Args:
        text: The record, of at most `MAX_BYTES` bytes.

    Raises:
        RecordError: The record cannot be read, or the rules refuse it.
    """
    try:
        check_length(text)
        if _JSON_BEGINS.match(text):
            game = read_json_record(read_json(text))
        else:
            game = from_text(text, MAX_EVENTS)
        check_names(game.players, game.dice)
    except TextError as error:
        raise RecordError(f"line {error.line}, column {error.column}", error.reason) from error
    except (LogError, ChanceError) as error:
        place = f"event {error.seq}" if error.seq else ""
        raise RecordError(place, error.reason) from error
    except json.JSONDecodeError as error:
        raise RecordError(f"line {error.lineno}, column {error.colno}", error.msg) from error
    except ValueError as error:
        raise RecordError("", str(error)) from error
    return game


def check_length(text: str) -> None:
    """Check that a record is not too long.

    Raises:
        ValueError: The text has more than `MAX_BYTES` bytes.
    """
    if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
        raise ValueError(f"longer than {MAX_BYTES // 1024} kB")


def read_json(text: str) -> Json:
    """Return the JSON object in the text.

    Args:
        text: The text of a record; it may begin with a byte order mark.

    Raises:
        ValueError: The text is no JSON object, nests too deeply, has a key twice in an object, or
            has a number that records cannot have.
    """
    text = text.removeprefix("\ufeff")
    _check_depth(text)
    data = json.loads(
        text,
        object_pairs_hook=_object,
        parse_int=_whole,
        parse_float=_no_number,
        parse_constant=_no_number,
    )
    if not isinstance(data, dict):
        raise ValueError("not an object")
    return data


def _check_depth(text: str) -> None:
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > _DEEPEST:
            raise ValueError(f"more than {_DEEPEST} arrays and objects within each other")


def _object(pairs: list[tuple[str, Any]]) -> Json:
    data: Json = {}
    for name, value in pairs:
        if name in data:
            raise ValueError(f"a key is there twice: {name!r}")
        data[name] = value
    return data


def _whole(digits: str) -> int:
    if digits.startswith("-"):
        raise ValueError("records have no number below 0")
    if len(digits) > _LONGEST_NUMBER:
        raise ValueError(f"a number of more than {_LONGEST_NUMBER} digits")
    return int(digits)


def _no_number(text: str) -> None:
    raise ValueError(f"records have whole numbers only, not {text[:_LONGEST_NUMBER]}")


def check_names(players: Sequence[RecordPlayer], dice: RecordDice | None) -> None:
    """Check that the names in a record can be stored.

    Args:
        players: The players of the record.
        dice: The dice of the record, if it has them.

    Raises:
        ValueError: A name contains a control character or an unpaired surrogate.
    """
    texts = [text for player in players for text in (player["name"], player["bot"] or "")]
    if dice is not None:
        texts.append(dice["scheme"])
    for text in texts:
        if any(unicodedata.category(character) in _UNSTORABLE for character in text):
            raise ValueError(f"a name with a control character: {text!r}")

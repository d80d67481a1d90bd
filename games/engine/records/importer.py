"""Take in the record of a game from anywhere, JSON or text, trusting nothing in it."""

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
"""Of a text, which says more in as many bytes. Games people play have some hundreds."""

_DEEPEST = 16
"""Arrays and objects within each other; records have five."""

_LONGEST_NUMBER = 9
_LONGEST_REASON = 300
_JSON_BEGINS = re.compile(r'\ufeff?\s*+\{\s*+["}]')
# A string without end is taken whole, too: it is not tried again from each quote in it.
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_UNSTORABLE = {"Cc", "Cs"}
"""Categories of characters that no name has: control characters and halves of pairs."""


class RecordError(ValueError):
    """A record that was not taken in.

    place: of the first thing that is wrong, such as "line 5, column 12" or "event 12",
    "" where there is none to name.  reason: what is wrong there.
    """

    def __init__(self, place: str, reason: str) -> None:
        # Half of a pair is quoted as an escape: it could not be sent to anybody.
        shown = reason.encode(errors="backslashreplace").decode()
        shown = shown if len(shown) <= _LONGEST_REASON else shown[:_LONGEST_REASON] + "..."
        super().__init__(f"{place}: {shown}" if place else shown)
        self.place = place
        self.reason = shown


def import_record(text: str) -> GameRecord:
    """Return the game of a record of at most `MAX_BYTES`, as JSON or as text.

    It is JSON when it begins with a brace and a quotation mark. Every event has been played
    through the rules. Raises RecordError for anything else.
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
    """Raise ValueError when the text is longer than a record may be."""
    if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
        raise ValueError(f"longer than {MAX_BYTES // 1024} kB")


def read_json(text: str) -> Json:
    """Return the object that the text is.

    Raises ValueError for any other text, a key that is there twice, and numbers that no record has.
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
    """Raise ValueError when a text of the record cannot be stored everywhere."""
    texts = [text for player in players for text in (player["name"], player["bot"] or "")]
    if dice is not None:
        texts.append(dice["scheme"])
    for text in texts:
        if any(unicodedata.category(character) in _UNSTORABLE for character in text):
            raise ValueError(f"a name with a control character: {text!r}")

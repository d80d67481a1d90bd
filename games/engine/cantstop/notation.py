"""The notation of Can't Stop: short texts of events, and words and tags of text records.

games/engine/notation.py describes each function.
"""

import re

from games.engine.cantstop.actions import Roll, Split
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState
from games.engine.core import Action, Event, Json
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.notation import ROLL, Stored, Values, leaving_word, one
from games.engine.turn_notation import HEADING, SETUP, headings, read_setup, speaker, write_setup

__all__ = [
    "HEADING",
    "OPTIONS",
    "SETUP",
    "action_word",
    "headings",
    "read_option",
    "read_setup",
    "read_word",
    "speaker",
    "text",
    "word",
    "write_options",
    "write_setup",
]

OPTIONS: tuple[str, ...] = ("Columns", "Meeting", "StopEarly")

_LETTERS: dict[type[Event], str] = {Stopped: "S"}
_YES = {"yes": True, "no": False}
_ROLL = re.compile(r"[0-9]+:")
_SPLIT = re.compile(r":[0-9]{1,2}(?:\+[0-9]{1,2})*")


def text(event: Event) -> str:
    """Return the event without its player as a short text.

    A roll is its dice, `3164`, and a split the columns advanced, `7+7`. Stopping is `S`, resigning
    is `R`, and timing out is `T`.
    """
    match event:
        case Rolled(dice=dice):
            return "".join(map(str, dice))
        case SplitChosen(columns=columns):
            return "+".join(map(str, columns))
        case _:
            return leaving_word(event) or _LETTERS[type(event)]


def write_options(variant: Json) -> list[tuple[str, Values]]:
    """Return the tags for all options."""
    return [
        ("Columns", (str(variant["columns_to_win"]),)),
        ("Meeting", (variant["meeting"],)),
        ("StopEarly", ("yes" if variant["stop_early"] else "no",)),
    ]


def read_option(name: str, values: Values) -> Json:
    """Return a tag's option as JSON. Impossible values are returned unchanged."""
    value = one(values)
    if name == "Meeting":
        return {"meeting": value}
    if name == "StopEarly":
        return {"stop_early": _YES.get(value, value)}
    return {"columns_to_win": int(value) if re.fullmatch("[0-9]", value) else value}


def word(state: CantStopState, event: Event) -> str:
    """Return the text of the event; a roll ends with a colon, and a split begins with one."""
    match event:
        case Rolled():
            return text(event) + ":"
        case SplitChosen():
            return ":" + text(event)
        case _:
            return text(event)


def action_word(action: Action) -> str:
    """Return the word of an action; for a split, its columns without the colon."""
    match action:
        case Split(columns=columns):
            return "+".join(map(str, columns))
        case Roll():
            return ROLL
        case _:
            return "S"


def read_word(rules: CantStopRules, state: CantStopState, player: int, word: str) -> Stored:
    """Return the event for a roll, a split or a stop. Raises ValueError for other words."""
    if _ROLL.fullmatch(word):
        return Rolled.type, {"dice": [int(die) for die in word[:-1]]}
    if _SPLIT.fullmatch(word):
        columns = tuple(int(column) for column in word[1:].split("+"))
        # People may type the two columns in either order. The log has one order only (see `Split`).
        legal, turned = rules.legal_actions(state, player), columns[::-1]
        if Split(columns) not in legal and Split(turned) in legal:
            columns = turned
        return SplitChosen.type, {"columns": list(columns)}
    if word == "S":
        return Stopped.type, {}
    raise Fault("cantstop-word", _("not a roll such as 3164:7+7 or 3164:X, nor S, R or T"))

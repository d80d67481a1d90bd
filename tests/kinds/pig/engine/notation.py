"""The notation of Pig: `1a 5 3 H` is a 5, a 3 and a hold, `1b 4 1` a lost turn."""

from typing import Any

from games.engine.core import Action, Event, Json
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.notation import ROLL, Stored, Values, leaving_word, one
from games.engine.turn_notation import HEADING, SETUP, headings, read_setup, speaker, write_setup
from tests.kinds.pig.engine.events import Held, Roll, Rolled

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

OPTIONS: tuple[str, ...] = ("Target",)


def text(event: Event) -> str:
    if isinstance(event, Rolled):
        return str(event.dice[0])
    return leaving_word(event) or "H"


def write_options(variant: Json) -> list[tuple[str, Values]]:
    return [("Target", (str(variant["target"]),))]


def read_option(name: str, values: Values) -> Json:
    value = one(values)
    return {"target": int(value) if value.isdecimal() else value}


def word(state: Any, event: Event) -> str:
    return text(event)


def action_word(action: Action) -> str:
    return ROLL if action == Roll() else "H"


def read_word(rules: Any, state: Any, player: int, word: str) -> Stored:
    if word in {*"123456"}:
        return Rolled.type, {"dice": [int(word)]}
    if word == "H":
        return Held.type, {}
    raise Fault("pig-word", _("not a roll from 1 to 6, nor H, R or T"))

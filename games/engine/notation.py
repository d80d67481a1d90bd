"""Interface of the games' notations: words and tags of text records (docs/text-record.md)."""

import re
from typing import Any, Protocol

from games.engine.core import Action, Event, Json, Resigned, TimedOut
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

LETTERS = "abcd"
"""The players' letters, in seat order."""

_RESIGNED = "R"
_TIMED_OUT = re.compile(r"T(?:\+([a-d]+))?")

ROLL = _("a roll")

RULING = "!"
"""First character of the word for a ruling. The letters of the winners follow it."""

Values = tuple[str, ...]
"""The values of a tag."""

Stored = tuple[str, Json]
"""The type of an event and its own fields, as the log stores them."""


class Notation(Protocol):
    """Interface of the module `notation.py` of a game."""

    OPTIONS: tuple[str, ...]  # names of the tags for options
    SETUP: tuple[str, ...]  # names of the tags for what chance sets up
    HEADING: re.Pattern[str]  # words that are no events but say whose words follow

    def text(self, event: Event) -> str:
        """Return the event without its player as a short text, for logs."""

    def write_options(self, variant: Json) -> list[tuple[str, Values]]:
        """Return name and values of the tag of each option of a variant object."""

    def read_option(self, name: str, values: Values) -> Json:
        """Return the part of the variant object that a tag states.

        Raises:
            ValueError: The values do not have the form of this tag. They may still be impossible.
        """

    def write_setup(self, event: Event) -> tuple[str, Values]:
        """Return the tag for an event of the set-up. Raises TypeError for others."""

    def read_setup(self, name: str, values: Values) -> Stored:
        """Return the set-up event that a tag states. Raises ValueError for malformed ones."""

    def headings(self, state: Any) -> tuple[str, ...]:
        """Return the headings that words in this position stand under, the largest unit first."""

    def speaker(self, state: Any) -> int | None:
        """Return the player whose words have no letter in this position, or None."""

    def word(self, state: Any, event: Event) -> str:
        """Return the word for a player's event in the position before it, except leaving the game.

        A roll that needs an answer ends with a colon, behind which a bust is marked; the word of
        the answer begins with one. A roll without a colon is a word like any other.
        """

    def action_word(self, action: Action) -> str:
        """Return the word of an action's event, `ROLL` for a roll, to say what is allowed."""

    def read_word(self, rules: Any, state: Any, player: int, word: str) -> Stored:
        """Return the event of a word without its letter, in the position before it.

        Raises:
            ValueError: The word is none of this game. Those for leaving a game are not read here.
        """


def leaving_word(event: Event) -> str | None:
    """Return the word for resigning or timing out, the same in all games; else None."""
    match event:
        case Resigned():
            return _RESIGNED
        case TimedOut(also=also):
            return "T" + ("+" + "".join(LETTERS[other] for other in also) if also else "")
        case _:
            return None


def read_leaving(word: str) -> Stored | None:
    """Return the event that a word for resigning or timing out states; else None."""
    if word == _RESIGNED:
        return Resigned.type, {}
    if found := _TIMED_OUT.fullmatch(word):
        also = [LETTERS.index(letter) for letter in found[1] or ""]
        return TimedOut.type, {"also": also}
    return None


def one(values: Values) -> str:
    """Return the only value of a tag. Raises ValueError if there is not exactly one."""
    if len(values) != 1:
        raise Fault("not-one-value", _("must be one value, not %(count)d"), count=len(values))
    return values[0]

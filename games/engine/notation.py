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
"""First character of the word for a ruling. The letters of the winners come after it."""

Values = tuple[str, ...]
"""The values of a tag."""

Stored = tuple[str, Json]
"""The type of an event and its own fields, as the log stores them."""


class Notation(Protocol):
    """Interface of the module `notation.py` of a game."""

    OPTIONS: tuple[str, ...]  # names of the tags for options
    SETUP: tuple[str, ...]  # names of the tags for a random set-up
    HEADING: re.Pattern[str]  # words that begin a round or a turn, such as `2a`

    def text(self, event: Event) -> str:
        """Return the event without its player as a short text, for logs."""

    def write_options(self, variant: Json) -> list[tuple[str, Values]]:
        """Return the name and the values of each option's tag. variant: as in JSON records."""

    def read_option(self, name: str, values: Values) -> Json:
        """Return the option that a tag states, as in the `variant` of JSON records.

        Raises:
            ValueError: The values don't have the form of this tag. The rules check them later.
        """

    def write_setup(self, event: Event) -> tuple[str, Values]:
        """Return the tag for an event of the set-up. Raises TypeError for other events."""

    def read_setup(self, name: str, values: Values) -> Stored:
        """Return the set-up event that a tag states. Raises ValueError for a malformed tag."""

    def headings(self, state: Any) -> tuple[str, ...]:
        """Return the headings for words in this position, the largest unit first: `r1`, `2a`."""

    def speaker(self, state: Any) -> int | None:
        """Return the player whose words need no letter in this position, or None."""

    def word(self, state: Any, event: Event) -> str:
        """Return the word for a player's event (except leaving) in the position before it.

        If the roller must use a roll, the roll's word ends with a colon, and the word of its use
        begins with a colon. Records join both words; `X` after the roll's colon is a bust.
        """

    def action_word(self, action: Action) -> str:
        """Return the word of an action, `ROLL` for any roll, for lists of allowed words."""

    def read_word(self, rules: Any, state: Any, player: int, word: str) -> Stored:
        """Return the event of a word, given without the player's letter, in this position.

        Raises:
            ValueError: The game has no such word. `read_leaving` reads the words for leaving.
        """


def leaving_word(event: Event) -> str | None:
    """Return the word for resigning or timing out, the same in all games; None for other events."""
    match event:
        case Resigned():
            return _RESIGNED
        case TimedOut(also=also):
            return "T" + ("+" + "".join(LETTERS[other] for other in also) if also else "")
        case _:
            return None


def read_leaving(word: str) -> Stored | None:
    """Return the event of a word for resigning or timing out; None for other words."""
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

"""What the notation of each game has: the words of text records (docs/text-record.md)."""

import re
from typing import Any, Protocol

from games.engine.core import Event, Json, Resigned, TimedOut

LETTERS = "abcd"
"""The players' letters, in seat order."""

_RESIGNED = "R"
_TIMED_OUT = re.compile(r"T(?:\+([a-d]+))?")

RULING = "!"
"""What the word of a ruling begins with; the letters of those it gives the game to follow."""

Values = tuple[str, ...]
"""The values of a tag."""

Stored = tuple[str, Json]
"""The type of an event and its fields, as the log stores them."""


class Notation(Protocol):
    """The module `notation.py` of a game.

    OPTIONS: the names of its tags for options.  SETUP: of those for what chance sets up.
    HEADING: what words look like that only say whose words follow.
    """

    OPTIONS: tuple[str, ...]
    SETUP: tuple[str, ...]
    HEADING: re.Pattern[str]

    def text(self, event: Event) -> str:
        """Return the event without its player, for logs."""

    def write_options(self, variant: Json) -> list[tuple[str, Values]]:
        """Return the tags for the options of a record's variant object."""

    def read_option(self, name: str, values: Values) -> Json:
        """Return the part of the variant object that a tag tells; values may be impossible.

        Raises ValueError when they have the wrong shape. So does all that reads.
        """

    def write_setup(self, event: Event) -> tuple[str, Values]:
        """Return the tag for an event of nobody."""

    def read_setup(self, name: str, values: Values) -> Stored:
        """Return the event that a tag of `SETUP` tells."""

    def headings(self, state: Any) -> tuple[str, ...]:
        """Return the headings, from the largest, that words in this position stand under."""

    def speaker(self, state: Any) -> int | None:
        """Return the player whose words stand without a letter, if anybody's do."""

    def word(self, state: Any, event: Event) -> str:
        """Return the word for a player's event in the position before it.

        A roll's ends with a colon, its answer's begins with one.
        """

    def read_word(self, rules: Any, state: Any, player: int, word: str) -> Stored:
        """Return the event for a word of the player, any but leaving, in this position."""


def leaving_word(event: Event) -> str | None:
    """Return the word of leaving, the same in every game; None for another event."""
    match event:
        case Resigned():
            return _RESIGNED
        case TimedOut(also=also):
            return "T" + ("+" + "".join(LETTERS[other] for other in also) if also else "")
        case _:
            return None


def read_leaving(word: str) -> Stored | None:
    """Return the event of a word of leaving, None for another word."""
    if word == _RESIGNED:
        return Resigned.type, {}
    if found := _TIMED_OUT.fullmatch(word):
        also = [LETTERS.index(letter) for letter in found[1] or ""]
        return TimedOut.type, {"also": also}
    return None


def one(values: Values) -> str:
    """Return the only value of a tag. Raises ValueError when there are others or none."""
    if len(values) != 1:
        raise ValueError(f"one value, not {len(values)}")
    return values[0]

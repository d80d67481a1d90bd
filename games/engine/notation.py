"""What the notation of each game defines: the words and tags of text records.

docs/text-record.md describes the format.
"""

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
    """Interface of the module `notation.py` of a game.

    Attributes:
        OPTIONS: Names of the tags for options.
        SETUP: Names of the tags for what chance sets up.
        HEADING: Pattern of headings: words that are no events but say whose words follow.
    """

    OPTIONS: tuple[str, ...]
    SETUP: tuple[str, ...]
    HEADING: re.Pattern[str]

    def text(self, event: Event) -> str:
        """Return the event without its player as a short text, for logs."""

    def write_options(self, variant: Json) -> list[tuple[str, Values]]:
        """Return the tags for the options of a game.

        Args:
            variant: The variant object of a record.

        Returns:
            The name and the values of each tag.
        """

    def read_option(self, name: str, values: Values) -> Json:
        """Return the part of the variant object that a tag states.

        Args:
            name: Name of the tag, one of `OPTIONS`.
            values: Values of the tag. An impossible value is not noticed here.

        Raises:
            ValueError: The values do not have the form of this tag.
        """

    def write_setup(self, event: Event) -> tuple[str, Values]:
        """Return the name and the values of the tag for an event of the set-up.

        Raises:
            TypeError: The game has no such event.
        """

    def read_setup(self, name: str, values: Values) -> Stored:
        """Return the set-up event that a tag states.

        Args:
            name: Name of the tag, one of `SETUP`.
            values: Values of the tag.

        Raises:
            ValueError: The values do not have the form of this tag.
        """

    def headings(self, state: Any) -> tuple[str, ...]:
        """Return the headings that words in this position stand under, the largest unit first."""

    def speaker(self, state: Any) -> int | None:
        """Return the player whose words have no letter in this position, or None."""

    def word(self, state: Any, event: Event) -> str:
        """Return the word for an event of a player.

        The word of a roll that needs an answer ends with a colon, and a bust is marked behind it;
        the word of the answer begins with one. Without a colon a roll is a word like any other.

        Args:
            state: The position before the event.
            event: An event of a player, except leaving the game.
        """

    def action_word(self, action: Action) -> str:
        """Return how to write an action, for people who look for what is allowed.

        It is the word of its event, and `ROLL` for a roll of any dice.
        """

    def read_word(self, rules: Any, state: Any, player: int, word: str) -> Stored:
        """Return the event that a word states.

        Args:
            rules: The rules of the game.
            state: The position before the event.
            player: The player of the event.
            word: The word without the player's letter, except a word for leaving the game.

        Raises:
            ValueError: The word is none of this game.
        """


def leaving_word(event: Event) -> str | None:
    """Return the word for resigning or timing out, which is the same in all games.

    Returns:
        The word, or None for any other event.
    """
    match event:
        case Resigned():
            return _RESIGNED
        case TimedOut(also=also):
            return "T" + ("+" + "".join(LETTERS[other] for other in also) if also else "")
        case _:
            return None


def read_leaving(word: str) -> Stored | None:
    """Return the event that a word for resigning or timing out states.

    Returns:
        The event, or None for any other word.
    """
    if word == _RESIGNED:
        return Resigned.type, {}
    if found := _TIMED_OUT.fullmatch(word):
        also = [LETTERS.index(letter) for letter in found[1] or ""]
        return TimedOut.type, {"also": also}
    return None


def one(values: Values) -> str:
    """Return the only value of a tag.

    Raises:
        ValueError: There is no value, or more than one.
    """
    if len(values) != 1:
        raise Fault("not-one-value", _("must be one value, not %(count)d"), count=len(values))
    return values[0]

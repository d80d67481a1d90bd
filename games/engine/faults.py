"""Why a log or a record is refused: a code for programs, and a sentence for people in English.

The engine only marks its sentences for translators; the site translates them.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from games.engine.errors import ActionError


def gettext_noop(sentence: str) -> str:
    """Mark a sentence so that translators find it."""
    return sentence


_ = gettext_noop

MOST_ALLOWED = 15
"""Largest number of possible words that a fault names."""

REFUSALS = {
    "illegal": _("the rules don't allow that here"),
    "not-active": _("this player has nothing to decide now"),
    "over": _("the game is over"),
}
"""Why the rules refuse an event, by the code of their error."""


class Fault(ValueError):
    """Something in a log or a record is not as it must be."""

    def __init__(self, code: str, sentence: str, **values: Any) -> None:
        super().__init__(sentence % values)
        self.code = code  # never changes: programs and tests know it
        self.sentence = sentence  # in English, with named placeholders for the values
        self.values = values
        self.about = ""  # the tag or word of the record in which it is
        self.seq = 0  # place of its event in the log, from 1; 0 if that says nothing more
        self.allowed: tuple[str, ...] = ()  # what could stand there, as far as that is known

    def within(self, about: str = "", seq: int = 0) -> "Fault":
        """Return this fault with its place in the record."""
        fault = Fault(self.code, self.sentence, **self.values)
        fault.about = about or self.about
        fault.seq = seq or self.seq
        fault.allowed = self.allowed
        return fault

    def allowing(self, words: Iterable[str]) -> "Fault":
        """Return this fault with what could stand there instead; of many, the first ones."""
        found = tuple(islice(words, MOST_ALLOWED + 1))
        fault = self.within()
        fault.allowed = found if len(found) <= MOST_ALLOWED else (*found[:MOST_ALLOWED], "…")
        return fault

    def __str__(self) -> str:
        text = super().__str__()
        text += f"; possible: {', '.join(self.allowed)}" if self.allowed else ""
        text = f"event {self.seq}: {text}" if self.seq else text
        return f"{self.about}: {text}" if self.about else text


def fault_of(error: ActionError | ValueError) -> Fault:
    """Return the error as a fault. Texts of Python itself have no translation."""
    if isinstance(error, ActionError):
        return Fault(error.code, REFUSALS[error.code])
    return error if isinstance(error, Fault) else Fault("unreadable", "%(problem)s", problem=error)

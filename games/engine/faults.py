"""Reasons for refusing a log or a record: a code for programs and an English sentence for people.

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
"""Maximum number of allowed words that a fault lists."""

REFUSALS = {
    "illegal": _("the rules don't allow that here"),
    "not-active": _("this player has nothing to decide now"),
    "over": _("the game is over"),
}
"""Reasons for which the rules refuse an event, by the code of the ActionError."""


class Fault(ValueError):
    """A fault in a log or a record."""

    def __init__(self, code: str, sentence: str, **values: Any) -> None:
        super().__init__(sentence % values)
        self.code = code  # a fault's code never changes, because programs and tests use it
        self.sentence = sentence  # in English, with named placeholders for the values
        self.values = values
        self.about = ""  # the key, tag or word of the record with the fault; "" if unknown
        self.seq = 0  # number of the event in the log, from 1; 0 if the fault is in no event
        self.allowed: tuple[str, ...] = ()  # words allowed instead of the refused word, if known

    def within(self, about: str = "", seq: int = 0) -> "Fault":
        """Return this fault with its place in the record."""
        fault = Fault(self.code, self.sentence, **self.values)
        fault.about = about or self.about
        fault.seq = seq or self.seq
        fault.allowed = self.allowed
        return fault

    def allowing(self, words: Iterable[str]) -> "Fault":
        """Return this fault with the allowed words, at most the first `MOST_ALLOWED`."""
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
    """Return the error as a fault. Python's own messages have no translation."""
    if isinstance(error, ActionError):
        return Fault(error.code, REFUSALS[error.code])
    return error if isinstance(error, Fault) else Fault("unreadable", "%(problem)s", problem=error)

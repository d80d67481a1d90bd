"""Read the words of a text record into a log."""

from typing import Any

from games.engine.allowed import allowed
from games.engine.core import Event, Ruled, Rules
from games.engine.errors import ActionError
from games.engine.faults import Fault, fault_of
from games.engine.faults import gettext_noop as _
from games.engine.notation import LETTERS, RULING, Notation, Stored, read_leaving
from games.engine.records.text_scan import Tag, TextError, Word, error_at

BUST = "X"


class TextLog:
    """A log that is read word by word. The rules check every event."""

    def __init__(
        self, text: str, rules: Rules[Any], notation: Notation, longest: int | None = None
    ) -> None:
        self.events: list[Event] = []
        self.places: list[int] = []  # index in the text of each event's word
        self.state = rules.initial_state()
        self._text = text  # for the places of errors
        self._rules = rules
        self._notation = notation
        self._longest = longest  # maximum number of events; None for no limit
        self._headings: tuple[str, ...] = ()  # headings written so far that apply to the next word

    def set_up(self, tag: Tag) -> None:
        """Add the event of a set-up tag. Raises TextError."""
        try:
            stored = self._notation.read_setup(tag.name, tag.values)
            self._append(tag.at, None, stored)
        except (ActionError, ValueError) as error:
            raise error_at(self._text, tag.at, fault_of(error).within(tag.name)) from error

    def add(self, word: Word) -> None:
        """Add the events of a word: none for a heading, two for a roll and its use (`3164:7+7`).

        Raises:
            TextError: The word cannot be read, or its event cannot happen in this position.
        """
        if self._notation.HEADING.fullmatch(word.text):
            self._head(word)
            return
        if word.text.startswith(RULING):  # needs no heading
            self._rule(word)
            return
        expected = self._notation.headings(self.state)
        if self._headings != expected:
            raise self._error(word, _out_of_place(self._missing(expected)))
        player, text = self._player(word)
        head, colon, tail = text.partition(":")
        if head and colon:
            self._roll(word, player, head + colon, tail)
        else:
            self._event(word, player, text)

    def _head(self, word: Word) -> None:
        expected = self._notation.headings(self.state)
        missing = self._missing(expected)
        if missing and word.text == missing[0]:
            self._headings = expected[: len(expected) - len(missing) + 1]
        elif missing or word.text not in expected:
            raise self._error(word, _out_of_place(missing or expected))

    def _rule(self, word: Word) -> None:
        winners = [LETTERS.find(letter) for letter in word.text.removeprefix(RULING)]
        try:
            self._append(word.at, None, (Ruled.type, {"winners": winners}))
        except (ActionError, ValueError) as error:
            raise self._error(word, self._of_next_event(error)) from error

    def _missing(self, expected: tuple[str, ...]) -> tuple[str, ...]:
        """Return the headings that this position needs and that the text has not had yet."""
        for level, heading in enumerate(expected):
            if self._headings[level : level + 1] != (heading,):
                return expected[level:]
        return ()

    def _player(self, word: Word) -> tuple[int, str]:
        """Return the player of the word, and the word without the player's letter."""
        speaker = self._notation.speaker(self.state)
        if word.text[0] in LETTERS:
            return LETTERS.index(word.text[0]), word.text[1:]
        if speaker is None:
            if not self._notation.headings(self.state):
                raise self._error(word, _out_of_place(()))
            raise self._error(word, Fault("letter-first", _("a player's letter must come first")))
        return speaker, word.text

    def _roll(self, word: Word, player: int, roll: str, answer: str) -> None:
        before = self.state
        event = self._event(word, player, roll)
        # The mark of a bust is only there for people who read the record, but it must be right.
        bust = self._rules.annotate_event(before, event).get("bust", False)
        if bust and answer != BUST:
            raise self._error(
                word,
                Fault(
                    "bust-not-written", _("the roll is a bust: write %(word)s"), word=roll + BUST
                ),
            )
        if answer == BUST and not bust:
            no_bust = Fault("no-bust", _("the roll isn't a bust"))
            raise self._error(word, self._possible(no_bust, player))
        if answer and not bust:
            self._event(word, player, ":" + answer)

    def _event(self, word: Word, player: int, text: str) -> Event:
        try:
            stored = read_leaving(text) or self._notation.read_word(
                self._rules, self.state, player, text
            )
        except ValueError as error:
            raise self._error(word, self._of_next_event(self._possible(error, player))) from error
        try:
            return self._append(word.at, player, stored)
        except ActionError as error:
            raise self._error(word, self._of_next_event(self._possible(error, player))) from error
        except ValueError as error:
            raise self._error(word, self._of_next_event(error)) from error

    def _possible(self, error: ActionError | ValueError, player: int) -> Fault:
        """Return the error with the player's possible actions in this position."""
        write = self._notation.action_word
        words = allowed(self._rules, self.state, player, write, LETTERS.__getitem__)
        return fault_of(error).allowing(words)

    def _of_next_event(self, error: ActionError | ValueError) -> Fault:
        return fault_of(error).within(seq=len(self.events) + 1)

    def _append(self, at: int, player: int | None, stored: Stored) -> Event:
        if len(self.events) == self._longest:
            raise Fault("too-many-events", _("more than %(most)d events"), most=self._longest)
        event = self._rules.event_from_json(stored[0], player, stored[1])
        self._rules.check_event(self.state, event)
        self.state = self._rules.apply_event(self.state, event)
        self.events.append(event)
        self.places.append(at)
        return event

    def _error(self, word: Word, fault: Fault) -> TextError:
        under = (
            f"{self._headings[-1]} " if self._headings and self._headings[-1] != word.text else ""
        )
        return error_at(self._text, word.at, fault.within(f"{under}{word.text}"))


def _out_of_place(expected: tuple[str, ...]) -> Fault:
    """Return the fault of a word out of place. expected: the headings that must come before it."""
    if not expected:
        return Fault("no-turn", _("the game is over, or isn't set up yet"))
    return Fault("not-first", _("%(words)s must come first"), words=" ".join(expected))

"""Read text records, and check that tags and words agree (docs/text-record.md)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import chain
from typing import Any

from games.engine.core import Json, Rules
from games.engine.fairness.proof import RecordDice, dice_of_record
from games.engine.fairness.verify import ChanceError
from games.engine.faults import Fault, fault_of
from games.engine.faults import gettext_noop as _
from games.engine.kind import GameKind
from games.engine.notation import LETTERS, one
from games.engine.records.game_record import GameRecord
from games.engine.records.json_record import RecordPlayer, other_rules, proof_of_own_dice
from games.engine.records.record_time import RecordTime, TimeNote, control_of, note_of, used_of
from games.engine.records.text_log import TextLog
from games.engine.records.text_scan import Tag, TextError, Word, error_at, scan
from games.engine.records.text_time import (
    CONTROL,
    NOTE,
    USED,
    read_control,
    read_note,
    read_used,
)
from games.engine.registry import KINDS

UNFINISHED = "*"
"""The value of the tag `Result` while the game is running."""

OWN_DICE = "own"
"""The value of the tag `Dice`, which only games with the players' own dice have."""

DICE = {
    "DiceScheme": "scheme",
    "DiceCode": "code",
    "DiceCommit": "commitment",
    "DiceSecret": "secret",
}
"""The tags for the proof of dice, each with its key in the `dice` of JSON records."""

_ONCE = {"Game", "Rules", "Date", "Result", "Termination", "Dice", *DICE, CONTROL, USED}
_SEVERAL = {"Seat", "Bot", "Salt", NOTE}
_DATE = re.compile(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}")


def from_text(text: str, longest: int | None = None) -> GameRecord:
    """Return the game of an untrusted text record. longest: maximum number of events.

    Raises:
        TextError: The record cannot be read, or the rules refuse it. It names the first such place.
    """
    items = scan(text)
    tags: list[Tag] = []
    words: Iterator[Tag | Word] = iter(())
    for item in items:
        if isinstance(item, Word):
            words = chain([item], items)
            break
        tags.append(item)

    header = _Header(text, tags)
    rules = header.rules()
    players = header.players()
    own_dice = header.own_dice()
    log = TextLog(text, rules, header.kind.notation, longest)
    _fill(log, header, words)
    header.check_result(rules, log)
    dice = header.dice(rules, log)
    time = header.time(rules, len(log.events))
    return GameRecord(rules, players, log.events, dice, header.date(), own_dice, time)


def is_date(value: str) -> bool:
    """Return whether this is a valid date in the form of the tag `Date`, such as 2026.11.21."""
    try:
        return bool(_DATE.fullmatch(value) and date.fromisoformat(value.replace(".", "-")))
    except ValueError:
        return False


def _fill(log: TextLog, header: "_Header", words: Iterator[Tag | Word]) -> None:
    for name in header.kind.notation.SETUP:
        for tag in header.named(name):
            log.set_up(tag)
    for item in words:
        if isinstance(item, Tag):
            raise error_at(
                header.text,
                item.at,
                Fault("late-tag", _("tags must come before all turns")).within(item.name),
            )
        log.add(item)


class _Header:
    """The tags of a text record. Every method raises TextError for a wrong tag."""

    def __init__(self, text: str, tags: list[Tag]) -> None:
        self.text = text
        self._tags: dict[str, list[Tag]] = {}
        for tag in tags:
            self._tags.setdefault(tag.name, []).append(tag)
        self.kind = self._kind()
        self._check_names(tags)

    def named(self, name: str) -> list[Tag]:
        return self._tags.get(name, [])

    def rules(self) -> Rules[Any]:
        variant, seats = self._variant(), self._letters("Seat")
        with self._blaming(self._first("Game")):
            rules = self.kind.rules_of_record(len(seats), variant)
        for tag in self.named("Rules"):
            if tag.values != (str(rules.rules_version),):
                raise self._error(tag, other_rules(rules, " ".join(tag.values)))
        return rules

    def players(self) -> list[RecordPlayer]:
        names, bots = self._letters("Seat"), self._letters("Bot")
        if list(names) != list(LETTERS[: len(names)]):
            raise self._error(
                self._first("Seat"),
                Fault(
                    "seat-letters",
                    _("the letters must be %(letters)s"),
                    letters=LETTERS[: len(names)],
                ),
            )
        for tag in self.named("Bot"):
            if tag.values[0] not in names:
                raise self._error(
                    tag,
                    Fault(
                        "nobodys-letter",
                        _("no one has the letter %(letter)s"),
                        letter=tag.values[0],
                    ).allowing(names),
                )
        return [{"name": name, "bot": bots.get(letter)} for letter, name in names.items()]

    def date(self) -> str:
        for tag in self.named("Date"):
            if not is_date(value := self._one(tag)):
                raise self._error(tag, Fault("no-day", _("not a day such as 2026.11.21")))
            return value
        return ""

    def dice(self, rules: Rules[Any], log: TextLog) -> RecordDice | None:
        """Return the proof of dice after verifying the log with it; None without a proof."""
        tags = self._proof()
        if not tags:
            return None
        data: Json = {key: self._one(tag) for name, key in DICE.items() for tag in self.named(name)}
        data.setdefault("secret", None)
        data["seats"] = [
            {"salt": salt, "player": LETTERS.index(letter)}
            for letter, salt in self._letters("Salt").items()
        ]
        try:
            return dice_of_record(rules, log.events, data)
        except ChanceError as error:
            at = log.places[error.seq - 1] if error.seq else tags[0].at
            raise error_at(self.text, at, error.fault.within(seq=error.seq)) from error
        except ValueError as error:
            raise error_at(self.text, tags[0].at, fault_of(error)) from error

    def own_dice(self) -> bool:
        for tag in self.named("Dice"):
            if self._one(tag) != OWN_DICE:
                other = Fault(
                    "dice-not-own", _("only games with the players' own dice have this tag")
                )
                raise self._error(tag, other.allowing([OWN_DICE]))
            if self._proof():
                raise self._error(tag, proof_of_own_dice())
            return True
        return False

    def time(self, rules: Rules[Any], events: int) -> RecordTime | None:
        if not self.named(CONTROL):
            for tag in (*self.named(USED), *self.named(NOTE)):
                raise self._error(tag, Fault("no-clocks", _("clocks need a time control")))
            return None
        tag = self._first(CONTROL)
        value = self._one(tag)
        with self._blaming(tag):
            control = control_of(read_control(value))
        used: tuple[int | None, ...] = (None,) * events
        for tag in self.named(USED):
            with self._blaming(tag):
                used = used_of(read_used(tag.values), events)
        notes: list[TimeNote] = []
        for tag in self.named(NOTE):
            first = notes[-1].after if notes else 0
            with self._blaming(tag):
                note = note_of(read_note(tag.values), rules.players, range(first, events + 1))
            notes.append(note)
        return RecordTime(control, used, tuple(notes))

    def _proof(self) -> list[Tag]:
        return [tag for name in (*DICE, "Salt") for tag in self.named(name)]

    def check_result(self, rules: Rules[Any], log: TextLog) -> None:
        outcome = rules.outcome(log.state)
        for tag in self.named("Result"):
            winners = [LETTERS[player] for player in outcome.winners] if outcome else [UNFINISHED]
            self._check(tag, *winners)
        for tag in self.named("Termination"):
            self._check(tag, *([outcome.termination] if outcome else ()))

    def _kind(self) -> GameKind:
        if not self.named("Game"):
            raise TextError(
                1, 1, Fault("no-game", _('the tag [Game "..."] is missing at the start'))
            )
        tag = self._first("Game")
        slug = self._one(tag)
        if slug not in KINDS:
            raise self._error(
                tag,
                Fault(
                    "game-name",
                    _("must be one of %(choices)s, not %(name)s"),
                    choices=", ".join(KINDS),
                    name=slug,
                ),
            )
        return KINDS[slug]

    def _check_names(self, tags: list[Tag]) -> None:
        notation = self.kind.notation
        once = {*_ONCE, *notation.OPTIONS, *notation.SETUP}
        for tag in tags:
            if tag.name not in once | _SEVERAL:
                unknown = Fault("unknown-tag", _("this game doesn't use this tag"))
                raise self._error(tag, unknown.allowing(sorted(once | _SEVERAL)))
            if tag.name in once and tag is not self._first(tag.name):
                raise self._error(tag, Fault("tag-twice", _("this tag is already there")))

    def _variant(self) -> Json:
        variant: Json = {}
        for name in self.kind.notation.OPTIONS:
            for tag in self.named(name):
                with self._blaming(tag):
                    option = self.kind.notation.read_option(name, tag.values)
                    self.kind.variant.from_json(option)
                variant |= option
        return variant

    def _letters(self, name: str) -> dict[str, str]:
        """Return the texts of the tags with this name by players' letters, in the written order."""
        found: dict[str, str] = {}
        for tag in self.named(name):
            if len(tag.values) != 2 or tag.values[0] not in tuple(LETTERS):
                raise self._error(
                    tag,
                    Fault(
                        "letter-and-text",
                        _("must be one of the letters %(letters)s, then a text"),
                        letters=LETTERS,
                    ),
                )
            if tag.values[0] in found:
                raise self._error(
                    tag,
                    Fault(
                        "letter-twice",
                        _("player %(letter)s already has this tag"),
                        letter=tag.values[0],
                    ),
                )
            found[tag.values[0]] = tag.values[1]
        return found

    def _first(self, name: str) -> Tag:
        return self._tags[name][0]

    def _one(self, tag: Tag) -> str:
        with self._blaming(tag):
            return one(tag.values)

    def _check(self, tag: Tag, *values: str) -> None:
        if tag.values != values:
            given = " ".join(tag.values)
            if not values:
                fault = Fault(
                    "nothing-by-rules",
                    _("by the rules this must be empty, not %(given)s"),
                    given=given,
                )
            else:
                fault = Fault(
                    "result-differs",
                    _("by the rules this must be %(right)s, not %(given)s"),
                    right=" ".join(values),
                    given=given,
                )
            raise self._error(tag, fault)

    def _error(self, tag: Tag, fault: Fault) -> TextError:
        return error_at(self.text, tag.at, fault.within(tag.name))

    @contextmanager
    def _blaming(self, tag: Tag) -> Iterator[None]:
        """Turn any ValueError into a TextError at the place of the tag."""
        try:
            yield
        except ValueError as error:
            raise self._error(tag, fault_of(error)) from error

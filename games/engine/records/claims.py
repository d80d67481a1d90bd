"""Judge each claim of a record by itself: it is proven, wrong or not checked.

The script for download (`verify_record.py`) and the page of a game judge the same claims with their
own code for the rules; this module uses the engine. All three agree on whether a record is proven,
and if not, on the first wrong claim and its event.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine.core import Event, Outcome, Rules, State
from games.engine.dice import SeededDice
from games.engine.errors import ActionError
from games.engine.fairness.fair_dice import SCHEMES, FairDice, salts_hash
from games.engine.fairness.proof import RecordDice, fair_dice, is_committed, places, told_dice
from games.engine.fairness.verify import SEATS, as_logged
from games.engine.faults import Fault, fault_of
from games.engine.faults import gettext_noop as _
from games.engine.records.importer import check_length, check_names, read_json
from games.engine.records.json_record import (
    check_header,
    entry_of,
    event_of_entry,
    is_same,
    own_dice_of_record,
    players_of_record,
)
from games.engine.records.record_time import time_of_record
from games.engine.registry import KINDS
from games.engine.replay import LogError

UNCHECKABLE = (
    "the names of the players and which of them are bots; when the commitment was made public; "
    "that these players made these choices themselves, leaving the game among them; and, where "
    "somebody left or a moderator decided, that no step is missing just before, for both may "
    "happen at any moment."
)
"""What no program can find out from a record."""

BUT_FOR_SALTS = (
    "Proven but for the salts: the whole game is as its record says if it began with these salts. "
    "Once its secret is public, anybody can change a salt and roll all dice anew."
)

DAILY_CODE = "daily-"
"""Prefix of the codes of daily challenges."""

Listed = Callable[[str], str | None]
"""Returns the hash of the salts that the public list has for a commitment, None if it has none."""


class Claim(StrEnum):
    """The claims that every record makes, in the order in which they are judged."""

    RECORD = "record"
    COMMITMENT = "commitment"
    SALTS = "salts"
    SEATS = "seats"
    SET_UP = "set-up"
    DICE = "dice"
    MOVES = "moves"
    OUTCOME = "outcome"


class Found(StrEnum):
    """The result for a claim."""

    PROVEN = "proven"
    WRONG = "WRONG"
    NOT_CHECKED = "not checked"


class Warn(StrEnum):
    """Something a reader should know although no claim is wrong."""

    BOT_SALT = "bot-salt"
    NO_SALTS = "no-salts"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for a claim with its reason.

    Attributes:
        found: The result.
        reason: Why this is the result.
        seq: Place of the wrong event in the log, from 1; 0 if the result is not about one event.
    """

    found: Found
    reason: str
    seq: int = 0

    @property
    def place_and_reason(self) -> str:
        """The reason, with the number of the event before it if there is one."""
        return f"event {self.seq}: {self.reason}" if self.seq else self.reason

    def __str__(self) -> str:
        return f"{self.found}: {self.place_and_reason}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The results for all claims.

    Attributes:
        claims: The finding for each claim.
        warnings: The warnings, each with its text.
    """

    claims: Mapping[Claim, Finding]
    warnings: Sequence[tuple[Warn, str]]

    @property
    def proven(self) -> bool:
        """Whether every claim is proven."""
        return all(finding.found is Found.PROVEN for finding in self.claims.values())

    @property
    def proven_but_for_salts(self) -> bool:
        """Whether every claim is proven but the salts, which were not compared with the list."""
        return self._with(Found.NOT_CHECKED) == [Claim.SALTS] and self.wrong is None

    @property
    def wrong(self) -> tuple[Claim, int] | None:
        """The wrong claim with the seq of its event, 0 if it has none; None if nothing is wrong."""
        wrong = self._with(Found.WRONG)
        return (wrong[0], self.claims[wrong[0]].seq) if wrong else None

    def summary(self) -> str:
        """Return the verdict in one line."""
        missing = ", ".join(self._with(Found.NOT_CHECKED))
        if self.wrong is not None:
            claim = self.wrong[0]
            text = f"Not proven: {claim}: {self.claims[claim].place_and_reason}."
            return text + (f" Not checked: {missing}." if missing else "")
        if self.proven_but_for_salts:
            return f"{BUT_FOR_SALTS} Not checked: {UNCHECKABLE}"
        if missing:
            return f"Not proven: nothing is wrong, but this could not be checked: {missing}."
        return f"Proven: the whole game is as its record says. Not checked: {UNCHECKABLE}"

    def _with(self, found: Found) -> list[Claim]:
        return [claim for claim, finding in self.claims.items() if finding.found is found]


class _Wrong(Exception):
    """A claim is wrong, which ends the judging."""

    def __init__(self, claim: Claim, reason: str, seq: int = 0) -> None:
        super().__init__(reason)
        self.claim = claim
        self.finding = Finding(Found.WRONG, reason, seq)


@dataclass(frozen=True, slots=True)
class _Record:
    """A record in which every key and value has the right form, but nothing else is checked yet."""

    rules: Rules[Any]
    bots: Sequence[bool]
    events: Sequence[Event]
    entries: Sequence[Mapping[str, Any]]
    outcome: Mapping[str, Any] | None
    dice: RecordDice | None
    own_dice: bool


def judge(content: str | bytes, listed: Listed | None = None) -> Verdict:
    """Judge every claim of a JSON record.

    Args:
        content: Any text or the bytes of a file; it need not be a record.
        listed: The public list to compare the salts with; None if there is none at hand.
    """
    found: dict[Claim, Finding] = {}
    warnings: list[tuple[Warn, str]] = []
    try:
        record = _read(content)
        found[Claim.RECORD] = _proven(f"{record.rules.kind}, {len(record.events)} events")
        warnings = list(_warnings(record))
        _judge_game(record, listed, found)
    except _Wrong as wrong:
        found[wrong.claim] = wrong.finding
    rest = Finding(Found.NOT_CHECKED, "the judging ended at what is wrong")
    return Verdict({claim: found.get(claim, rest) for claim in Claim}, warnings)


def _judge_game(record: _Record, listed: Listed | None, found: dict[Claim, Finding]) -> None:
    """Judge all claims after the first and add the findings to `found`."""
    why_not = _why_no_dice(record)
    not_checked = Finding(Found.NOT_CHECKED, why_not)
    dice = None if record.dice is None else fair_dice(record.dice)
    if record.dice is None or dice is None:
        found[Claim.COMMITMENT] = found[Claim.SEATS] = not_checked
    else:
        if not is_committed(record.dice):
            raise _Wrong(Claim.COMMITMENT, "the secret is not the one committed to")
        found[Claim.COMMITMENT] = _proven("it is that of the secret")
    if record.dice is None or record.dice["scheme"] not in SCHEMES:
        found[Claim.SALTS] = not_checked
    else:
        found[Claim.SALTS] = _salts(record.dice, listed)
    if record.dice is not None and dice is not None:
        _check_seats(record.dice, dice)
        found[Claim.SEATS] = _proven("they were drawn like that")
    game = _Game(record, dice)
    found[Claim.SET_UP] = game.set_up(why_not)
    while game.is_left:
        game.step()
    dice_are = f"all {game.rolls} rolls are as the secret and the salts make them"
    found[Claim.DICE] = not_checked if why_not else _proven(dice_are)
    found[Claim.MOVES] = _proven(f"the rules allow all {len(record.events)} events")
    found[Claim.OUTCOME] = _outcome(record, record.rules.outcome(game.state))


class _Game:
    """A replay of the game, as far as the record is right.

    Attributes:
        state: The position so far.
        rolls: Number of rolls so far.
    """

    def __init__(self, record: _Record, dice: FairDice | None) -> None:
        self._record = record
        self._rules = record.rules
        self._dice = dice
        self.state: State = record.rules.initial_state()
        self.rolls = 0

    @property
    def is_left(self) -> bool:
        """Whether there are events left to judge."""
        return self.state.seq < len(self._record.events)

    def set_up(self, why_not: str) -> Finding:
        """Judge the set-up, the events of chance before the first turn.

        Args:
            why_not: Why the dice cannot be checked, or "".
        """
        # Without the dice of the game, any other dice show which events the set-up has.
        drawn = self._rules.setup(self._dice or SeededDice(0))
        if not drawn:
            return _proven("this game begins with an empty board")
        for right in drawn:
            if not self.is_left:
                return Finding(Found.NOT_CHECKED, "nothing is dealt yet")
            event, seq = self._record.events[self.state.seq], self.state.seq + 1
            self._check_event(Claim.SET_UP, event)
            if self._dice is not None and event != right:
                raise _Wrong(Claim.SET_UP, f"it was {right}, not {event}", seq)
            self.state = self._rules.apply_event(self.state, event)
        return Finding(Found.NOT_CHECKED, why_not) if why_not else _proven("it was dealt so")

    def step(self) -> None:
        """Judge the next event and apply it."""
        event, entry = self._record.events[self.state.seq], self._record.entries[self.state.seq]
        if self._rules.faces_of(event) is None:
            self._check_event(Claim.MOVES, event)
        else:
            self._check_roll(event, entry)
        self.state = self._rules.apply_event(self.state, event)

    def _check_event(self, claim: Claim, event: Event) -> None:
        try:
            self._rules.check_event(self.state, event)
        except (ActionError, ValueError) as error:
            raise _Wrong(claim, str(fault_of(error)), self.state.seq + 1) from error

    def _check_roll(self, event: Event, entry: Mapping[str, Any]) -> None:
        rules, seq = self._rules, self.state.seq + 1
        try:
            rules.check(self.state, event.actor, rules.action_of(event))
        except ActionError as error:
            raise _Wrong(Claim.MOVES, str(fault_of(error)), seq) from error
        right = rules.annotate_event(self.state, event)
        numbers = {key for key, value in right.items() if type(value) is int}
        self._check_annotations(entry, right, numbers)
        self._check_dice(event)
        self._check_annotations(entry, right, right.keys() - numbers)

    def _check_annotations(
        self, entry: Mapping[str, Any], right: Mapping[str, Any], keys: set[str]
    ) -> None:
        for key in sorted(keys):
            if entry[key] != right[key]:  # `_event` checked that the types are the same
                reason = f"{key} is {right[key]}, not {entry[key]}"
                raise _Wrong(Claim.MOVES, reason, self.state.seq + 1)

    def _check_dice(self, event: Event) -> None:
        faces, address = self._rules.faces_of(event), self._rules.roll_address(self.state)
        count, seq = self._rules.dice_count(self.state), self.state.seq + 1
        if faces is None or address is None:
            return
        self.rolls += 1
        if len(faces.faces) != count:
            raise _Wrong(Claim.DICE, f"there are {len(faces.faces)} dice, not {count}", seq)
        if self._dice is None:
            return
        made = as_logged(self._dice.roll(address, count), faces.in_order)
        if made != faces:
            reason = f"the dice are {list(made.faces)}, not {list(faces.faces)}"
            raise _Wrong(Claim.DICE, reason, seq)


def _proven(reason: str) -> Finding:
    return Finding(Found.PROVEN, reason)


def _why_no_dice(record: _Record) -> str:
    """Return the reason why the dice of a record cannot be checked, or "" if they can."""
    if record.own_dice:
        return "the players rolled dice of their own, which nothing can prove"
    dice = record.dice
    if dice is None:
        return "the record has no dice that could be checked"
    if dice["scheme"] not in SCHEMES:
        return f"this checks {' and '.join(SCHEMES)}, not {dice['scheme']!a:.40}"
    if dice["secret"] is None:
        return "the record does not have the secret, which is shown when the game is over"
    return ""


def _salts(dice: RecordDice, listed: Listed | None) -> Finding:
    """Compare the salts with the public list, which also has them of games that go on."""
    made = salts_hash(dice["commitment"], [seat["salt"] for seat in dice["seats"]])
    if listed is None:
        reason = f"there is no public list to compare them with; it must say {made}"
        return Finding(Found.NOT_CHECKED, reason)
    found = listed(dice["commitment"])
    if found is None:
        reason = f"the public list has none for this commitment; these would be {made}"
        return Finding(Found.NOT_CHECKED, reason)
    if found != made:
        raise _Wrong(Claim.SALTS, f"the public list says {found}, not {made}")
    return _proven("they are those in the public list")


def _check_seats(record: RecordDice, dice: FairDice) -> None:
    taken = places(record)
    if tuple(taken) != dice.shuffle(SEATS, len(taken)):
        players = [seat["player"] for seat in record["seats"]]
        raise _Wrong(Claim.SEATS, f"the seats were not drawn like that: {players}")


def _outcome(record: _Record, outcome: Outcome | None) -> Finding:
    """Judge the outcome that the record claims.

    Args:
        record: The record.
        outcome: How the game ended by the rules, or None if it is not over.
    """
    last = len(record.events)
    if outcome is None:
        if record.outcome is None:
            return Finding(Found.NOT_CHECKED, "the game is not over")
        raise _Wrong(Claim.OUTCOME, "the log ends before the game does", last)
    if not is_same(record.outcome, outcome.to_json()):
        reason = f"the game ended with {outcome.to_json()}, not {record.outcome!a:.80}"
        raise _Wrong(Claim.OUTCOME, reason, last)
    return _proven(f"{outcome.termination}, won by {list(outcome.winners)}")


def _warnings(record: _Record) -> Iterator[tuple[Warn, str]]:
    if record.dice is None:
        return
    seats, code = record.dice["seats"], record.dice["code"]
    for place, seat in enumerate(seats):
        if seat["salt"] and record.bots[seat["player"]]:
            yield (
                Warn.BOT_SALT,
                f"a bot sits where seat {place} has a salt, though bots make none. That is right "
                f"only if this game was played with the dice of the earlier game {code}; else the "
                "site may have chosen the salt, and so the dice.",
            )
    if any(seat["salt"] for seat in seats):
        return
    if code.startswith(DAILY_CODE):
        text = "these dice come from the site alone. That is how a daily challenge works."
    else:
        text = "no person added a salt, so the site alone made these dice and could foresee them."
    yield Warn.NO_SALTS, text


# --- The text ---


def _read(content: str | bytes) -> _Record:
    """Return the record in the content, after checking the form of every key and value."""
    try:
        check_length(content)
        text = content if isinstance(content, str) else content.decode()
        return _checked(read_json(text))
    except UnicodeDecodeError as error:
        raise _Wrong(Claim.RECORD, "it is no text in UTF-8") from error
    except LogError as error:
        raise _Wrong(Claim.RECORD, str(error.fault), error.seq) from error
    except ValueError as error:
        raise _Wrong(Claim.RECORD, str(error)) from error


_KEYS = {"format", "kind", "rules_version", "variant", "players", "events", "outcome"}


def _checked(data: Mapping[str, Any]) -> _Record:
    if data.keys() - {"dice", "own_dice", "time"} != _KEYS:
        raise Fault(
            "record-keys",
            _("wrong keys for a record: %(keys)s"),
            keys=", ".join(map(ascii, data))[:200],
        )
    match data:
        case {
            "kind": str(kind),
            "players": list(people),
            "variant": dict(variant),
            "events": list(entries),
        } if kind in KINDS:
            rules = KINDS[kind].rules_of_record(len(people), variant)
        case _:
            raise Fault("not-played-here", _("not a record of a game we have"))
    check_header(rules, data)
    players = players_of_record(rules, data)
    own_dice = own_dice_of_record(data)
    dice = told_dice(rules, data["dice"]) if "dice" in data else None
    check_names(players, dice)
    time_of_record(data, len(players), len(entries))
    events = [_event(rules, seq, entry) for seq, entry in enumerate(entries, start=1)]
    bots = [player["bot"] is not None for player in players]
    outcome = _read_outcome(data["outcome"])
    return _Record(rules, bots, events, entries, outcome, dice, own_dice)


def _event(rules: Rules[Any], seq: int, entry: Any) -> Event:
    """Return the event of an entry, after checking its form.

    Annotations are compared with the position later.
    """
    event = event_of_entry(rules, seq, entry)
    form = entry_of(rules, rules.initial_state(), event)
    if entry.keys() != form.keys():
        raise LogError(
            seq,
            Fault(
                "event-keys",
                _("wrong keys for %(type)s: %(keys)s"),
                type=event.type,
                keys=", ".join(map(ascii, entry))[:200],
            ),
        )
    stored = rules.event_to_json(event).keys() | {"seq", "type", "player"}
    for key, value in (form | {"seq": seq}).items():
        given = entry[key]
        if not (is_same(given, value) if key in stored else type(given) is type(value)):
            raise LogError(
                seq,
                Fault(
                    "event-value",
                    _("%(key)s can't be %(value)s"),
                    key=key,
                    value=ascii(given)[:60],
                ),
            )
    return event


def _read_outcome(value: Any) -> Mapping[str, Any] | None:
    match value:
        case None:
            return None
        case {"winners": list(winners), "termination": str(), **rest} if not rest:
            if all(type(winner) is int for winner in winners):
                return dict(value)
    raise Fault("outcome", _("outcome can't be %(value)s"), value=ascii(value)[:60])

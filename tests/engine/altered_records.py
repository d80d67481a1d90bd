"""A corpus of genuine and altered records, each with the verdict that every verifier must give.

An *alteration* is one way to forge a record, with a name. It changes a record that is genuine, or
its text, and says what is wrong then. `corpus()` applies each to games of both kinds, with every
number of players. It is the same at every run. `told_corpus()` is the corpus as JSON, for
verifiers that are not in Python.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from games.engine.core import Event, Json, Resigned, Ruled, Rules
from games.engine.facts import timed_out
from games.engine.fairness.fair_dice import (
    FIRST_SCHEME,
    SCHEME,
    FairDice,
    commitment,
    salts_hash,
)
from games.engine.fairness.verify import SEATS
from games.engine.records.importer import MAX_BYTES
from games.engine.records.json_record import RecordPlayer, events_from_record, record
from games.engine.replay import positions
from tests.engine.kinds import OFFERED, Case
from tests.engine.kinds import OFFERED_CASES as CASES
from tests.engine.recorded_games import played

LONGEST = 4000
DAILY_CODE = "daily-2026-11-21"
SALTS = ("a-Salt_1", "", "Zz9", "")


@dataclass(frozen=True)
class Expected:
    """The verdict that a record must get. None: not determined.

    claim: the first that is wrong, "" when nothing is wrong.  event: its number, 0 where it is
    none.
    """

    proven: bool | None = False
    claim: str | None = None
    event: int | None = None

    def fits(self, proven: bool, wrong: tuple[str, int] | None) -> bool:
        """Return whether a verdict is the one expected."""
        claim, event = wrong or ("", 0)
        return (
            self.proven in (None, proven)
            and self.claim in (None, claim)
            and self.event in (None, event)
        )


PROVEN = Expected(True, "", 0)
INCOMPLETE = Expected(False, "", 0)
"""Nothing is wrong, but something could not be checked."""

REFUSED = Expected(False)
"""Not proven; what is noticed first depends on the game."""

ANY = Expected(None)
"""It may have become the record of another legal game: all verifiers agree on which it is."""


def wrong(claim: str, event: int | None = 0) -> Expected:
    """Return that this claim is wrong."""
    return Expected(False, claim, event)


@dataclass(frozen=True)
class Entry:
    """A record of the corpus. change: the name of its class of alteration.

    salts: the hash of salts that the public list has for each commitment, from the genuine game.
    """

    change: str
    game: str
    text: str
    expected: Expected
    salts: Mapping[str, str]

    def __str__(self) -> str:
        return f"{self.change} ({self.game})"


def listed_salts(data: Json) -> dict[str, str]:
    """Return what the public list says of the salts of a genuine game, by its commitment."""
    told = data["dice"]
    salts = [seat["salt"] for seat in told["seats"]]
    return {told["commitment"]: salts_hash(told["commitment"], salts)}


class Base:
    """A genuine record: what alterations begin with. data: a copy that they may change."""

    def __init__(self, case: Case, data: Json) -> None:
        self.case = case
        self._data = data
        self._text = json.dumps(data)  # reading it is several times as fast as a deep copy
        self.salts = listed_salts(data)
        self.reset()

    @property
    def kind(self) -> str:
        return self.case.kind

    @property
    def players(self) -> int:
        return self.case.players

    @property
    def events(self) -> list[Json]:
        events: list[Json] = self.data["events"]
        return events

    @property
    def last(self) -> int:
        return len(self.events)

    def reset(self) -> None:
        """Forget all changes."""
        self.data: Json = json.loads(self._text)

    def text(self) -> str:
        return json.dumps(self.data)

    def renumber(self) -> None:
        for seq, event in enumerate(self.events, start=1):
            event["seq"] = seq

    def of_type(self, *types: str) -> list[Json]:
        return [event for event in self.events if event["type"] in types]

    @cached_property
    def states(self) -> list[Any]:
        """The position before each event of the genuine game, and the last."""
        rules = self.case.rules()
        return positions(rules, events_from_record(rules, self._data))

    def other(self, player: int) -> int:
        return (player + 1) % self.players


Alteration = Callable[[Base], Iterator[Expected | tuple[str, Expected]]]
"""Changes `base.data` and yields what is expected, or yields a text and what is expected of it.

After each yield the data are genuine again. It yields nothing for a game that has no such place.
"""

ALTERATIONS: dict[str, Alteration] = {}
OF_FORM: set[str] = set()
"""Those that need no particular game: one of each kind is enough."""


def alteration(name: str, form: bool = False) -> Callable[[Alteration], Alteration]:
    """Register a class of alteration under its name. form: whether it needs no particular game."""

    def register(change: Alteration) -> Alteration:
        assert name not in ALTERATIONS
        ALTERATIONS[name] = change
        if form:
            OF_FORM.add(name)
        return change

    return register


# --- Genuine records ----------------------------------------------------------------------------


def finished(
    case: Case,
    seed: int = 1,
    *,
    leaves: float = 0,
    scheme: str = SCHEME,
    ruled: int | None = None,
    salts: tuple[str, ...] = (),
) -> Json:
    """Return the record of a whole game played at random by people and bots.

    leaves: how likely it is that somebody leaves at a step.  ruled: after how many steps a
    moderator gives the game to player 0.  salts: those of the seats, unless the usual ones.
    """
    rules: Rules[Any] = case.rules()
    alone = case.players == 1
    code = DAILY_CODE if alone else "bcdfghjk"
    salts = salts or (("",) if alone else SALTS[: case.players])
    secret = random.Random(f"{case} {seed}").randbytes(32)
    dice = FairDice(secret, code, salts, scheme)
    log: list[Event] = played(rules, dice, random.Random(seed), LONGEST, leaves)
    if ruled is not None:
        log = [*log[:ruled], Ruled(None, (0,))]
    order = dice.shuffle(SEATS, case.players)
    seats = [{"salt": salt, "player": order.index(place)} for place, salt in enumerate(salts)]
    players: list[RecordPlayer] = [{"name": "", "bot": None} for _ in salts]
    for number, seat in enumerate(seats):
        bot = None if alone or seat["salt"] else "random"
        players[order.index(number)] = {"name": f"Player {number}", "bot": bot}
    told = {
        "scheme": scheme,
        "code": code,
        "commitment": commitment(secret, code, scheme),
        "secret": secret.hex(),
        "seats": seats,
    }
    return record(rules, players, log, told)  # type: ignore[arg-type]


def whole(case: Case) -> Json:
    """Return the record of a game of this case, in one scheme or the other."""
    return finished(case, scheme=(FIRST_SCHEME, SCHEME)[CASES.index(case) % 2])


BASES = {
    "cantstop-1-3-share-True": 5,
    "cantstop-2-3-must-roll-True": 12,
    "cantstop-3-3-jump-True": 5,
    "cantstop-4-3-share-False": 1,
    "buttons-2-random": 19,
    "buttons-3-['4B', '1A', '3A']": 4,
    "buttons-4-random": 16,
}
"""The games that are altered: each kind and number of players, with all options among them.

Each with the seed of its shortest game in thirty: one of many steps has no more to forge.
"""


@cache
def bases() -> list[Base]:
    """Return a short game each."""
    found: list[Base] = []
    for name, seed in BASES.items():
        case = next(case for case in CASES if str(case) == name)
        scheme = (FIRST_SCHEME, SCHEME)[len(found) % 2]
        found.append(Base(case, finished(case, seed, scheme=scheme)))
    return found


def genuine() -> Iterator[Entry]:
    """Yield whole games of every kind, variant and number of players, and how games end early."""
    for case in CASES:
        yield _genuine("whole game", case, whole(case))
    for base in bases():
        case = base.case
        yield _genuine("somebody left", case, finished(case, 4, leaves=0.03))
        ruled = finished(case, 5, scheme=FIRST_SCHEME, ruled=9)
        yield _genuine("a moderator ended it", case, ruled)
        after = finished(case, 5, ruled=LONGEST)
        yield _genuine("a moderator decided after the end", case, after)


def _genuine(change: str, case: Case, data: Json) -> Entry:
    return Entry(change, str(case), json.dumps(data), PROVEN, listed_salts(data))


def with_own_dice(base: Base) -> None:
    """Make the game one in which the players rolled dice of their own."""
    del base.data["dice"]
    base.data["own_dice"] = True


@alteration("own dice")
def _(base: Base) -> Iterator[Expected]:
    with_own_dice(base)
    yield INCOMPLETE
    with_own_dice(base)
    base.data["events"] = base.events[:5]
    base.data["outcome"] = None
    yield INCOMPLETE


@alteration("own dice, and a step that the rules do not allow")
def _(base: Base) -> Iterator[Expected]:
    with_own_dice(base)
    roll = base.of_type("rolled")[-1]
    roll["turn"] += 1
    yield wrong("moves", roll["seq"])
    with_own_dice(base)
    roll = base.of_type("rolled")[-1]
    roll["bust"] = not roll["bust"]
    yield wrong("moves", roll["seq"])
    with_own_dice(base)
    base.data["outcome"]["winners"] = [base.other(winner) for winner in (0, 1)]
    yield wrong("outcome", base.last)


@alteration("own dice of the wrong form", form=True)
def _(base: Base) -> Iterator[Expected]:
    others: list[Any] = [False, 1, 0, None, "true", [True], {}]
    for value in others:
        with_own_dice(base)
        base.data["own_dice"] = value
        yield wrong("record")
    base.data["own_dice"] = True  # and a proof of the dice
    yield wrong("record")


def with_time(base: Base) -> Json:
    """Have the record tell of time, and return what it tells."""
    notes: list[Json] = [
        {"after": 0, "type": "given-back", "seconds": 90},
        {"after": 2, "type": "given-back", "player": 0, "seconds": 0},
        {"after": 2, "type": "stood-in", "player": 0, "bot": "rule-of-28"},
        {"after": 2, "type": "gone", "player": 0, "seconds": 61},
        {"after": 2, "type": "never-moved", "player": 0},
        {"after": base.last, "type": "taken-over", "player": base.players - 1, "bot": "random"},
    ]
    control = {"type": "live", "bank": 180, "per_decision": 15}
    used = [None, *range(0, 1000 * (base.last - 1), 1000)]
    told: Json = {"control": control, "used": used, "notes": notes}
    base.data["time"] = told
    return told


@alteration("what nothing binds: the time")
def _(base: Base) -> Iterator[Expected]:
    with_time(base)
    yield PROVEN
    with_time(base)["notes"] = []
    yield PROVEN
    for days in (1, 2, 3, 7):
        control = {"type": "turn-by-turn", "days": days, "weekends_off": days > 2}
        with_time(base)["control"] = control
        yield PROVEN
    for bank, seconds in ((0, 5), (3600, 300)):
        with_time(base)["control"] |= {"bank": bank, "per_decision": seconds}
        yield PROVEN


@alteration("a time control that there is not", form=True)
def _(base: Base) -> Iterator[Expected]:
    live, days = {"type": "live", "bank": 1, "per_decision": 5}, {"type": "turn-by-turn", "days": 1}
    off = {"weekends_off": False}
    others: list[Any] = [None, [], "live", {}, days, days | off | {"bank": 1}, live | off]
    banks: list[Any] = [3601, None, "1", True, []]
    others += [live | {"bank": value} for value in banks]
    others += [live | {"per_decision": value} for value in (4, 301, True, None)]
    others += [days | off | {"days": value} for value in (0, 4, 8, True, "1", None)]
    others += [days | {"weekends_off": value} for value in (0, 1, None, "")]
    others += [live | {"type": value} for value in ("turn-by-turn", "Live", None, 1, ["live"])]
    for value in others:
        with_time(base)["control"] = value
        yield wrong("record")


@alteration("times used of the wrong form", form=True)
def _(base: Base) -> Iterator[Expected]:
    others: list[Any] = [None, {}, [], 1, "1", [None] * (base.last - 1), [0] * (base.last + 1)]
    used: list[Any] = [True, "1", [], {}]
    others += [[value] * base.last for value in used]
    for value in others:
        with_time(base)["used"] = value
        yield wrong("record")
    for key in ("control", "used", "notes"):
        del with_time(base)[key]
        yield wrong("record")
    with_time(base)["more"] = 1
    yield wrong("record")
    for value in (None, [], "", 0, True):
        base.data["time"] = value
        yield wrong("record")


@alteration("notes about clocks of the wrong form, or out of order", form=True)
def _(base: Base) -> Iterator[Expected]:
    back: Json = {"after": 1, "type": "given-back", "seconds": 5}
    bot: Json = {"after": 1, "type": "stood-in", "player": 0, "bot": "bold"}
    gone: Json = {"after": 1, "type": "gone", "player": 0, "seconds": 75}
    others: list[Any] = [None, [], "given-back", {}, back | {"bot": "bold"}, bot | {"seconds": 5}]
    others += [back | {"type": "gone"}, gone | {"bot": "bold"}, gone | {"player": base.players}]
    never: Json = {"after": 1, "type": "never-moved", "player": 0}
    others += [never | {"bot": "bold"}, never | {"seconds": 5}, never | {"player": base.players}]
    others += [never | {"after": base.last + 1}, {"after": 1, "type": "never-moved"}]
    lengths: list[Any] = [None, "5", True, []]
    others += [back | {"seconds": value} for value in lengths]
    others += [note | {"after": value} for note in (back, bot) for value in (None, "1", True)]
    others += [note | {"after": base.last + 1} for note in (back, bot)]
    types: list[Any] = ["given-back", "stood_in", None, 1, []]
    others += [bot | {"type": value} for value in types]
    players = (base.players, None, "0", True)
    others += [note | {"player": value} for note in (back, bot) for value in players]
    others += [bot | {"bot": value} for value in ("", "b" * 31, "b b", "bold\n", None, 1)]
    others += [{key: bot[key] for key in bot if key != gone} for gone in bot]
    for value in others:
        with_time(base)["notes"] = [value]
        yield wrong("record")
    with_time(base)["notes"] = [back, back | {"after": 0}]
    yield wrong("record")
    with_time(base)["notes"] = {}
    yield wrong("record")


@alteration("written in another way", form=True)
def _(base: Base) -> Iterator[Expected | tuple[str, Expected]]:
    yield json.dumps(base.data, indent=2), PROVEN
    yield json.dumps(base.data, sort_keys=True, separators=(",", ":")), PROVEN
    yield "\ufeff" + json.dumps(base.data), PROVEN


AT_THE_LIMIT = "as long as a record may be, or a byte longer"


def filled(text: str, size: int, end: str) -> str:
    """Return a text with empty lines behind it, so many that it has this many bytes."""
    lines, rest = divmod(size - len(text.encode()), len(end))
    return text + end * lines + " " * rest


@alteration(AT_THE_LIMIT, form=True)
def _(base: Base) -> Iterator[Expected | tuple[str, Expected]]:
    for end in ("\n", "\r\n"):
        for mark, name in (("", "Ada"), ("\ufeff", "Ada"), ("", "R\xe4uber \U0001f3b2" * 5)):
            base.data["players"][0]["name"] = name
            text = mark + json.dumps(base.data, ensure_ascii=False, indent=1).replace("\n", end)
            yield filled(text, MAX_BYTES, end), PROVEN
            yield filled(text, MAX_BYTES + 1, end), wrong("record")


@alteration("what nothing binds: names and bots")
def _(base: Base) -> Iterator[Expected]:
    base.data["players"][0]["name"] = "Räuber \U0001f3b2 \"'\\"
    yield PROVEN
    player = base.data["players"][0]
    player["bot"] = None if player["bot"] else "bold"
    yield PROVEN


@alteration("another ruling, which nothing binds either")
def _(base: Base) -> Iterator[Expected]:
    base.events.append({"seq": base.last + 1, "type": "ruled", "winners": []})
    base.data["outcome"] = {"winners": [], "termination": "ruled"}
    yield PROVEN


# --- The text -----------------------------------------------------------------------------------


def objects_of(base: Base) -> Iterator[Json]:
    """Yield an object of each level of the record."""
    yield base.data
    yield base.data["variant"]
    yield base.data["players"][-1]
    yield base.data["dice"]
    yield base.data["dice"]["seats"][0]
    yield base.data["outcome"]


def first_of_each_type(base: Base) -> Iterator[Json]:
    yield from {event["type"]: event for event in reversed(base.events)}.values()


@alteration("unknown key", form=True)
def _(base: Base) -> Iterator[Expected]:
    for number in range(len(list(objects_of(base)))):
        list(objects_of(base))[number]["note"] = 1
        yield wrong("record")
    for number in range(len(list(first_of_each_type(base)))):
        event = list(first_of_each_type(base))[number]
        event["note"] = 1
        yield wrong("record", event["seq"])


@alteration("missing key", form=True)
def _(base: Base) -> Iterator[Expected]:
    for number in range(len(list(objects_of(base)))):
        told = list(objects_of(base))[number]
        told.pop(next(key for key in told if key != "dice"))
        yield wrong("record")
    for number in range(len(list(first_of_each_type(base)))):
        event = list(first_of_each_type(base))[number]
        seq = event["seq"]
        event.popitem()
        yield wrong("record", seq)


@alteration("key twice", form=True)
def _(base: Base) -> Iterator[tuple[str, Expected]]:
    text = base.text()
    for key in (
        '"kind": ',
        '"winners": ',
        '"name": ',
        '"code": ',
        '"salt": ',
        '"seq": ',
        '"type": ',
        '"dice": {',
        f'"{next(iter(base.data["variant"]))}": ',
    ):
        place = text.index(key)
        name = key.rstrip("{")
        yield f"{text[:place]}{name}0, {text[place:]}", wrong("record")
    yield text.replace('"type":', '"typ\\u0065": "rolled", "type":', 1), wrong("record")


@alteration("number in another form", form=True)
def _(base: Base) -> Iterator[tuple[str, Expected]]:
    text = base.text()
    for form in ('"1"', "1.0", "1e0", "true", "-0", "[1]", "null"):
        event = 1 if form in ('"1"', "true", "[1]", "null") else 0
        yield text.replace('"seq": 1,', f'"seq": {form},', 1), wrong("record", event)
        version = text.replace('"rules_version": 1,', f'"rules_version": {form},', 1)
        yield version, wrong("record")
    yield text.replace('"player": 0}', '"player": false}'), wrong("record")
    yield text.replace('"seq": 1,', '"seq": 1000000000000,', 1), wrong("record")


@alteration("no record", form=True)
def _(base: Base) -> Iterator[tuple[str, Expected]]:
    text = base.text()
    for other in ("", "{}", "[]", "null", "x", f"[{text}]", text + "x", text[:-1], "[" * 9999):
        yield other, wrong("record")


@alteration("longer than records are", form=True)
def _(base: Base) -> Iterator[tuple[str, Expected]]:
    yield base.text() + " " * 256 * 1024, wrong("record")


@alteration("control character in a name", form=True)
def _(base: Base) -> Iterator[Expected]:
    for name in ("a\nb", "\u0000", "\ud800", "\u009f"):
        base.data["players"][0]["name"] = name
        yield wrong("record")


@alteration("wrong kind", form=True)
def _(base: Base) -> Iterator[Expected]:
    other = next(kind for kind in OFFERED if kind != base.kind)
    kinds: list[Any] = [other, "chess", None, []]
    for kind in kinds:
        base.data["kind"] = kind
        yield wrong("record")


@alteration("wrong format or rules", form=True)
def _(base: Base) -> Iterator[Expected]:
    base.data["format"] = f"{base.kind}-record/2"
    yield wrong("record")
    base.data["format"] = "chess-record/1"
    yield wrong("record")
    base.data["rules_version"] = 2
    yield wrong("record")


@alteration("illegal options", form=True)
def _(base: Base) -> Iterator[Expected]:
    options = [{"columns_to_win": 6}, {"columns_to_win": 2}, {"meeting": "x"}, {"stop_early": 1}]
    if base.kind == "buttons":
        options = [{"layouts": names} for names in ("x", ["1A"], ["1A"] * base.players, None)]
    for option in options:
        base.data["variant"] |= option
        yield wrong("record")


@alteration("another goal")
def _(base: Base) -> Iterator[Expected]:
    if base.kind == "cantstop":
        base.data["variant"]["columns_to_win"] = 4 if base.players < 4 else 3
        yield ANY
        base.data["variant"]["columns_to_win"] = 3
        yield ANY


@alteration("other meeting of markers")
def _(base: Base) -> Iterator[Expected]:
    for meeting in ("share", "jump", "must-roll") if base.kind == "cantstop" else ():
        base.data["variant"]["meeting"] = meeting
        yield ANY


@alteration("another number of players", form=True)
def _(base: Base) -> Iterator[Expected]:
    base.data["players"].append({"name": "Mallory", "bot": None})
    yield wrong("record")
    base.data["players"].pop()
    yield wrong("record", None)
    base.data["players"] = []
    yield wrong("record")


@alteration("value that no game has", form=True)
def _(base: Base) -> Iterator[Expected]:
    values: dict[str, Any] = {
        "dice": [1, 2, 3, 7],
        "columns": [1],
        "white": 0,
        "gold": 7,
        "black": [0],
        "cell": [0, 1],
        "cells": [[1]],
        "layouts": ["5A"],
        "cards": [["pink"]],
        "starter": "0",
        "bust": 0,
        "turn": "1",
        "round": True,
        "player": 9,
        "type": "moved",
    }
    for key, value in values.items():
        event = next((event for event in base.events if key in event), None)
        if event is not None:
            event[key] = value
            yield wrong("record", event["seq"])


@alteration("gap in the numbers", form=True)
def _(base: Base) -> Iterator[Expected]:
    del base.events[4]
    yield wrong("record", 5)
    base.events[-1]["seq"] += 1
    yield wrong("record", base.last)
    base.events[3]["seq"] = 3
    yield wrong("record", 4)


@alteration("dice of the wrong form", form=True)
def _(base: Base) -> Iterator[Expected]:
    for key, value in {
        "secret": base.data["dice"]["secret"].upper().replace("0", "A"),
        "commitment": "",
        "code": "a|b",
        "scheme": None,
        "seats": [],
    }.items():
        base.data["dice"][key] = value
        yield wrong("record")
    base.data["dice"] = None
    yield wrong("record")
    base.data["dice"]["seats"][0]["salt"] = "a,b"
    yield wrong("record")
    base.data["dice"]["seats"][0]["salt"] = "a" * 65
    yield wrong("record")


@alteration("two seats of one player")
def _(base: Base) -> Iterator[Expected]:
    seats = base.data["dice"]["seats"]
    if base.players > 1:
        seats[0]["player"] = seats[1]["player"]
        yield wrong("record")


@alteration("record of a game that goes on")
def _(base: Base) -> Iterator[Expected]:
    base.data["dice"]["secret"] = None
    yield INCOMPLETE
    del base.data["dice"]
    yield INCOMPLETE
    base.data["dice"]["scheme"] = "hmac-dice/3"
    yield INCOMPLETE
    for count in (0, 1, 7):
        base.data["events"] = base.events[:count]
        base.data["outcome"] = None
        yield INCOMPLETE


# --- What the dice were made from ---------------------------------------------------------------


@alteration("secret other")
def _(base: Base) -> Iterator[Expected]:
    base.data["dice"]["secret"] = "ab" * 32
    yield wrong("commitment")


@alteration("commitment other")
def _(base: Base) -> Iterator[Expected]:
    base.data["dice"]["commitment"] = "ab" * 32
    yield wrong("commitment")


@alteration("secret and commitment other")
def _(base: Base) -> Iterator[Expected]:
    told = base.data["dice"]
    told["secret"] = "ab" * 32
    told["commitment"] = commitment(b"\xab" * 32, told["code"], told["scheme"])
    yield REFUSED


@alteration("scheme other")
def _(base: Base) -> Iterator[Expected]:
    told = base.data["dice"]
    told["scheme"] = FIRST_SCHEME if told["scheme"] == SCHEME else SCHEME
    yield wrong("commitment")


@alteration("code other")
def _(base: Base) -> Iterator[Expected]:
    told = base.data["dice"]
    told["code"] = "other"
    yield wrong("commitment") if told["scheme"] == SCHEME else REFUSED


@alteration("salt other or swapped")
def _(base: Base) -> Iterator[Expected]:
    base.data["dice"]["seats"][-1]["salt"] = "other"
    yield wrong("salts")
    base.data["dice"]["seats"][-1]["salt"] = "other"
    base.data["dice"]["secret"] = None
    yield wrong("salts")
    seats = base.data["dice"]["seats"]
    if len(seats) > 1:
        seats[0]["salt"], seats[1]["salt"] = seats[1]["salt"], seats[0]["salt"]
        yield wrong("salts")


@alteration("salt other, and everything rolled anew")
def _(base: Base) -> Iterator[Expected]:
    """As anybody can do when the secret is public: all is right but the salts."""
    scheme = base.data["dice"]["scheme"]
    seed = BASES[str(base.case)]  # of which the secret is made
    salts = ("forged", *SALTS[1 : base.players])
    base.data = finished(base.case, seed, scheme=scheme, salts=salts)
    yield wrong("salts")


@alteration("seat order")
def _(base: Base) -> Iterator[Expected]:
    seats = base.data["dice"]["seats"]
    if len(seats) > 1:
        seats[0]["player"], seats[1]["player"] = seats[1]["player"], seats[0]["player"]
        yield wrong("seats")


@alteration("layouts swapped")
def _(base: Base) -> Iterator[Expected]:
    if base.kind == "buttons":
        base.events[0]["layouts"].reverse()
        yield wrong("set-up", 1)
        base.events[0]["layouts"][0] = base.events[0]["layouts"][1]
        yield wrong("set-up", 1)


@alteration("cards swapped")
def _(base: Base) -> Iterator[Expected]:
    if base.kind == "buttons":
        base.events[0]["cards"].reverse()
        yield wrong("set-up", 1)
        base.events[0]["cards"][0] = base.events[0]["cards"][1]
        yield wrong("set-up", 1)
        base.events[0]["cards"].pop()
        yield wrong("set-up", 1)


@alteration("starter")
def _(base: Base) -> Iterator[Expected]:
    if base.kind == "buttons":
        base.events[0]["starter"] = base.other(base.events[0]["starter"])
        yield wrong("set-up", 1)


@alteration("deal missing, twice or late")
def _(base: Base) -> Iterator[Expected]:
    if base.kind == "buttons":
        deal = base.events.pop(0)
        base.renumber()
        yield wrong("set-up", 1)
        base.events.insert(5, deal)
        base.renumber()
        yield wrong("moves", 6)


# --- Rolls --------------------------------------------------------------------------------------


@alteration("die forged")
def _(base: Base) -> Iterator[Expected]:
    for place in (0, len(base.of_type("rolled")) // 2, -1):
        roll = base.of_type("rolled")[place]
        if "dice" in roll:
            middle = len(roll["dice"]) // 2
            roll["dice"][middle] = roll["dice"][middle] % 6 + 1
        else:
            roll["gold"] = roll["gold"] % 6 + 1
        yield wrong("dice", roll["seq"])


@alteration("dice in another order")
def _(base: Base) -> Iterator[Expected]:
    for roll in base.of_type("rolled"):
        if base.kind == "cantstop" and roll["dice"] != sorted(roll["dice"]):
            roll["dice"].sort()
            yield wrong("dice", roll["seq"])
            return
        if base.kind == "buttons" and roll["white"] != roll["gold"]:
            roll["white"], roll["gold"] = roll["gold"], roll["white"]
            yield wrong("dice", roll["seq"])
            return


@alteration("black dice not sorted")
def _(base: Base) -> Iterator[Expected]:
    for roll in base.of_type("rolled") if base.kind == "buttons" else []:
        if roll["black"] != roll["black"][::-1]:
            roll["black"].reverse()
            yield wrong("record", roll["seq"])
            return


@alteration("die left out or added")
def _(base: Base) -> Iterator[Expected]:
    for place in (0, -1):
        roll = base.of_type("rolled")[place]
        roll["dice" if "dice" in roll else "black"].pop()
        yield wrong("record" if base.kind == "cantstop" else "dice", roll["seq"])
    for roll in base.of_type("rolled"):
        if 0 < len(roll.get("black", [])) < 4:
            roll["black"].append(6)
            yield wrong("dice", roll["seq"])
            return


@alteration("number of a turn or roll")
def _(base: Base) -> Iterator[Expected]:
    for place in (0, -1):
        for key in ("turn", "roll", "round"):
            roll = base.of_type("rolled")[place]
            if key in roll:
                roll[key] += 1
                yield wrong("moves", roll["seq"])


@alteration("false bust flag")
def _(base: Base) -> Iterator[Expected]:
    for bust in (False, True):
        roll = next((one for one in base.of_type("rolled") if one["bust"] is bust), None)
        if roll is not None:
            roll["bust"] = not bust
            yield wrong("moves", roll["seq"])


@alteration("bust cut out")
def _(base: Base) -> Iterator[Expected]:
    busts = [event["seq"] for event in base.of_type("rolled") if event["bust"]]
    for seq in sorted({*busts[:1], *busts[len(busts) // 2 :][:1], *busts[-1:]}):
        del base.events[seq - 1]
        base.renumber()
        yield wrong("moves", seq)


@alteration("roll not answered")
def _(base: Base) -> Iterator[Expected]:
    answers = [event["seq"] for event in base.of_type("split", "placed", "declined")]
    for seq in (*answers[:1], *answers[-1:]):
        del base.events[seq - 1]
        base.renumber()
        yield REFUSED


@alteration("roll without a turn")
def _(base: Base) -> Iterator[Expected]:
    roll = base.of_type("rolled")[0]
    base.events.insert(roll["seq"], dict(roll))
    base.renumber()
    yield wrong("moves", roll["seq"] + 1)


# --- Steps --------------------------------------------------------------------------------------


@alteration("split without its dice")
def _(base: Base) -> Iterator[Expected]:
    for split in base.of_type("split")[:3]:
        event = base.events[split["seq"] - 1]
        roll = base.events[split["seq"] - 2]
        sums = {one + other for one in roll["dice"] for other in roll["dice"]}
        event["columns"] = [next(column for column in range(2, 13) if column not in sums)]
        yield wrong("moves", split["seq"])


@alteration("more advances than the split gives")
def _(base: Base) -> Iterator[Expected]:
    for split in base.of_type("split"):
        if len(split["columns"]) == 1:
            base.events[split["seq"] - 1]["columns"] *= 2
            yield wrong("moves", split["seq"])
            return


@alteration("compulsory advance left out")
def _(base: Base) -> Iterator[Expected]:
    double = next((one for one in base.of_type("split") if len(set(one["columns"])) == 1), None)
    for split in (*base.of_type("split")[:1], double):
        if split is not None and len(split["columns"]) == 2:
            base.events[split["seq"] - 1]["columns"].pop()
            yield wrong("moves", split["seq"])


@alteration("advances in another order")
def _(base: Base) -> Iterator[Expected]:
    for split in base.of_type("split"):
        if len(set(split["columns"])) == 2:
            base.events[split["seq"] - 1]["columns"].reverse()
            yield wrong("moves", split["seq"])
            return


@alteration("runner past a closed column")
def _(base: Base) -> Iterator[Expected]:
    for before, event in zip(base.states, base.events, strict=False):
        if event["type"] != "split":
            continue
        closed = [column for column in range(2, 13) if before.is_closed(column)]
        if closed:
            event["columns"] = [closed[0]]
            yield wrong("moves", event["seq"])
            return


@alteration("stop without a roll")
def _(base: Base) -> Iterator[Expected]:
    if base.kind == "cantstop":
        stop = base.of_type("stopped")[0]
        player = base.events[stop["seq"]]["player"]
        base.events.insert(stop["seq"], {"seq": 0, "player": player, "type": "stopped"})
        base.renumber()
        yield wrong("moves", stop["seq"] + 1)
        base.events.insert(1, {"seq": 0, "player": 0, "type": "stopped"})
        base.renumber()
        yield wrong("moves", 2)


@alteration("stop that the options forbid")
def _(base: Base) -> Iterator[Expected]:
    """Where the table allows none, the log could only have gone on."""
    if base.kind != "cantstop" or base.data["variant"]["stop_early"]:
        return
    first = base.of_type("split")[0]
    player = first["player"]
    base.events.insert(first["seq"], {"seq": 0, "player": player, "type": "stopped"})
    base.renumber()
    yield wrong("moves", first["seq"] + 1)


@alteration("stop beside another's marker")
def _(base: Base) -> Iterator[Expected]:
    if base.kind != "cantstop" or base.data["variant"]["meeting"] != "must-roll":
        return
    after = base.states[1:]
    for state, event in zip(after, base.events, strict=True):
        met = any(
            state.runners[column] in state.other_markers(column)
            for column in range(2, 13)
            if state.runners[column]
        )
        if event["type"] == "split" and met:
            base.events.insert(
                event["seq"], {"seq": 0, "player": event["player"], "type": "stopped"}
            )
            base.renumber()
            yield wrong("moves", event["seq"] + 1)
            return


@alteration("another player's choice")
def _(base: Base) -> Iterator[Expected]:
    if base.players == 1:
        return
    for kind in ("split", "stopped", "rolled", "opted_out"):
        for event in base.of_type(kind)[:1]:
            event["player"] = base.other(event["player"])
            yield wrong("moves", event["seq"])


@alteration("turn order swapped")
def _(base: Base) -> Iterator[Expected]:
    if base.players == 1:
        return
    first = base.of_type("rolled")[0]
    swapped = {first["player"]: base.other(first["player"])}
    swapped |= {other: player for player, other in swapped.items()}
    for event in base.events:
        if "player" in event:
            event["player"] = swapped.get(event["player"], event["player"])
    yield wrong("moves", first["seq"])


@alteration("illegal cell")
def _(base: Base) -> Iterator[Expected]:
    for number in range(min(2, len(base.of_type("placed")))):
        event = base.of_type("placed")[number]
        event["cell"][0] = event["cell"][0] % 6 + 1
        yield wrong("moves", event["seq"])


@alteration("button on a button")
def _(base: Base) -> Iterator[Expected]:
    for before, event in zip(base.states, base.events, strict=False):
        if event["type"] == "placed" and before.buttons[event["player"]]:
            event["cell"] = list(min(before.buttons[event["player"]]))
            yield wrong("moves", event["seq"])
            return


@alteration("decline forged into place")
def _(base: Base) -> Iterator[Expected]:
    for before, event in zip(base.states, base.events, strict=False):
        if event["type"] == "declined":
            event["type"] = "placed"
            event["cell"] = [before.rolled.white % 6 + 1, before.rolled.gold]
            yield wrong("moves", event["seq"])
            break
    for before, event in zip(base.states, base.events, strict=False):
        if event["type"] == "declined":  # a choice that the player had
            event["type"] = "placed"
            event["cell"] = [before.rolled.white, before.rolled.gold]
            yield ANY
            return


@alteration("the roller declined")
def _(base: Base) -> Iterator[Expected]:
    for before, event in zip(base.states, base.events, strict=False):
        if event["type"] == "placed" and event["player"] == before.turn_player:
            event["type"] = "declined"
            del event["cell"]
            yield wrong("moves", event["seq"])
            return


@alteration("decision made twice")
def _(base: Base) -> Iterator[Expected]:
    for event in base.of_type("declined", "placed")[:2]:
        base.events.insert(event["seq"], dict(event))
        base.renumber()
        yield wrong("moves", event["seq"] + 1)


@alteration("opted out without a button")
def _(base: Base) -> Iterator[Expected]:
    if base.kind == "buttons":
        starter = base.events[0]["starter"]
        base.events.insert(1, {"seq": 0, "player": starter, "type": "opted_out"})
        base.renumber()
        yield wrong("moves", 2)


@alteration("stars too many")
def _(base: Base) -> Iterator[Expected]:
    for before, event in zip(base.states, base.events, strict=False):
        if event["type"] == "stars_placed":
            buttons = before.buttons[event["player"]]
            if len(buttons) > len(event["cells"]):
                count = len(event["cells"]) + 1
                event["cells"] = [list(cell) for cell in sorted(buttons)[:count]]
                yield wrong("moves", event["seq"])
                return


@alteration("stars too few")
def _(base: Base) -> Iterator[Expected]:
    for number in range(min(2, len(base.of_type("stars_placed")))):
        event = base.of_type("stars_placed")[number]
        event["cells"].pop()
        yield wrong("moves", event["seq"])


@alteration("stars elsewhere")
def _(base: Base) -> Iterator[Expected]:
    for before, event in zip(base.states, base.events, strict=False):
        if event["type"] == "stars_placed":
            buttons = before.buttons[event["player"]]
            free = [[row, 6] for row in range(1, 7) if (row, 6) not in buttons]
            event["cells"] = sorted([*event["cells"][1:], free[-1]])
            yield wrong("moves", event["seq"])
            break
    for event in base.of_type("stars_placed"):
        if len(event["cells"]) > 1:
            event["cells"].reverse()
            yield wrong("moves", event["seq"])
            break
    for event in base.of_type("stars_placed"):
        if len(event["cells"]) > 1:
            event["cells"][1] = event["cells"][0]
            yield wrong("moves", event["seq"])
            return


# --- Beginning and end --------------------------------------------------------------------------


@alteration("forged winner")
def _(base: Base) -> Iterator[Expected]:
    winners = base.data["outcome"]["winners"]
    everybody = list(range(base.players))
    for others in ([base.other(winners[0])], everybody, [], [9], winners * 2):
        if others != winners:
            base.data["outcome"]["winners"] = others
            yield wrong("outcome", base.last)


@alteration("termination changed")
def _(base: Base) -> Iterator[Expected]:
    for termination in ("columns", "stars", "resigned", "x"):
        if termination != base.data["outcome"]["termination"]:
            base.data["outcome"]["termination"] = termination
            yield wrong("outcome", base.last)


@alteration("no outcome")
def _(base: Base) -> Iterator[Expected]:
    base.data["outcome"] = None
    yield wrong("outcome", base.last)


@alteration("cut off at the end")
def _(base: Base) -> Iterator[Expected]:
    for count in (1, 2, 5, base.last // 2, base.last):
        del base.events[base.last - count :]
        yield wrong("outcome", base.last)


@alteration("cut off and said to have been left")
def _(base: Base) -> Iterator[Expected]:
    """The leaver's own choice; but then the game belongs to those who stayed."""
    player = base.data["outcome"]["winners"][0]
    base.events[-1] = {"seq": base.last, "player": player, "type": "resigned"}
    yield REFUSED


@alteration("event after the end")
def _(base: Base) -> Iterator[Expected]:
    for kind in ("resigned", "timed_out"):
        base.events.append({"seq": base.last + 1, "player": 0, "type": kind})
        yield wrong("moves", base.last)
    base.events.append(base.of_type("rolled")[-1] | {"seq": base.last + 1})
    yield wrong("moves", base.last)


@alteration("ruling that the outcome does not know")
def _(base: Base) -> Iterator[Expected]:
    base.events.append({"seq": base.last + 1, "type": "ruled", "winners": []})
    yield wrong("outcome", base.last)


@alteration("out of time together")
def _(base: Base) -> Iterator[Expected]:
    """Several who have to decide at the same time run out of it at the same moment (BT-L6)."""
    rules: Rules[Any] = base.case.rules()
    log = events_from_record(rules, base.data)
    states = enumerate(base.states)
    found = ((seq, rules.active_players(state)) for seq, state in states)
    at_once = next((place for place in found if len(place[1]) > 1), None)
    if at_once is None:
        return
    seq, waited_for = at_once
    staying = [player for player in range(base.players) if player not in waited_for]
    log = [*log[:seq], *timed_out(waited_for), *map(Resigned, staying[1:])]
    genuine = record(rules, base.data["players"], log, base.data["dice"])
    first, second, absent = seq, seq + 1, list(waited_for)
    base.data = deepcopy(genuine)
    yield PROVEN
    base.data = deepcopy(genuine)
    base.data["outcome"] = {"winners": absent[-1:], "termination": "timed_out"}
    yield wrong("outcome", len(log))
    base.data = deepcopy(genuine)
    del base.events[second]
    base.renumber()
    yield REFUSED
    base.data = deepcopy(genuine)
    del base.events[first]["also"]
    yield ANY if staying else REFUSED  # one after the other, where somebody is left in the end
    for also in ([], absent[:1], [9], absent[1:] * 2, [True], None):
        base.data = deepcopy(genuine)
        base.events[first]["also"] = also
        yield wrong("moves" if also == [9] else "record", first + 1)
    for other in ("resigned", "timed_out"):
        base.data = deepcopy(genuine)
        base.events[second]["type"] = other
        base.events[second]["player"] = absent[0] if other == "timed_out" else absent[1]
        yield wrong("moves", second + 1)
    base.data = deepcopy(genuine)
    base.events.insert(second, {"seq": 0, "type": "ruled", "winners": []})
    base.renumber()
    yield wrong("moves", second + 1)
    base.data = deepcopy(genuine)
    base.events[second]["also"] = [base.players]
    yield wrong("moves", second + 1)


@alteration("out of time together, where one decides")
def _(base: Base) -> Iterator[Expected]:
    first = base.of_type("rolled")[0]
    seq, others = first["seq"], list(range(first["player"] + 1, base.players))
    if others:
        event = {"seq": 0, "player": first["player"], "type": "timed_out", "also": others}
        base.events.insert(seq - 1, event)
        base.renumber()
        yield wrong("moves", seq)


@alteration("resigned twice")
def _(base: Base) -> Iterator[Expected]:
    for number in (0, 1):
        event = {"seq": 0, "player": 0, "type": "resigned"}
        base.events[6:6] = [dict(event), dict(event, type=("resigned", "timed_out")[number])]
        base.renumber()
        yield wrong("moves", 8)


@alteration("resigned and went on")
def _(base: Base) -> Iterator[Expected]:
    first = base.of_type("rolled")[0]
    event = {"seq": 0, "player": first["player"], "type": "resigned"}
    base.events.insert(first["seq"], event)
    base.renumber()
    yield REFUSED


@alteration("two events exchanged")
def _(base: Base) -> Iterator[Expected]:
    chance = random.Random(str(base.case))
    for _ in range(4):
        seq = chance.randrange(2, base.last)
        one, other = base.events[seq - 1], base.events[seq]
        base.events[seq - 1 : seq + 1] = [other, one]
        base.renumber()
        free = base.kind == "buttons" and "rolled" not in (one["type"], other["type"])
        # Those who decide on one roll, or on their stars, do so in any order.
        yield ANY if free else REFUSED


@alteration("one number changed by one")
def _(base: Base) -> Iterator[Expected]:
    chance = random.Random(str(base.case))
    for _ in range(8):
        base.reset()
        path = chance.choice(
            [path for path in leaves(base.data) if type(at(base.data, path)) is int]
        )
        put(base.data, path, at(base.data, path) + chance.choice((-1, 1)))
        yield ANY if is_choice(path) else REFUSED


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything in a record that is no object and no list."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    at(value, path[:-1])[path[-1]] = new


def is_choice(path: tuple[Any, ...]) -> bool:
    """Return whether a player or a table might have chosen another value there."""
    choices = {"columns_to_win", "meeting", "stop_early", "columns", "cell", "cells", "name", "bot"}
    return not choices.isdisjoint(path)


# --- All together -------------------------------------------------------------------------------


def altered(base: Base) -> Iterator[Entry]:
    """Yield the record with each alteration that its game has a place for."""
    for name in ALTERATIONS:
        yield from altered_by(name, base)


def altered_by(name: str, base: Base) -> Iterator[Entry]:
    """Yield the record with this alteration."""
    if name in OF_FORM and base.players != 2:
        return
    base.reset()
    for number, made in enumerate(ALTERATIONS[name](base)):
        text, expected = made if isinstance(made, tuple) else (base.text(), made)
        yield Entry(name, f"{base.case}, {number}", text, expected, base.salts)
        base.reset()


def at_the_limit() -> list[Entry]:
    """Return the records that are as long as they may be, or a byte longer."""
    return [entry for base in bases() for entry in altered_by(AT_THE_LIMIT, base)]


def without_an_event(base: Base) -> Iterator[Entry]:
    """Yield the record without one of its events, as if it had never been there."""
    rolls = {event["seq"] - 1 for event in base.of_type("rolled")}
    for cut in sorted(rolls.union(range(0, base.last, 3))):
        base.reset()
        del base.events[cut]
        base.renumber()
        game = f"{base.case}, {cut + 1}"
        yield Entry("event deleted", game, base.text(), REFUSED, base.salts)
    base.reset()


@cache
def corpus() -> tuple[Entry, ...]:
    """Return all records."""
    entries = list(genuine())
    for base in bases():
        entries += altered(base)
    for kind in OFFERED:
        shortest = min((base for base in bases() if base.kind == kind), key=lambda base: base.last)
        entries += without_an_event(shortest)
    return tuple(entries)


def told_corpus() -> list[Json]:
    """Return the corpus as plain JSON, with null where the verdict is not determined."""
    return [
        {
            "name": str(entry),
            "text": entry.text,
            "salts": entry.salts,
            "expected": {
                "proven": entry.expected.proven,
                "claim": entry.expected.claim,
                "event": entry.expected.event,
            },
        }
        for entry in corpus()
    ]

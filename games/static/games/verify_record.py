#!/usr/bin/env python3
"""Check a whole game from its record, away from the site: python3 verify_record.py FILE

One file, Python 3.10 or later, nothing else. It reads the record, plays the game through by the
rules of Can't Stop or Buttons, and prints for each claim "proven", "WRONG" or "not checked":

    record      the file is a record: JSON with exactly the keys and values of docs/records.md
    commitment  the secret is the one the site committed to
    seats       everybody's seat was drawn as the secret and the players' salts make it
    set-up      so was what is dealt: in Buttons the layouts and the cards
    dice        so was every roll, with as many dice as the rules say
    moves       the rules allow every event where it stands, and what it says of itself is so
    outcome     the game is over, and it ended as the record says

Events are judged in the order of the log. An event's own checks come in this order: whose and
which it is, its numbers of round, turn and roll, its dice, then what follows from them. The first
wrong thing ends the judging, and the claims that were not finished are "not checked". The last
line is the verdict, and the exit code is 0 only when everything is proven.
More: docs/dice.md, docs/records.md, docs/rules-*.md and /fair-dice/ on every site.
"""

import hashlib
import hmac
import itertools
import json
import re
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

CLAIMS = ("record", "commitment", "seats", "set-up", "dice", "moves", "outcome")
PROVEN, WRONG, NOT_CHECKED = "proven", "WRONG", "not checked"

UNCHECKABLE = """the names of the players and which of them are bots; when the commitment was made \
public; that these players made these choices themselves, leaving the game among them; and, where \
somebody left or a moderator decided, that no step is missing just before, for both may happen at \
any moment."""

BOT_SALT = """a bot sits where seat {place} has a salt, though bots make none. That is right only \
if this game was played with the dice of the earlier game {code}; else the site may have chosen \
the salt, and so the dice."""
NO_SALTS = "no person added a salt, so the site alone made these dice and could foresee them."
DAILY = "these dice come from the site alone. That is how a daily challenge works."

Record = dict[str, Any]
Cell = tuple[int, int]
"""Row and column, both from 1."""


class Wrong(Exception):
    """Something is not as it must be. event: its number in the log, 0 where it is no event."""

    def __init__(self, claim: str, reason: str, event: int = 0) -> None:
        super().__init__(reason)
        self.claim = claim
        self.reason = reason
        self.event = event


class Finding(NamedTuple):
    """What became of one claim."""

    state: str
    reason: str
    event: int = 0

    def __str__(self) -> str:
        return f"{self.state}: {at(self.event)}{self.reason}"


class Verdict(NamedTuple):
    """What became of all claims. warnings: the id and the text of each."""

    claims: dict[str, Finding]
    warnings: list[tuple[str, str]]

    @property
    def proven(self) -> bool:
        return not self._with(WRONG) and not self._with(NOT_CHECKED)

    @property
    def wrong(self) -> tuple[str, int] | None:
        """The claim that is wrong, and the number of the event, 0 where it is none."""
        return next(((claim, self.claims[claim].event) for claim in self._with(WRONG)), None)

    def lines(self) -> Iterator[str]:
        """Yield what is printed."""
        for claim, finding in self.claims.items():
            yield f"{claim}: {finding}"
        for name, text in self.warnings:
            yield f"Warning ({name}): {text}"
        yield self.summary()

    def summary(self) -> str:
        missing = ", ".join(self._with(NOT_CHECKED))
        if self.wrong is not None:
            claim, event = self.wrong
            said = f"Not proven: {claim}: {at(event)}{self.claims[claim].reason}."
            return said + (f" Not checked: {missing}." if missing else "")
        if missing:
            return f"Not proven: nothing is wrong, but this could not be checked: {missing}."
        return f"Proven: the whole game is as its record says. Not checked: {UNCHECKABLE}"

    def _with(self, state: str) -> list[str]:
        return [claim for claim, finding in self.claims.items() if finding.state == state]


def at(event: int) -> str:
    return f"event {event}: " if event else ""


def judge(text: str) -> Verdict:
    """Judge the text of a record."""
    found: dict[str, Finding] = {}
    warnings: list[tuple[str, str]] = []
    try:
        record = read(text)
        found["record"] = Finding(PROVEN, f"{record['kind']}, {len(record['events'])} events")
        warnings = list(warnings_of(record))
        judge_game(record, found)
    except Wrong as wrong:
        found[wrong.claim] = Finding(WRONG, wrong.reason, wrong.event)
    rest = Finding(NOT_CHECKED, "the judging ended at what is wrong")
    return Verdict({claim: found.get(claim, rest) for claim in CLAIMS}, warnings)


def judge_game(record: Record, found: dict[str, Finding]) -> None:
    """Judge everything but the text, and note what is found. Raises Wrong."""
    no_dice = why_no_dice(record)
    dice = None
    if no_dice:
        found["commitment"] = found["seats"] = Finding(NOT_CHECKED, no_dice)
    else:
        check_commitment(record["dice"])
        found["commitment"] = Finding(PROVEN, "it is that of the secret")
        dice = Dice(record["dice"])
        check_seats(record, dice)
        found["seats"] = Finding(PROVEN, "they were drawn like that")
    game = GAMES[record["kind"]](record, dice)
    found["set-up"] = game.set_up(record["events"], no_dice)
    for event in record["events"]:
        game.play(event)
    found["dice"] = (
        Finding(NOT_CHECKED, no_dice)
        if no_dice
        else Finding(PROVEN, f"all {game.rolls} rolls are as the secret and the salts make them")
    )
    found["moves"] = Finding(PROVEN, f"the rules allow all {len(record['events'])} events")
    found["outcome"] = outcome_of(record, game)


def outcome_of(record: Record, game: "Game") -> Finding:
    """Return whether the game ended as the record says."""
    told, result, last = record["outcome"], game.result, len(record["events"])
    if told is None and result is None:
        return Finding(NOT_CHECKED, "the game is not over")
    if result is None:
        raise Wrong("outcome", "the log ends before the game does", last)
    if told != result:
        raise Wrong("outcome", f"the game ended with {result}, not {told!a:.80}", last)
    return Finding(PROVEN, f"{result['termination']}, won by {result['winners']}")


def warnings_of(record: Record) -> Iterator[tuple[str, str]]:
    """Yield what is right by the sums, and still good to know: an id and a text."""
    if "dice" not in record:
        return
    seats, code = record["dice"]["seats"], record["dice"]["code"]
    for place, seat in enumerate(seats):
        if seat["salt"] and record["players"][seat["player"]]["bot"] is not None:
            yield "bot-salt", BOT_SALT.format(place=place, code=code)
    if not any(seat["salt"] for seat in seats):
        yield "no-salts", DAILY if code.startswith("daily-") else NO_SALTS


# --- The text of a record -----------------------------------------------------------------------

MAX_BYTES = 256 * 1024
LONGEST_NUMBER = 9
RULES_VERSION = 1
PLAYERS = {"cantstop": range(1, 5), "buttons": range(2, 5)}
"""How many may play. A daily challenge of Can't Stop is played alone."""
GOALS = {1: (3, 4, 5), 2: (3, 4, 5), 3: (3, 4, 5), 4: (3,)}
"""The numbers of columns to win, by the number of players."""

Fits = Callable[[Any], bool]
"""Whether a value of a record is one that there is."""


def anything(value: Any) -> bool:
    return True


def is_whole(value: Any) -> bool:
    return type(value) is int  # in Python, True and False would be numbers, too


def is_flag(value: Any) -> bool:
    return type(value) is bool


def is_text(value: Any) -> bool:
    return type(value) is str


def is_name(value: Any) -> bool:
    """Return whether it is a text without control characters and halves of characters."""
    return is_text(value) and not any(unicodedata.category(c) in ("Cc", "Cs") for c in value)


def is_list(value: Any) -> bool:
    return type(value) is list


def one_of(values: Iterable[Any]) -> Fits:
    known = list(values)
    return lambda value: any(type(value) is type(one) and value == one for one in known)


def matches(pattern: str) -> Fits:
    return lambda value: is_text(value) and re.fullmatch(pattern, value) is not None


def or_null(fits: Fits) -> Fits:
    return lambda value: value is None or fits(value)


def list_of(fits: Fits, least: int = 0, most: int = MAX_BYTES) -> Fits:
    return lambda value: is_list(value) and least <= len(value) <= most and all(map(fits, value))


def ascending(fits: Fits) -> Fits:
    return lambda value: fits(value) and value == sorted(value)


def different(fits: Fits) -> Fits:
    return lambda value: fits(value) and len(set(value)) == len(value)


is_face = one_of(range(1, 7))
is_column = one_of(range(2, 13))
is_cell = list_of(one_of(range(1, 7)), 2, 2)


def shapes_of(kind: str, players: int) -> dict[str, dict[str, Fits]]:
    """Return the keys of each type of event, and what fits them."""
    own = {"seq": is_whole, "player": one_of(range(players)), "type": is_text}
    nobody = {"seq": is_whole, "type": is_text}
    winners = ascending(different(list_of(one_of(range(players)))))
    common = {"resigned": own, "timed_out": own, "ruled": nobody | {"winners": winners}}
    # "also" is there only when several ran out of time: see check_events_shape.
    if kind == "cantstop":
        faces = {"dice": list_of(is_face, 4, 4)}
        return common | {
            "rolled": own | faces | {"turn": is_whole, "roll": is_whole, "bust": is_flag},
            "split": own | {"columns": list_of(is_column, 1, 2)},
            "stopped": own,
        }
    dealt = {"layouts": list_of(one_of(LAYOUTS)), "cards": list_of(list_of(one_of(CARDS)))}
    black = ascending(list_of(is_face, 0, 4))
    return common | {
        "dealt": nobody | dealt | {"starter": is_whole},
        "rolled": own
        | {"white": is_face, "gold": is_face, "black": black}
        | {"round": is_whole, "turn": is_whole, "bust": is_flag},
        "placed": own | {"cell": is_cell},
        "declined": own,
        "opted_out": own,
        "stars_placed": own | {"cells": list_of(is_cell)},
    }


def variant_shape(kind: str, players: int) -> dict[str, Fits]:
    if kind == "cantstop":
        return {
            "columns_to_win": one_of(GOALS[players]),
            "meeting": one_of(["share", "jump", "must-roll"]),
            "stop_early": is_flag,
        }
    chosen = different(list_of(one_of(LAYOUTS), players, players))
    return {"layouts": lambda value: value == "random" or chosen(value)}


def read(text: str) -> Record:
    """Return the record that the text is. Raises Wrong."""
    if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
        raise Wrong("record", f"it is longer than {MAX_BYTES // 1024} kB")
    try:
        record: Record = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=object_without_double_keys,
            parse_int=whole_number,
            parse_float=no_number,
            parse_constant=no_number,
        )
    except (ValueError, RecursionError) as error:
        raise Wrong("record", f"it is no JSON: {error}") from error
    check_record(record)
    return record


def object_without_double_keys(pairs: list[tuple[str, Any]]) -> Record:
    made: Record = {}
    for key, value in pairs:
        if key in made:
            raise Wrong("record", f"a key is there twice: {key!a:.60}")
        made[key] = value
    return made


def whole_number(digits: str) -> int:
    if not digits.isdecimal() or len(digits) > LONGEST_NUMBER:
        no_number(digits)
    return int(digits)


def no_number(text: str) -> None:
    raise Wrong("record", f"a number that no record has: {text[:20]}")


def check_record(record: Any) -> None:
    """Check that exactly the keys and values are there that a record has."""
    keys = ("format", "kind", "rules_version", "variant", "players", "events", "outcome")
    more = ("dice",) if type(record) is dict and "dice" in record else ()
    check_object(record, dict.fromkeys(keys + more, anything), "the record")
    kind = record["kind"]
    header = {
        "kind": one_of(PLAYERS),
        "format": one_of([f"{kind!s}-record/1"]),
        "rules_version": one_of([RULES_VERSION]),
        "players": is_list,
        "events": is_list,
    }
    check_object({key: record[key] for key in header}, header, "the record")
    players = len(record["players"])
    if players not in PLAYERS[kind]:
        raise Wrong("record", f"{kind} is not played by {players}")
    check_object(record["variant"], variant_shape(kind, players), "variant")
    for player in record["players"]:
        check_object(player, {"name": is_name, "bot": or_null(is_name)}, "a player")
    if "dice" in record:
        check_dice_shape(record["dice"], players)
    check_events_shape(record["events"], shapes_of(kind, players))
    if record["outcome"] is not None:
        shape = {"winners": list_of(is_whole), "termination": is_text}
        check_object(record["outcome"], shape, "outcome")


def check_events_shape(events: list[Any], shapes: dict[str, dict[str, Fits]]) -> None:
    for number, event in enumerate(events, start=1):
        if type(event) is not dict or not one_of(shapes)(event.get("type")):
            raise Wrong("record", "there is no such type of event", number)
        shape = shapes[event["type"]]
        if event["type"] == "timed_out" and "also" in event:
            shape = shape | {"also": ascending(different(list_of(is_whole, 1)))}
        check_object(event, shape, event["type"], number)
        if "also" in event and event["also"][0] <= event["player"]:
            raise Wrong("record", "the first of those out of time names the others", number)
        if event["seq"] != number:
            raise Wrong("record", f"its number is {event['seq']}: the log has a gap", number)


def check_dice_shape(told: Any, players: int) -> None:
    hexadecimal = matches("[0-9a-f]{64}")
    shape = {
        "scheme": is_name,
        "code": matches("[0-9A-Za-z_-]{1,64}"),
        "commitment": hexadecimal,
        "secret": or_null(hexadecimal),
        "seats": is_list,
    }
    check_object(told, shape, "dice")
    for seat in told["seats"]:
        shape = {"salt": matches("[0-9A-Za-z_-]{0,64}"), "player": is_whole}
        check_object(seat, shape, "a seat")
    if sorted(seat["player"] for seat in told["seats"]) != list(range(players)):
        raise Wrong("record", f"the seats are not those of {players} players")


def check_object(value: Any, shape: dict[str, Fits], name: str, event: int = 0) -> None:
    """Check that the value is an object with exactly these keys, and values that fit them."""
    if type(value) is not dict:
        raise Wrong("record", f"{name} is no object", event)
    if value.keys() != shape.keys():
        odd = ", ".join(f"{key!a:.40}" for key in sorted(value.keys() ^ shape.keys()))
        raise Wrong("record", f"{name}: a key is missing or too much: {odd}", event)
    for key, fits in shape.items():
        if not fits(value[key]):
            raise Wrong("record", f"{name}: {key} cannot be {value[key]!a:.60}", event)


# --- What the secret and the salts make ---------------------------------------------------------

SCHEMES = ("hmac-dice/1", "hmac-dice/2")


def why_no_dice(record: Record) -> str:
    """Return why the dice cannot be checked, "" when they can."""
    if "dice" not in record:
        return "the record has no dice that could be checked"
    told = record["dice"]
    if told["scheme"] not in SCHEMES:
        return f"this checks {' and '.join(SCHEMES)}, not {told['scheme']!a:.40}"
    if told["secret"] is None:
        return "the record does not have the secret, which is shown when the game is over"
    return ""


def check_commitment(told: Record) -> None:
    """Check what was published before the game."""
    committed = bytes.fromhex(told["secret"])
    if told["scheme"] != "hmac-dice/1":  # since then the commitment is that of one game only
        committed = f"{told['scheme']}|{told['code']}|{told['secret']}".encode("ascii")
    if hashlib.sha256(committed).hexdigest() != told["commitment"]:
        raise Wrong("commitment", "the secret is not the one committed to")


class Dice:
    """The chance of one game."""

    def __init__(self, told: Record) -> None:
        self.secret = bytes.fromhex(told["secret"])
        salts = ",".join(seat["salt"] for seat in told["seats"])
        self.name = f"{told['scheme']}|{told['code']}|{salts}"

    def roll(self, player: int, turn: int, roll: int, count: int) -> list[int]:
        stream = self._stream(f"{player}|{turn}|{roll}")
        return [below(6, stream) + 1 for _ in range(count)]

    def order(self, label: str, count: int) -> list[int]:
        stream, order = self._stream(label), list(range(count))
        for i in range(count - 1, 0, -1):
            j = below(i + 1, stream)
            order[i], order[j] = order[j], order[i]
        return order

    def _stream(self, label: str) -> Iterator[int]:
        for block in itertools.count():
            message = f"{self.name}|{label}|{block}"
            yield from hmac.new(self.secret, message.encode("ascii"), hashlib.sha256).digest()


def below(n: int, stream: Iterator[int]) -> int:
    return next(byte for byte in stream if byte < 256 - 256 % n) % n


def check_seats(record: Record, dice: Dice) -> None:
    """Check who plays in which place."""
    seats = [seat["player"] for seat in record["dice"]["seats"]]
    if [seats[place] for place in dice.order("seats", len(seats))] != list(range(len(seats))):
        raise Wrong("seats", f"the seats were not drawn like that: {seats}")


# --- What all games have in common --------------------------------------------------------------


class Game:
    """A game that is played through. turns: how many each player has begun."""

    def __init__(self, record: Record, dice: Dice | None) -> None:
        self.variant = record["variant"]
        self.players = len(record["players"])
        self.dice = dice
        self.rolls = 0
        self.turn_player = 0
        self.turns = [0] * self.players
        self.left: set[int] = set()
        self.absent: set[int] = set()
        """Who ran out of time together with somebody, and whose events must follow at once."""
        self.result: Record | None = None
        self.now = 0
        """The number of the event that is judged."""

    def play(self, event: Record) -> None:
        """Check that the event may come now, and let it happen. Raises Wrong."""
        self.now = event["seq"]
        player = event.get("player")
        comes_next = event["type"] == "timed_out" and player == min(self.absent, default=player)
        self.require(comes_next or not self.absent, "others ran out of time at the same moment")
        if event["type"] == "ruled":  # a moderator may decide at any moment, and again
            self.end(event["winners"], "ruled")
            return
        self.require(self.result is None, "the game was over")
        self.require(player not in self.left, f"player {player} has left the game")
        if event["type"] in ("resigned", "timed_out"):
            self.leave(event)
        else:
            self.move(event)

    def leave(self, event: Record) -> None:
        """Put a player out of the game. It goes on when all who are absent together are out."""
        player, also = event["player"], event.get("also", [])
        together = not self.absent and self.deciding().issuperset([player, *also])
        self.require(not also or together, f"not all of {[player, *also]} had to decide")
        self.left.add(player)
        self.absent = set(also) or self.absent - {player}
        self.take_out(player)
        if self.absent:
            return
        if len(self.staying()) <= 1:
            self.end(self.staying(), event["type"])
        else:
            self.go_on()

    def set_up(self, events: list[Record], no_dice: str) -> Finding:
        """Return whether the game was set up as it had to be, as far as that can be told."""
        return Finding(PROVEN, "this game begins with an empty board")

    def move(self, event: Record) -> None:
        """Check and do what is an event of this game alone."""
        raise NotImplementedError

    def deciding(self) -> set[int]:
        """Return the players who have a decision to make."""
        raise NotImplementedError

    def take_out(self, player: int) -> None:
        """Take away what a player who has left has on the table."""

    def go_on(self) -> None:
        """Go on after players have left."""
        raise NotImplementedError

    def staying(self) -> list[int]:
        return [player for player in range(self.players) if player not in self.left]

    def end(self, winners: list[int], termination: str) -> None:
        self.result = {"winners": winners, "termination": termination}

    def require(self, condition: object, reason: str) -> None:
        """Raise that the rules do not allow this event, unless the condition holds."""
        if not condition:
            raise Wrong("moves", reason, self.now)

    def require_turn(self, event: Record) -> None:
        self.require(event["player"] == self.turn_player, f"it is player {self.turn_player}'s turn")

    def check_dice(self, event: Record, logged: list[int], count: int) -> None:
        """Check the faces of a roll. Black dice are sorted in the log."""
        self.rolls += 1
        if len(logged) != count:
            raise Wrong("dice", f"there are {len(logged)} dice, not {count}", self.now)
        if self.dice is None:
            return
        made = self.dice.roll(event["player"], event["turn"], event.get("roll", 1), count)
        if "black" in event:
            made[2:] = sorted(made[2:])
        if made != logged:
            raise Wrong("dice", f"the dice are {made}, not {logged}", self.now)


# --- Can't Stop ---------------------------------------------------------------------------------

LENGTHS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
RUNNERS = 3


class CantStop(Game):
    """Can't Stop.

    markers: of each player, the space in each column.  owners: of the columns claimed.
    runners: of the turn, the space in each column.  roll: how many the turn has had.
    choices: what the roll allows that is not answered yet, each as the columns advanced.
    """

    def __init__(self, record: Record, dice: Dice | None) -> None:
        super().__init__(record, dice)
        self.jump = self.variant["meeting"] == "jump"
        self.must_roll = self.variant["meeting"] == "must-roll"
        self.markers: list[dict[int, int]] = [{} for _ in range(self.players)]
        self.owners: dict[int, int] = {}
        self.runners: dict[int, int] = {}
        self.roll = 0
        self.choices: list[list[int]] = []
        self.turns[0] = 1

    def move(self, event: Record) -> None:
        self.require_turn(event)
        if event["type"] == "rolled":
            self.require(not self.choices, "the roll before it is not answered")
            here = (event["turn"], event["roll"])
            right = (self.turns[self.turn_player], self.roll + 1)
            self.require(here == right, f"turn and roll are {right}, not {here}")
            self.check_dice(event, event["dice"], 4)
            self.choices = self.choices_of(event["dice"])
            bust = not self.choices
            self.require(event["bust"] == bust, f"it is {'a' if bust else 'no'} bust")
            self.roll += 1
            if bust:
                self.next_turn()
        elif event["type"] == "split":
            self.require(self.choices, "there is no roll to choose from")
            fits = event["columns"] in self.choices
            self.require(fits, f"the roll allows {self.choices}, not {event['columns']}")
            self.choices = []
            for column in event["columns"]:
                self.runners[column] = self.step(column)
        else:
            self.require(self.roll and not self.choices, "there is nothing to stop after")
            self.check_stop()
            self.stop()

    def choices_of(self, dice: list[int]) -> list[list[int]]:
        """Return every way to use the dice, as the columns advanced: none is a bust."""
        a, b, c, d = dice
        choices, seen = [], []
        for first, second in ((a + b, c + d), (a + c, b + d), (a + d, b + c)):
            if sorted((first, second)) not in seen:  # the same two sums are one choice
                seen.append(sorted((first, second)))
                choices += self.advances(first, second)
        return choices

    def advances(self, first: int, second: int) -> list[list[int]]:
        """Return the ways to advance by two sums: all that is possible must be done."""
        columns = [column for column in (first, second) if self.is_open(column)]
        if not columns:
            return []
        if first == second:  # the second step is lost where the first reaches the top
            return [[first] if self.step(first) == LENGTHS[first] else [first, first]]
        new = [column for column in columns if column not in self.runners]
        if len(new) == 2 and len(self.runners) == RUNNERS - 1:
            return [[first], [second]]  # one runner for two columns: the player chooses
        return [columns]

    def is_open(self, column: int) -> bool:
        """Return whether a runner can move in the column, or be placed in it."""
        if column in self.owners or self.runners.get(column) == LENGTHS[column]:
            return False
        return column in self.runners or len(self.runners) < RUNNERS

    def step(self, column: int) -> int:
        """Return the space after one step, past others' markers where the table jumps."""
        space = self.runners.get(column) or self.markers[self.turn_player].get(column, 0)
        space += 1
        while self.jump and space in self.others(column):
            space += 1
        return space

    def others(self, column: int) -> set[int]:
        """Return the spaces of the column with a marker of another player."""
        return {
            own[column]
            for player, own in enumerate(self.markers)
            if player != self.turn_player and column in own
        }

    def check_stop(self) -> None:
        """Check that the options of the table allow to stop."""
        free = [one for one in LENGTHS if one not in self.owners and one not in self.runners]
        early = len(self.runners) < RUNNERS and free
        self.require(self.variant["stop_early"] or not early, "a runner must still be placed")
        met = any(space in self.others(column) for column, space in self.runners.items())
        self.require(not (self.must_roll and met), "a runner stands beside another's marker")

    def stop(self) -> None:
        """Keep what the turn has gained, and see who has won."""
        player = self.turn_player
        self.markers[player].update(self.runners)
        for column, space in self.runners.items():
            if space == LENGTHS[column]:
                self.owners[column] = player
                for other in range(self.players):
                    if other != player:
                        self.markers[other].pop(column, None)
        claimed = list(self.owners.values())
        if claimed.count(player) >= self.variant["columns_to_win"]:
            self.end([player], "columns")
        elif len(claimed) == len(LENGTHS):
            most = max(claimed.count(one) for one in self.staying())
            self.end([one for one in self.staying() if claimed.count(one) == most], "exhausted")
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.runners, self.choices, self.roll = {}, [], 0
        self.turn_player = (self.turn_player + 1) % self.players
        while self.turn_player in self.left:
            self.turn_player = (self.turn_player + 1) % self.players
        self.turns[self.turn_player] += 1

    def deciding(self) -> set[int]:
        return {self.turn_player}

    def go_on(self) -> None:
        if self.turn_player in self.left:
            self.next_turn()


# --- Buttons ------------------------------------------------------------------------------------

CARDS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
LAYOUTS = {
    "1A": "BGBYRG RYGBYB YGYGBR RYRBGB BRYGRY GBGRYR",
    "1B": "BRBGRY YBGBYR GYBYRG RGYGYB BRGRBY RGRYGB",
    "2A": "RBGBYR BGYGRY GYRYGB RGYGBY YBRBRG GRBRYB",
    "2B": "GRGBYB RBYRGY YRGBRG GBRGYR RYBYGB BGYRBY",
    "3A": "YRYRGB GBRGRY YGBRBR GYGYRB RBYGBG BYGBYR",
    "3B": "YBRYGR GYGBRB BRYGYR GYGRBY YGBGRB RBRYBG",
    "4A": "YRYBGR GBGYRB YRBRBG GYRYRB BGYGYR RBGBGY",
    "4B": "YRBRBG BGYBRY RYGYGB BGBGYR GYRYRB RBGRYG",
}
"""The colours of each layout, row by row."""
ENOUGH_OF_A_COLOUR, LINE, ENOUGH_STARS = 3, 5, 12


class Buttons(Game):
    """Buttons.

    cards: of each player in this round.  buttons, stars: of each player, their cells.
    inside: who still plays in this round.  scoring: who opted out of it.
    taken: the black dice taken out of play in this round.
    phase: "turn", "place" or "stars".  pending: who has to decide in the last two.
    white, gold, columns: of the last roll; columns: those that a black die shows, gold included.
    """

    def __init__(self, record: Record, dice: Dice | None) -> None:
        super().__init__(record, dice)
        self.layouts: list[str] = []
        self.cards: list[list[str]] = []
        self.buttons: list[set[Cell]] = [set() for _ in range(self.players)]
        self.stars: list[set[Cell]] = [set() for _ in range(self.players)]
        self.round = 0
        self.inside: set[int] = set()
        self.scoring: set[int] = set()
        self.taken = 0
        self.phase = "turn"
        self.pending: set[int] = set()
        self.white = self.gold = 0
        self.columns: set[int] = set()

    def set_up(self, events: list[Record], no_dice: str) -> Finding:
        """Check the deal and begin the first round."""
        if not events:
            return Finding(NOT_CHECKED, "nothing is dealt yet")
        dealt = events[0]
        if dealt["type"] != "dealt":
            raise Wrong("set-up", "the deal is missing", 1)
        self.layouts, self.cards = dealt["layouts"], dealt["cards"]
        self.check_layouts()
        self.check_cards()
        if self.dice is not None:
            self.check_drawn(self.dice)
        starter = self.holder_of_red()
        if dealt["starter"] != starter:
            raise Wrong("set-up", f"player {starter} holds red and begins", 1)
        self.start_round()
        return Finding(NOT_CHECKED, no_dice) if no_dice else Finding(PROVEN, "it was dealt so")

    def check_layouts(self) -> None:
        chosen, count = self.variant["layouts"], self.players
        if chosen not in ("random", self.layouts):
            raise Wrong("set-up", f"the layouts are {chosen}, not {self.layouts}", 1)
        if len(self.layouts) != count or len(set(self.layouts)) != count:
            raise Wrong("set-up", f"these are not {count} different layouts", 1)

    def check_cards(self) -> None:
        each = 2 if self.players == 2 else 1
        everything = [card for hand in self.cards for card in hand]
        order = list(CARDS)
        fits = (
            [len(hand) for hand in self.cards] == [each] * self.players
            and len(set(everything)) == len(everything)
            and "red" in everything
            and all(hand == sorted(hand, key=order.index) for hand in self.cards)
        )
        if not fits:
            raise Wrong("set-up", f"these are not the cards of {self.players} players", 1)

    def check_drawn(self, dice: Dice) -> None:
        """Check that layouts and cards are those that the secret and the salts make."""
        layouts = list(LAYOUTS)
        if self.variant["layouts"] == "random":
            drawn = [layouts[i] for i in dice.order("layouts", len(layouts))][: self.players]
            if drawn != self.layouts:
                raise Wrong("set-up", f"the layouts are {drawn}, not {self.layouts}", 1)
        cards = list(CARDS)
        if self.players == 3:
            cards[1:] = [cards[1 + i] for i in dice.order("card left out", 3)[1:]]
        dealt = [cards[i] for i in dice.order("cards", len(cards))]
        each = len(cards) // self.players
        order = list(CARDS)
        hands = [
            sorted(dealt[first : first + each], key=order.index)
            for first in range(0, len(dealt), each)
        ]
        if hands != self.cards:
            raise Wrong("set-up", f"the cards are {hands}, not {self.cards}", 1)

    def move(self, event: Record) -> None:
        if event["type"] == "rolled":
            self.rolled(event)
        elif event["type"] == "opted_out":
            self.require_phase("turn")
            self.require_turn(event)
            self.require(self.buttons[self.turn_player], "nobody opts out without a button")
            self.scoring.add(self.turn_player)
            self.out_of_round(self.turn_player)
        elif event["type"] in ("placed", "declined"):
            self.require_phase("place")
            self.require_pending(event)
            self.use_roll(event)
        elif event["type"] == "stars_placed":
            self.require_phase("stars")
            self.require_pending(event)
            self.place_stars(event)
        else:
            self.require(self.now == 1, "a deal in the middle of the game")
            return
        self.settle()

    def require_phase(self, phase: str) -> None:
        waits = {"turn": "a roll or opting out", "place": "the use of a roll", "stars": "stars"}
        self.require(self.phase == phase, f"the game waits for {waits[self.phase]}")

    def require_pending(self, event: Record) -> None:
        player = event["player"]
        self.require(player in self.pending, f"player {player} has nothing to decide")

    def rolled(self, event: Record) -> None:
        self.require_phase("turn")
        self.require_turn(event)
        player = event["player"]
        here, right = (event["round"], event["turn"]), (self.round, self.turns[player])
        self.require(here == right, f"round and turn are {right}, not {here}")
        self.check_dice(event, [event["white"], event["gold"], *event["black"]], 6 - self.taken)
        self.white, self.gold = event["white"], event["gold"]
        self.columns = {event["gold"], *event["black"]}
        bust = not any(self.is_legal(player, (self.white, column)) for column in self.columns)
        self.require(event["bust"] == bust, f"it is {'a' if bust else 'no'} bust")
        self.phase = "place"
        self.pending = {
            one for one in self.inside - {player} if self.is_legal(one, (self.white, self.gold))
        }
        if bust:
            self.buttons[player] = set()
            self.out_of_round(player)
        else:
            self.pending.add(player)

    def is_legal(self, player: int, cell: Cell) -> bool:
        """Return whether the player may put a button there."""
        row, column = cell
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        taken = self.buttons[player] | self.stars[player]
        return cell not in taken and not beside & self.buttons[player]

    def use_roll(self, event: Record) -> None:
        """Place a button or decline: the roller must place, the others may use white and gold."""
        player = event["player"]
        columns = self.columns if player == self.turn_player else {self.gold}
        if event["type"] == "placed":
            row, column = event["cell"]
            fits = row == self.white and column in columns and self.is_legal(player, (row, column))
            self.require(fits, f"player {player} may not use {event['cell']}")
            self.buttons[player].add((row, column))
        else:
            self.require(player != self.turn_player, "the player who rolled must place")
        self.pending.remove(player)

    def place_stars(self, event: Record) -> None:
        player = event["player"]
        cells = [(row, column) for row, column in event["cells"]]
        earned = self.stars_earned(player)
        self.require(len(cells) == earned, f"{earned} stars are earned, not {len(cells)}")
        fits = cells == sorted(set(cells)) and self.buttons[player].issuperset(cells)
        self.require(fits, "stars go where the player has buttons, each once, in order")
        self.stars[player].update(cells)
        self.pending.remove(player)

    def stars_earned(self, player: int) -> int:
        colours = LAYOUTS[self.layouts[player]].replace(" ", "")
        under = [colours[6 * (row - 1) + column - 1] for row, column in self.buttons[player]]
        earned = 1
        for card, colour in CARDS.items():
            if under.count(colour) >= ENOUGH_OF_A_COLOUR:
                earned += 2 if card in self.cards[player] else 1
        return earned

    def out_of_round(self, player: int) -> None:
        """Put a player out of the round, with the dice that costs."""
        self.inside.remove(player)
        self.taken += 2 if self.players == 2 else 1

    def deciding(self) -> set[int]:
        return {self.turn_player} if self.phase == "turn" else self.pending

    def take_out(self, player: int) -> None:
        self.buttons[player] = set()
        for group in (self.inside, self.scoring, self.pending):
            group.discard(player)

    def go_on(self) -> None:
        self.settle()

    def settle(self) -> None:
        """Go on as far as nobody has to decide."""
        if self.phase == "turn":
            if self.turn_player not in self.inside:
                self.pass_turn(self.turn_player + 1)
        elif not self.pending:
            if self.phase == "place":
                self.pass_turn(self.turn_player + 1)
            else:
                self.end_round()

    def pass_turn(self, first: int) -> None:
        """Give the turn to the first who is still in the round from this seat on, else count."""
        for seat in range(first, first + self.players):
            if seat % self.players in self.inside:
                self.phase, self.turn_player = "turn", seat % self.players
                self.turns[self.turn_player] += 1
                return
        self.phase, self.pending = "stars", set(self.scoring)
        self.settle()

    def end_round(self) -> None:
        """See who has won, or begin the next round: each card goes to the next seat."""
        counts = {player: len(self.stars[player]) for player in self.staying()}
        lines = {one: count for one, count in counts.items() if has_line(self.stars[one])}
        many = {one: count for one, count in counts.items() if count >= ENOUGH_STARS}
        best = lines or many
        if best:
            most = max(best.values())
            self.end([one for one in best if best[one] == most], "line" if lines else "stars")
            return
        self.cards = [self.cards[-1], *self.cards[:-1]]
        self.start_round()

    def start_round(self) -> None:
        self.round += 1
        self.buttons = [set() for _ in range(self.players)]
        self.inside, self.scoring, self.taken = set(self.staying()), set(), 0
        self.pass_turn(self.holder_of_red())

    def holder_of_red(self) -> int:
        return next(player for player, hand in enumerate(self.cards) if "red" in hand)


def has_line(stars: Collection[Cell]) -> bool:
    """Return whether five stars stand side by side in a row or a column."""
    return any(
        all((row + i * down, column + i * (1 - down)) in stars for i in range(LINE))
        for row, column in stars
        for down in (0, 1)
    )


GAMES: dict[str, type[Game]] = {"cantstop": CantStop, "buttons": Buttons}


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.stderr.write(__doc__ or "")
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError) as error:
        sys.stderr.write(f"Not proven: the file cannot be read: {error}\n")
        return 1
    verdict = judge(text)
    for line in verdict.lines():
        sys.stdout.write(f"{line}\n")
    return 0 if verdict.proven else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

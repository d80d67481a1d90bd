#!/usr/bin/env python3
"""Check a whole game from its record, away from the site: python3 verify_record.py FILE [LIST]

One file, Python 3.10 or later, nothing else. It reads the record, plays the game through by its
rules, and prints for each claim "proven", "WRONG" or "not checked":

    record      the file is a record: JSON with exactly the keys and values of docs/records.md
    commitment  the secret is the one the site committed to
    salts       the players' salts are those that the site's public list has for this game
    seats       the order of the seats is the one that the secret and the players' salts give
    set-up      everything dealt before the first turn is as the secret and the salts give it
    dice        so is every roll, with as many dice as the rules say
    moves       the rules allow every event in its place, and the facts added to it are right
    outcome     the game is over, and it ended as the record says

Events are verified in the order of the log. An event's own checks come in this order: its
player and type, its numbers of round, turn and roll, its dice, then what follows. The first wrong
thing ends the check, and the claims that were not finished are "not checked". The last
line is the verdict, and the exit code is 0 only when everything is proven.

LIST is what the site's /fair-dice/commitments.json?commitment=... says of the game, in a file: get
it from the site yourself. Without it the salts are not checked, and anybody who knows the secret,
which is public after the game, could have changed one and rolled all dice anew.
More: docs/dice.md, docs/records.md, docs/rules-*.md and /fair-dice/ on every site.
"""

import hashlib
import hmac
import itertools
import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

CLAIMS = ("record", "commitment", "salts", "seats", "set-up", "dice", "moves", "outcome")
PROVEN, WRONG, NOT_CHECKED = "proven", "WRONG", "not checked"

UNCHECKABLE = """the names of the players and which of them are bots; when the commitment was made \
public; that these players made these choices themselves, leaving the game among them; and, where \
somebody left or a moderator decided, that no step is missing just before, for both may happen at \
any moment."""

BUT_FOR_SALTS = """Proven but for the salts: the whole game is as its record says if it began with \
these salts. Once its secret is public, anybody can change a salt and roll all dice anew."""

BOT_SALT = """a bot sits where seat {place} has a salt, though bots make none. That is right only \
if this game was played with the dice of the earlier game {code}; else the site may have chosen \
the salt, and so the dice."""
NO_SALTS = "no person added a salt, so the site alone made these dice and could foresee them."
DAILY = "these dice come from the site alone. That is how a daily challenge works."

Record = dict[str, Any]
Listed = Callable[[str], str | None]
"""Functions that return the public list's hash of salts for a commitment, or None."""


class Wrong(Exception):
    """A claim is wrong. event: the number of the wrong event in the log, 0 if no event is wrong."""

    def __init__(self, claim: str, reason: str, event: int = 0) -> None:
        super().__init__(reason)
        self.claim = claim
        self.reason = reason
        self.event = event


class Finding(NamedTuple):
    """The result of one claim. state: PROVEN, WRONG or NOT_CHECKED. event: as in `Wrong`."""

    state: str
    reason: str
    event: int = 0

    def __str__(self) -> str:
        return f"{self.state}: {at(self.event)}{self.reason}"


class Verdict(NamedTuple):
    """The results of all claims. warnings: the id and the text of each."""

    claims: dict[str, Finding]
    warnings: list[tuple[str, str]]

    @property
    def proven(self) -> bool:
        return not self._with(WRONG) and not self._with(NOT_CHECKED)

    @property
    def proven_but_for_salts(self) -> bool:
        return not self._with(WRONG) and self._with(NOT_CHECKED) == ["salts"]

    @property
    def wrong(self) -> tuple[str, int] | None:
        """The wrong claim, and the number of the wrong event, 0 if no event is wrong."""
        return next(((claim, self.claims[claim].event) for claim in self._with(WRONG)), None)

    def lines(self) -> Iterator[str]:
        """Yield the lines to print."""
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
        if self.proven_but_for_salts:
            return f"{BUT_FOR_SALTS} Not checked: {UNCHECKABLE}"
        if missing:
            return f"Not proven: nothing is wrong, but this could not be checked: {missing}."
        return f"Proven: the whole game is as its record says. Not checked: {UNCHECKABLE}"

    def _with(self, state: str) -> list[str]:
        return [claim for claim, finding in self.claims.items() if finding.state == state]


def at(event: int) -> str:
    return f"event {event}: " if event else ""


def verify(content: str | bytes, listed: Listed | None = None) -> Verdict:
    """Verify the text or the bytes of a record. listed: None leaves the salts unchecked."""
    found: dict[str, Finding] = {}
    warnings: list[tuple[str, str]] = []
    try:
        record = read(content)
        found["record"] = Finding(PROVEN, f"{record['kind']}, {len(record['events'])} events")
        warnings = list(warnings_of(record))
        verify_game(record, listed, found)
    except Wrong as wrong:
        found[wrong.claim] = Finding(WRONG, wrong.reason, wrong.event)
    rest = Finding(NOT_CHECKED, "the check ended at what is wrong")
    return Verdict({claim: found.get(claim, rest) for claim in CLAIMS}, warnings)


def verify_game(record: Record, listed: Listed | None, found: dict[str, Finding]) -> None:
    """Verify all claims after "record", and add the results to `found`. Raises Wrong."""
    no_dice = why_no_dice(record)
    dice = None
    if no_dice:
        found["commitment"] = found["seats"] = Finding(NOT_CHECKED, no_dice)
    else:
        check_commitment(record["dice"])
        found["commitment"] = Finding(PROVEN, "it is that of the secret")
        dice = Dice(record["dice"])
    if "dice" not in record or record["dice"]["scheme"] not in SCHEMES:
        found["salts"] = Finding(NOT_CHECKED, no_dice)
    else:
        found["salts"] = salts_of(record["dice"], listed)
    if dice is not None:
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
    """Check that the game ended as the record says. Raises Wrong."""
    told, result, last = record["outcome"], game.result, len(record["events"])
    if told is None and result is None:
        return Finding(NOT_CHECKED, "the game is not over")
    if result is None:
        raise Wrong("outcome", "the log ends before the game does", last)
    if told != result:
        raise Wrong("outcome", f"the game ended with {result}, not {told!a:.80}", last)
    return Finding(PROVEN, f"{result['termination']}, won by {result['winners']}")


def warnings_of(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the id and the text of each warning. Warnings do not change the verdict."""
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

Fits = Callable[[Any], bool]
"""Functions that return whether a value is possible in a record."""
Shape = dict[str, Fits]
"""The keys of an object, each with the check of its value."""


def anything(value: Any) -> bool:
    return True


def is_whole(value: Any) -> bool:
    return type(value) is int  # in Python, True and False are of type int, too


def is_flag(value: Any) -> bool:
    return type(value) is bool


def is_text(value: Any) -> bool:
    return type(value) is str


def is_name(value: Any) -> bool:
    """Return whether the value is a text without control characters and unpaired surrogates."""
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


def shapes_of(kind: str, players: int) -> dict[str, Shape]:
    """Return the shape of each type of event."""
    own: Shape = {"seq": is_whole, "player": one_of(range(players)), "type": is_text}
    nobody: Shape = {"seq": is_whole, "type": is_text}
    winners = ascending(different(list_of(one_of(range(players)))))
    # "also" is a key only if several players ran out of time: see check_events_shape.
    common = {"resigned": own, "timed_out": own, "ruled": nobody | {"winners": winners}}
    return common | GAMES[kind].event_shapes(own, nobody)


def read(content: str | bytes) -> Record:
    """Return the record that the text or bytes contain. Raises Wrong."""
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    if len(data) > MAX_BYTES:
        raise Wrong("record", f"it is longer than {MAX_BYTES // 1024} kB")
    try:
        record: Record = json.loads(
            text_of(content).removeprefix("\ufeff"),
            object_pairs_hook=object_without_double_keys,
            parse_int=whole_number,
            parse_float=no_number,
            parse_constant=no_number,
        )
    except (ValueError, RecursionError) as error:
        raise Wrong("record", f"it is no JSON: {error}") from error
    check_record(record)
    return record


def text_of(content: str | bytes) -> str:
    try:
        return content if isinstance(content, str) else content.decode()
    except UnicodeDecodeError as error:
        raise Wrong("record", "it is no text in UTF-8") from error


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
    """Check that the keys and values are those of a record."""
    keys = ("format", "kind", "rules_version", "variant", "players", "events", "outcome")
    more = [key for key in ("dice", "own_dice", "time") if type(record) is dict and key in record]
    check_object(record, dict.fromkeys([*keys, *more], anything), "the record")
    kind = record["kind"]
    header = {
        "kind": one_of(GAMES),
        "format": one_of([f"{kind!s}-record/1"]),
        "rules_version": one_of([RULES_VERSION]),
        "players": is_list,
        "events": is_list,
    }
    check_object({key: record[key] for key in header}, header, "the record")
    players = len(record["players"])
    if players not in GAMES[kind].sizes:
        raise Wrong("record", f"{kind} is not played by {players}")
    check_object(record["variant"], GAMES[kind].variant_shape(players), "variant")
    for player in record["players"]:
        check_object(player, {"name": is_name, "bot": or_null(is_name)}, "a player")
    if "own_dice" in record:
        check_object({"own_dice": record["own_dice"]}, {"own_dice": one_of([True])}, "the record")
        if "dice" in record:
            raise Wrong("record", "dice the players rolled themselves can't have a proof")
    if "dice" in record:
        check_dice_shape(record["dice"], players)
    if "time" in record:
        check_time(record["time"], players, len(record["events"]))
    check_events_shape(record["events"], shapes_of(kind, players))
    if record["outcome"] is not None:
        shape = {"winners": list_of(is_whole), "termination": is_text}
        check_object(record["outcome"], shape, "outcome")


def check_events_shape(events: list[Any], shapes: dict[str, Shape]) -> None:
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


def check_time(told: Any, players: int, events: int) -> None:
    """Check the form of the times. Nothing proves that the times are true."""
    shape: Shape = {
        "control": anything,
        "used": list_of(or_null(is_whole), events, events),
        "notes": is_list,
    }
    check_object(told, shape, "time")
    check_object(told["control"], shape_of_control(told["control"]), "control")
    last = 0
    for note in told["notes"]:
        check_object(note, shape_of_note(note, players), "a note")
        if not last <= note["after"] <= events:
            raise Wrong("record", f"a note is out of order: after {note['after']}")
        last = note["after"]


def shape_of_control(control: Any) -> Shape:
    """Return the shape of a time control, by its type."""
    if type(control) is dict and control.get("type") == "live":
        ranges = {"bank": one_of(range(3601)), "per_decision": one_of(range(5, 301))}
        return {"type": is_text, **ranges}
    days = {"days": one_of([1, 2, 3, 7]), "weekends_off": is_flag}
    return {"type": one_of(["turn-by-turn"]), **days}


def shape_of_note(note: Any, players: int) -> Shape:
    """Return the shape of a note about clocks, by its type."""
    player = {"player": one_of(range(players))}
    if type(note) is dict and note.get("type") == "never-moved":
        return {"after": is_whole, "type": is_text, **player}
    if type(note) is not dict or note.get("type") not in ("given-back", "gone"):
        types = one_of(["stood-in", "taken-over"])
        bot = matches("[0-9A-Za-z_-]{1,30}")
        return {"after": is_whole, "type": types, **player, "bot": bot}
    shape: Shape = {"after": is_whole, "type": is_text, "seconds": is_whole}
    return shape | player if "player" in note or note["type"] == "gone" else shape


def check_object(value: Any, shape: Shape, name: str, event: int = 0) -> None:
    """Check that the value is an object with exactly these keys, and with fitting values."""
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
    """Return the reason why the dice cannot be checked, "" if they can be."""
    if "own_dice" in record:
        return "the players rolled dice of their own, which nothing can prove"
    if "dice" not in record:
        return "the record has no dice that could be checked"
    told = record["dice"]
    if told["scheme"] not in SCHEMES:
        return f"this checks {' and '.join(SCHEMES)}, not {told['scheme']!a:.40}"
    if told["secret"] is None:
        return "the record does not have the secret, which is shown when the game is over"
    return ""


def check_commitment(told: Record) -> None:
    """Check the commitment, which was published before the game."""
    committed = bytes.fromhex(told["secret"])
    if told["scheme"] != "hmac-dice/1":  # newer commitments include the game's code
        committed = f"{told['scheme']}|{told['code']}|{told['secret']}".encode("ascii")
    if hashlib.sha256(committed).hexdigest() != told["commitment"]:
        raise Wrong("commitment", "the secret is not the one committed to")


def salts_of(told: Record, listed: Listed | None) -> Finding:
    """Compare the salts with the public list, which has their hash from the start of a game."""
    salts = ",".join(seat["salt"] for seat in told["seats"])
    made = hashlib.sha256(f"salts/1|{told['commitment']}|{salts}".encode("ascii")).hexdigest()
    if listed is None:
        reason = f"there is no public list to compare them with; it must say {made}"
        return Finding(NOT_CHECKED, reason)
    found = listed(told["commitment"])
    if found is None:
        reason = f"the public list has none for this commitment; these would be {made}"
        return Finding(NOT_CHECKED, reason)
    if found != made:
        raise Wrong("salts", f"the public list says {found}, not {made}")
    return Finding(PROVEN, "they are those in the public list")


class Dice:
    """The dice and shuffles of one game, computed from its secret and salts."""

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
    """Check that the order of play was drawn with these dice."""
    seats = [seat["player"] for seat in record["dice"]["seats"]]
    if [seats[place] for place in dice.order("seats", len(seats))] != list(range(len(seats))):
        raise Wrong("seats", f"the seats were not drawn like that: {seats}")


# --- What all games have in common --------------------------------------------------------------


class Game:
    """A game whose events are checked and applied one by one.

    sizes: possible numbers of players.  turns: number of turns that each player has begun.
    """

    sizes: range

    @staticmethod
    def variant_shape(players: int) -> Shape:
        """Return the shape of the options of a table."""
        raise NotImplementedError

    @staticmethod
    def event_shapes(own: Shape, nobody: Shape) -> dict[str, Shape]:
        """Return the shape of each type of event that only this game has.

        own: the keys of all events with a player.  nobody: the keys of all other events.
        """
        raise NotImplementedError

    def __init__(self, record: Record, dice: Dice | None) -> None:
        self.variant = record["variant"]
        self.players = len(record["players"])
        self.dice = dice
        self.rolls = 0
        self.turn_player = 0
        self.turns = [0] * self.players
        self.left: set[int] = set()
        self.absent: set[int] = set()
        """Players who ran out of time with another player; their own events must come next."""
        self.result: Record | None = None
        self.now = 0
        """The number of the event that is being checked."""

    def play(self, event: Record) -> None:
        """Check that the event is possible now, and apply it. Raises Wrong."""
        self.now = event["seq"]
        player = event.get("player")
        comes_next = event["type"] == "timed_out" and player == min(self.absent, default=player)
        self.require(comes_next or not self.absent, "others ran out of time at the same moment")
        if event["type"] == "ruled":  # the site may decide at any moment, more than once
            self.end(event["winners"], "ruled")
            return
        self.require(self.result is None, "the game was over")
        self.require(player not in self.left, f"player {player} has left the game")
        if event["type"] in ("resigned", "timed_out"):
            self.leave(event)
        else:
            self.move(event)

    def leave(self, event: Record) -> None:
        """Put a player out of the game. It goes on after the events of all `absent` players."""
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
        """Check the set-up. Raises Wrong. no_dice: why dice cannot be checked, "" if they can."""
        return Finding(PROVEN, "this game begins with an empty board")

    def move(self, event: Record) -> None:
        """Check and apply an event of a type that only this game has. Raises Wrong."""
        raise NotImplementedError

    def deciding(self) -> set[int]:
        """Return the players who have a decision to make."""
        raise NotImplementedError

    def take_out(self, player: int) -> None:
        """Remove the pieces and decisions of a player who has left."""

    def go_on(self) -> None:
        """Go on after players have left."""
        raise NotImplementedError

    def staying(self) -> list[int]:
        return [player for player in range(self.players) if player not in self.left]

    def end(self, winners: list[int], termination: str) -> None:
        self.result = {"winners": winners, "termination": termination}

    def require(self, condition: object, reason: str) -> None:
        """Raise Wrong about the event that is being checked, unless the condition is true."""
        if not condition:
            raise Wrong("moves", reason, self.now)

    def require_turn(self, event: Record) -> None:
        self.require(event["player"] == self.turn_player, f"it is player {self.turn_player}'s turn")

    def as_logged(self, dice: list[int]) -> list[int]:
        """Return the dice as the log has them: a game may sort some dice."""
        return dice

    def check_dice(self, event: Record, logged: list[int], count: int) -> None:
        """Check the number and the faces of a roll's dice. Raises Wrong."""
        self.rolls += 1
        if len(logged) != count:
            raise Wrong("dice", f"there are {len(logged)} dice, not {count}", self.now)
        if self.dice is None:
            return
        dice = self.dice.roll(event["player"], event["turn"], event.get("roll", 1), count)
        made = self.as_logged(dice)
        if made != logged:
            raise Wrong("dice", f"the dice are {made}, not {logged}", self.now)


GAMES: dict[str, type[Game]] = {}
"""The games by their names in records. In the downloaded script, each game adds itself below."""


# --- The command --------------------------------------------------------------------------------


class Unreadable(Exception):
    """A file cannot be read."""


def read_record(path: str) -> bytes:
    """Return the record in a file. Raises Unreadable."""
    try:
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)  # one byte too many is enough to refuse it
    except OSError as error:
        raise Unreadable(f"the file cannot be read: {error}") from error


def read_list(path: str) -> Listed:
    """Return a function that looks up salts in a file with part of the list. Raises Unreadable."""
    try:
        with open(path, encoding="utf-8") as file:
            entries = json.load(file)["entries"]
        salts = (entry for entry in entries if entry["kind"] == "salts")
        return {entry["commitment"]: entry["salts"] for entry in salts}.get
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise Unreadable(f"the list cannot be read: {error!r}") from error


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        sys.stderr.write(__doc__ or "")
        return 2
    record, *lists = arguments
    try:
        content = read_record(record)
        listed = read_list(lists[0]) if lists else None
    except Unreadable as error:
        sys.stderr.write(f"Not proven: {error}\n")
        return 1
    verdict = verify(content, listed)
    for line in verdict.lines():
        sys.stdout.write(f"{line}\n")
    return 0 if verdict.proven else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

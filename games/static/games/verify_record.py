#!/usr/bin/env python3
"""Check the dice of a game from its record, away from the site: python3 verify_record.py FILE

One file, Python 3.10 or later, nothing else. It checks that the secret is the one the site
committed to before the game, that the seats were drawn, the game set up and every die rolled as
the secret and the players' salts make it, that the log has no gaps, and that the outcome follows
from its end. It does not know which moves the rules allow. More: docs/dice.md, /fair-dice/.
"""

import hashlib
import hmac
import itertools
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

SCHEME = "hmac-dice/1"
LAYOUTS = ["1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B"]
CARDS = ["red", "yellow", "green", "blue"]
LENGTHS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
LEAVING = ("resigned", "timed_out")
BEWARE = """Beware: a bot sits where seat {place} has a salt, though bots make none. That is right \
only if this game was played with the dice of the earlier game {code}; else the site may have \
chosen the salt, and so the dice."""

Record = dict[str, Any]
Pieces = dict[int, int]
"""By column: the space of a piece, or the player who owns it."""


class Wrong(Exception):
    """Something is not as it must be."""


def require(condition: object, step: int, reason: str) -> None:
    """Raise what is wrong at which step, unless the condition holds."""
    if not condition:
        raise Wrong(f"event {step}: {reason}" if step else reason)


class Dice:
    """The chance of one game."""

    def __init__(self, told: Record) -> None:
        self.secret = bytes.fromhex(told["secret"])
        salts = ",".join(seat["salt"] for seat in told["seats"])
        self.name = f"{told['scheme']}|{told['code']}|{salts}"

    def roll(self, player: int, turn: int, roll: int, count: int) -> list[int]:
        stream = self._stream(f"{player}|{turn}|{roll}")
        return [_below(6, stream) + 1 for _ in range(count)]

    def order(self, label: str, count: int) -> list[int]:
        stream, order = self._stream(label), list(range(count))
        for i in range(count - 1, 0, -1):
            j = _below(i + 1, stream)
            order[i], order[j] = order[j], order[i]
        return order

    def _stream(self, label: str) -> Iterator[int]:
        for block in itertools.count():
            message = f"{self.name}|{label}|{block}"
            yield from hmac.new(self.secret, message.encode("ascii"), hashlib.sha256).digest()


def _below(n: int, stream: Iterator[int]) -> int:
    return next(byte for byte in stream if byte < 256 - 256 % n) % n


def check_told(record: Record) -> Dice:
    """Check the secret and the salts by themselves; return the dice."""
    require(record.get("dice"), 0, "the record has no dice that could be checked")
    told: Record = record["dice"]
    require(told["scheme"] == SCHEME, 0, f"this checks {SCHEME}, not {told['scheme']}")
    require(told["secret"], 0, "the secret is shown when the game is over")
    require(re.fullmatch("[0-9a-f]{64}", told["secret"]), 0, "the secret is not 32 bytes")
    require(re.fullmatch("[0-9A-Za-z_-]{1,64}", told["code"]), 0, "the code is none")
    made = hashlib.sha256(bytes.fromhex(told["secret"])).hexdigest()
    require(made == told["commitment"], 0, "the secret is not the one committed to")
    for seat in told["seats"]:
        require(re.fullmatch("[0-9A-Za-z_-]{0,64}", seat["salt"]), 0, "a salt is none")
    return Dice(told)


def check_seats(record: Record, dice: Dice) -> None:
    """Check who plays in which place."""
    seats = [seat["player"] for seat in record["dice"]["seats"]]
    require(len(seats) == len(record["players"]), 0, "there are not as many seats as players")
    drawn = dice.order("seats", len(seats))
    right = [seats[place] for place in drawn] == list(range(len(seats)))
    require(right, 0, f"the seats were not drawn like that: {seats}")


def check_log(record: Record, dice: Dice) -> None:
    """Check the set-up, every roll, how many dice it has, and that nothing is missing."""
    last: dict[int, tuple[int, int]] = {}
    passed: dict[int, int] = {}
    out: set[int] = set()  # who left the round, each with black dice that he took out of play
    buttons, each = "layouts" in record["variant"], 2 if len(record["players"]) == 2 else 1
    first = record["events"][0]["type"] if record["events"] else ""
    require(not buttons or first == "dealt", 1, "the deal is missing")
    for step, event in enumerate(record["events"], start=1):
        require(event["seq"] == step, step, f"its number is {event['seq']}: the log has a gap")
        player = event.get("player")
        if event["type"] == "dealt":
            require(step == 1, step, "a deal in the middle of the game")
            check_deal(record, event, dice)
        elif event["type"] == "opted_out":
            passed[player] = passed.get(player, 0) + 1
            out.add(player)
        elif event["type"] == "rolled":
            if player in out:  # in a new round everybody is back
                out.clear()
            check_roll(step, event, dice, 6 - each * len(out) if buttons else 4)
            if event["bust"]:
                out.add(player)
            here = (event["turn"], event.get("roll", 1))
            turn, roll = last.get(player, (0, 0))
            following = [(turn + 1 + passed.pop(player, 0), 1)]
            if turn and not buttons:
                following.append((turn, roll + 1))
            require(here in following, step, f"turn and roll {here} do not follow {(turn, roll)}")
            last[player] = here


def check_roll(step: int, event: Record, dice: Dice, count: int) -> None:
    """Check the dice of a roll; black ones are sorted in the log."""
    made = dice.roll(event["player"], event["turn"], event.get("roll", 1), count)
    if "black" in event:
        made[2:], logged = sorted(made[2:]), [event["white"], event["gold"], *event["black"]]
    else:
        logged = event["dice"]
    require(made == logged, step, f"the dice are {made}, not {logged}")


def check_deal(record: Record, event: Record, dice: Dice) -> None:
    """Check layouts, cards and who begins."""
    players, layouts = len(record["players"]), record["variant"]["layouts"]
    if layouts == "random":
        layouts = [LAYOUTS[i] for i in dice.order("layouts", len(LAYOUTS))[:players]]
    require(event["layouts"] == layouts, 1, f"the layouts are {layouts}, not {event['layouts']}")
    cards = CARDS[:]
    if players == 3:
        cards[1:] = [CARDS[1 + i] for i in dice.order("card left out", 3)[1:]]
    dealt = [cards[i] for i in dice.order("cards", len(cards))]
    each = 2 if players == 2 else 1
    hands = [sorted(dealt[i : i + each], key=CARDS.index) for i in range(0, len(dealt), each)]
    require(event["cards"] == hands, 1, f"the cards are {hands}, not {event['cards']}")
    starter = next(player for player, hand in enumerate(hands) if "red" in hand)
    require(event["starter"] == starter, 1, f"player {starter} begins")


def check_end(record: Record) -> None:
    """Check that the outcome follows from the log, so that nothing was cut off."""
    events, outcome = record["events"], record["outcome"]
    step = len(events)
    require(outcome, step, "the log ends before the game does")
    require(step, 0, "the log is empty")
    end, last = outcome["termination"], events[-1]
    left = {event["player"] for event in events if event["type"] in LEAVING}
    staying = [player for player in range(len(record["players"])) if player not in left]
    if end == "ruled":  # by a moderator, whatever came before
        fits, winners = last["type"] == end, last.get("winners")
    elif end in LEAVING:
        fits = last["type"] == end and len(staying) == min(1, len(record["players"]) - 1)
        winners = staying
    elif end in ("columns", "exhausted"):
        fits = last["type"] == "stopped"
        winners = column_winners(record, staying, last["player"], end)
    else:
        fits = last["type"] in ("stars_placed", *LEAVING) and not owing(events)
        winners = star_winners(events, staying, end)
    fits = fits and winners == outcome["winners"]
    require(fits, step, f"the log ends with {last['type']}, and that is not how such a game ends")


def column_winners(record: Record, staying: list[int], player: int, end: str) -> list[int]:
    """Return who has won by columns, when the log is whole."""
    owners = claims(record)
    counts = {one: list(owners.values()).count(one) for one in staying}
    if end == "columns":
        enough = counts.get(player, 0) >= record["variant"]["columns_to_win"]
        return [player] if enough else []
    most = max(counts.values())
    return [one for one in staying if counts[one] == most and len(owners) == len(LENGTHS)]


def claims(record: Record) -> Pieces:
    """Return the owner of each column that was claimed."""
    markers: list[Pieces] = [{} for _ in record["players"]]
    owners: Pieces = {}
    runners: Pieces = {}
    turn_player = 0
    for event in record["events"]:
        player = event["player"]
        if event["type"] in LEAVING:
            runners = {} if player == turn_player else runners
        elif player != turn_player:
            turn_player, runners = player, {}
        if event["type"] == "split":
            for column in event["columns"]:
                advance(record["variant"]["meeting"] == "jump", markers, runners, player, column)
        if event["type"] == "stopped":
            stop(markers, owners, runners, player)
        if event["type"] == "stopped" or event.get("bust"):
            runners = {}
    return owners


def advance(jump: bool, markers: list[Pieces], runners: Pieces, player: int, column: int) -> None:
    """Make one step, past others' markers where the table plays with jumping."""
    others = {own.get(column) for one, own in enumerate(markers) if one != player}
    space = (runners.get(column) or markers[player].get(column, 0)) + 1
    while jump and space in others:
        space += 1
    runners[column] = space


def stop(markers: list[Pieces], owners: Pieces, runners: Pieces, player: int) -> None:
    """Keep what the turn has gained."""
    markers[player].update(runners)
    for column, space in runners.items():
        if space == LENGTHS[column]:
            owners[column] = player
            for one, own in enumerate(markers):
                if one != player:
                    own.pop(column, None)


def star_winners(events: list[Record], staying: list[int], end: str) -> list[int]:
    """Return who has won by stars, when the log is whole."""
    stars: dict[int, set[tuple[int, int]]] = {player: set() for player in staying}
    for event in events:
        if event["type"] == "stars_placed" and event["player"] in stars:
            stars[event["player"]].update((row, column) for row, column in event["cells"])
    lines = {player: len(own) for player, own in stars.items() if has_line(own)}
    many = {player: len(own) for player, own in stars.items() if len(own) >= 12}
    best = lines or many
    fits = end == ("line" if lines else "stars")
    return [player for player in sorted(best) if fits and best[player] == max(best.values())]


def owing(events: list[Record]) -> set[int]:
    """Return the players who left a round with buttons, and have placed no stars for it."""
    owing = set()
    for event in events:
        if event["type"] == "opted_out":
            owing.add(event["player"])
        elif event["type"] in ("stars_placed", *LEAVING):
            owing.discard(event["player"])
    return owing


def has_line(stars: set[tuple[int, int]]) -> bool:
    """Return whether five stars stand side by side in a row or column."""
    return any(
        all((row + i * down, column + i * (1 - down)) in stars for i in range(5))
        for row, column in stars
        for down in (0, 1)
    )


def verify(record: Record) -> str:
    """Check everything; return a sentence. Raises Wrong with the first thing that is not right."""
    dice = check_told(record)
    check_seats(record, dice)
    check_log(record, dice)
    check_end(record)
    rolls = sum(event["type"] == "rolled" for event in record["events"])
    proven = f"Proven: the commitment, the seats, the set-up and all {rolls} rolls are right."
    return "\n".join([proven, *warnings(record)])


def warnings(record: Record) -> Iterator[str]:
    """Yield what is right by the sums, and yet only in games with the dice of an earlier one."""
    for place, seat in enumerate(record["dice"]["seats"]):
        if seat["salt"] and record["players"][seat["player"]]["bot"] is not None:
            yield BEWARE.format(place=place, code=record["dice"]["code"])


def main(arguments: list[str]) -> str | None:
    if len(arguments) != 1:
        return __doc__
    try:
        with open(arguments[0], encoding="utf-8") as file:
            record = json.load(file)
        said = verify(record)
    except Wrong as wrong:
        return f"Not proven: {wrong}"
    except (AttributeError, LookupError, OSError, TypeError, ValueError) as error:
        return f"Not proven: this is no record that can be read ({error!r})"
    sys.stdout.write(f"{said}\n")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

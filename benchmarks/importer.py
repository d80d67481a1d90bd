"""Whether anything breaks the importer of records: `python -m benchmarks.importer`.

Whole records, JSON and text, are damaged in many ways and read; random text is, too. Each
either gives a game or a RecordError, quickly.
"""

import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from time import process_time

from games.engine.dice import SeededDice
from games.engine.records.game_record import GameRecord
from games.engine.records.importer import MAX_BYTES, RecordError, import_record
from games.engine.records.json_record import RecordPlayer
from games.engine.records.text_record import text_of
from games.engine.registry import KINDS
from games.engine.replay import fold
from tools.simulate import play

INPUTS = 10_000
GAMES = 20
EVENTS = 34_000
TOKENS = (
    *'[]{}":,+-*\\ \n\t0123456789abcdrRSTXOx',
    *("[Game", '"cantstop"]', '"buttons"]', "[Seat", "1a", "3164:7+7", "r1", "4x2+2344:43", "b-"),
    *("null", "true", "1e999", "NaN", "-0", "9" * 30, "[" * 40, '{"kind":', "\\u{d800}", "\\ud800"),
    *("\ufeff", "\u2028", "é", "٣", "\x00", "\U0001f3b2", "{comment}"),
)


def records(seed: int) -> list[str]:
    """Return whole games of every kind, each as JSON and as text."""
    return [form for number in range(GAMES) for form in forms_of_a_game(f"{seed}/{number}")]


def forms_of_a_game(seed: str) -> list[str]:
    """Return a game of bots, half of them not to its end, as JSON and as text."""
    chance = random.Random(seed)
    kind = chance.choice(list(KINDS.values()))
    rules = kind.make_rules(chance.randint(kind.rules.min_players, kind.rules.max_players), {})
    bots = [kind.bots["random"].seeded(chance)] * rules.players
    log, _ = play(rules, bots, SeededDice(seed))
    log = log[: chance.randint(0, len(log))] if chance.random() < 0.5 else log
    game = GameRecord(rules, [{"name": "random", "bot": "random"}] * rules.players, log)
    return [json.dumps(game.to_json()), text_of(game)]


def mutated(text: str, chance: random.Random) -> str:
    """Return the text damaged in one to four places."""
    for _ in range(chance.randint(1, 4)):
        first = chance.randint(0, len(text))
        last = min(len(text), first + chance.choice((0, 1, 1, 2, 5, 50)))
        copied = chance.randint(0, len(text))
        text = chance.choice(
            (
                text[:first] + text[last:],
                text[:first] + chance.choice(TOKENS) + text[last:],
                text[:first] + text[copied : copied + chance.randint(1, 60)] + text[first:],
                text[:first] + text[first:last][::-1] + text[last:],
            )
        )
    return text


def random_text(chance: random.Random) -> str:
    """Return words that records are made of, in no order."""
    joint = chance.choice(("", " ", "\n"))
    return joint.join(chance.choice(TOKENS) for _ in range(chance.randint(0, 200)))


def hostile_texts() -> dict[str, Callable[[], str]]:
    """Return makers of texts of the greatest length that are meant to take long, by name."""
    head = '[Game "cantstop"] [Seat "a" "x"] [Seat "b" "y"]\n'
    return {
        "brackets": lambda: "[" * MAX_BYTES,
        "nested arrays": lambda: '{"a":' + "[" * (MAX_BYTES - 5),
        "nested objects": lambda: '{"a":' * (MAX_BYTES // 5),
        "a long number": lambda: '{"a":' + "9" * (MAX_BYTES - 6) + "}",
        "a long string without end": lambda: '{"' + "\\" * (MAX_BYTES - 2),
        "a string of quotes without end": lambda: '{"' + '\\"' * (MAX_BYTES // 2 - 1),
        "an open comment": lambda: "{" * MAX_BYTES,
        "comments": lambda: "{}" * (MAX_BYTES // 2),
        "spaces": lambda: " " * MAX_BYTES,
        "an open value": lambda: '[Game "' + "\\" * (MAX_BYTES - 7),
        "values": lambda: "[Game" + '""' * ((MAX_BYTES - 6) // 2) + "]",
        "tags": lambda: "[A]" * (MAX_BYTES // 3),
        "seats": lambda: '[Game "cantstop"]' + '[Seat "a" ""]' * (MAX_BYTES // 13 - 2),
        "a long word": lambda: head + "1" * (MAX_BYTES - len(head)),
        "headings": lambda: head + "1a " * ((MAX_BYTES - len(head)) // 3),
        "keys": lambda: "{" + ",".join(f'"{n}":0' for n in range(25_000)) + "}",
        "a game of busts": lambda: game_of_busts(head),
        "a game without stars": game_without_stars,
    }


def game_of_busts(head: str) -> str:
    """Return a game of Can't Stop in which column 2 is closed and nobody rolls anything else."""
    lines = [head, "1a 1111:2+2 1111:2 S\n1b 1111:X\n"]
    room = MAX_BYTES - sum(map(len, lines))
    turn = 2
    while room > 0:
        lines.append(f"{turn}a 1111:X\n{turn}b 1111:X\n")
        room -= len(lines[-1])
        turn += 1
    return "".join(lines[:-1])


@cache
def game_without_stars() -> str:
    """Return a game of Buttons in which everybody rolls until it is a bust."""
    rules, dice = KINDS["buttons"].make_rules(4, {}), SeededDice(1)
    log = list(rules.setup(dice))
    state = fold(rules, log)
    while len(log) < EVENTS:
        player = rules.active_players(state)[-1]
        action = rules.legal_actions(state, player)[0]
        log.append(rules.resolve(state, player, action, dice))
        state = rules.apply_event(state, log[-1])
    players: list[RecordPlayer] = [{"name": "", "bot": None}] * rules.players
    return text_of(GameRecord(rules, players, log))


def read(text: str) -> str:
    """Return the result: "read" or "refused"."""
    try:
        import_record(text)
    except RecordError:
        return "refused"
    return "read"


def timed(text: str, results: Counter[str]) -> float:
    """Read the text, count the result, and return the seconds of work it took."""
    begun = process_time()
    results[read(text)] += 1
    return process_time() - begun


def measure(name: str, make: Callable[[int], str], count: int) -> None:
    """Print the results of a number of texts, and how long they took."""
    results: Counter[str] = Counter()
    seconds = [timed(make(number), results) for number in range(count)]
    print(
        f"{name:24} {count:6} inputs: {results['read']:5} read, {results['refused']:5} refused,"
        f" {1000 * sum(seconds) / count:7.2f} ms each, at most {1000 * max(seconds):7.2f} ms"
    )


def main() -> None:
    """Print the figures. Any error but a RecordError ends it."""
    forms = records(1)
    chance = random.Random(1)
    measure("whole records", lambda number: forms[number], len(forms))
    measure("damaged records", lambda _: mutated(chance.choice(forms), chance), INPUTS * 8 // 10)
    measure("random text", lambda _: random_text(chance), INPUTS * 2 // 10)
    for name, make in hostile_texts().items():
        text = make()
        measure(f"{name}, {len(text) // 1024} kB", [text].__getitem__, 1)


if __name__ == "__main__":
    main()

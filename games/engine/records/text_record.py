"""Write text records, which people can read and type (docs/text-record.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.engine.core import Event, Ruled
from games.engine.notation import LETTERS, RULING, leaving_word
from games.engine.records.game_record import GameRecord, read_json_record
from games.engine.records.text_log import BUST
from games.engine.records.text_read import DICE, OWN_DICE, UNFINISHED, from_text, is_date
from games.engine.records.text_scan import TextError, quoted
from games.engine.records.text_time import (
    CONTROL,
    NOTE,
    USED,
    written_control,
    written_note,
    written_used,
)
from games.engine.replay import positions

__all__ = ["TextError", "from_text", "text_of", "to_text"]


def to_text(data: Mapping[str, Any], date: str = "") -> str:
    """Return an untrusted JSON record as a text record. Raises ValueError."""
    return text_of(replace(read_json_record(data), date=date))


def text_of(game: GameRecord) -> str:
    """Return the text record of a game with a legal log. Raises ValueError for an invalid date."""
    if game.date and not is_date(game.date):
        raise ValueError(f"not a day such as 2026.11.21: {game.date!r}")
    states = positions(game.rules, game.events)
    result = _result_tags(game, states[-1])
    tags = [_game_tags(game), _seat_tags(game), result, *_dice_tags(game), *_time_tags(game)]
    header = "".join(" ".join(line) + "\n" for line in tags if line)
    words = "".join(line + "\n" for line in _lines(game, states))
    return f"{header}\n{words}" if words else header


def _tag(name: str, *values: str) -> str:
    return f"[{' '.join([name, *map(quoted, values)])}]"


def _game_tags(game: GameRecord) -> list[str]:
    notation = game.kind.notation
    options = notation.write_options(game.rules.variant.to_json())
    setup = [
        notation.write_setup(event)
        for event in game.events
        if event.player is None and not isinstance(event, Ruled)
    ]
    return [
        _tag("Game", game.kind.slug),
        _tag("Rules", str(game.rules.rules_version)),
        *(_tag(name, *values) for name, values in [*options, *setup]),
    ]


def _seat_tags(game: GameRecord) -> list[str]:
    tags: list[str] = []
    for letter, player in zip(LETTERS, game.players, strict=False):
        tags.append(_tag("Seat", letter, player["name"]))
        if player["bot"] is not None:
            tags.append(_tag("Bot", letter, player["bot"]))
    return tags


def _result_tags(game: GameRecord, last: Any) -> list[str]:
    date = [_tag("Date", game.date)] if game.date else []
    outcome = game.rules.outcome(last)
    if outcome is None:
        return [*date, _tag("Result", UNFINISHED)]
    winners = [LETTERS[player] for player in outcome.winners]
    return [*date, _tag("Result", *winners), _tag("Termination", outcome.termination)]


def _dice_tags(game: GameRecord) -> list[list[str]]:
    dice = game.dice
    if dice is None:
        return [[_tag("Dice", OWN_DICE)]] if game.own_dice else []
    values: dict[str, Any] = {name: dice[key] for name, key in DICE.items()}  # type: ignore[literal-required]
    lines = [[_tag(name, value)] for name, value in values.items() if value is not None]
    salts = [_tag("Salt", LETTERS[seat["player"]], seat["salt"]) for seat in dice["seats"]]
    return [*lines, salts]


def _time_tags(game: GameRecord) -> list[list[str]]:
    if game.time is None:
        return []
    lines = [[_tag(CONTROL, written_control(game.time.control))]]
    if any(used is not None for used in game.time.used):
        used = "\n      ".join(map(quoted, written_used(game.time.used)))
        lines.append([f"[{USED} {used}]"])
    return [*lines, *([_tag(NOTE, *written_note(note))] for note in game.time.notes)]


def _lines(game: GameRecord, states: list[Any]) -> Iterator[str]:
    """Yield the lines of words. A line begins with the headings that have changed."""
    notation = game.kind.notation
    line, written = "", tuple[str, ...]()
    for before, event in zip(states, game.events, strict=False):
        if isinstance(event, Ruled):
            winners = "".join(LETTERS[player] for player in event.winners)
            line = _joined(line, RULING + winners)
        if event.player is None:
            continue
        headings = notation.headings(before)
        if headings != written:
            if line:
                yield line
            line, written = " ".join(_new(written, headings)), headings
        line = _joined(line, _word(game, before, event))
    if line:
        yield line


def _new(written: tuple[str, ...], headings: tuple[str, ...]) -> tuple[str, ...]:
    same = 0
    while written[same : same + 1] == headings[same : same + 1]:
        same += 1
    return headings[same:]


def _joined(line: str, word: str) -> str:
    if line.endswith(":") and word.startswith(":"):  # write a roll and its use as one word
        return line + word[1:]
    return f"{line} {word}" if line else word


def _word(game: GameRecord, before: Any, event: Event) -> str:
    notation = game.kind.notation
    speaker = event.player == notation.speaker(before)
    letter = "" if speaker else LETTERS[event.actor]  # the heading names the speaker
    leaves = leaving_word(event)
    if leaves is not None:
        return letter + leaves
    word = notation.word(before, event)
    bust = word.endswith(":") and game.rules.annotate_event(before, event).get("bust", False)
    return letter + word + (BUST if bust else "")

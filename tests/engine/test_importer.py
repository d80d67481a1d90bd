"""Records from anywhere: they give a game or one kind of error, whatever they are."""

import json
import random
import re
from collections.abc import Callable, Sequence
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.importer import forms_of_a_game, hostile_texts, mutated, random_text
from games.engine.core import Json
from games.engine.records.game_record import GameRecord
from games.engine.records.importer import MAX_BYTES, MAX_EVENTS, RecordError, import_record
from games.engine.records.text_record import TextError, from_text, to_text
from tests.each_case import each_case
from tests.engine.kinds import BUTTONS_CASES, CANTSTOP_CASES
from tests.engine.test_record import bot_game

HEAD = '[Game "cantstop"] [Seat "a" "Ada"] [Seat "b" "Bo"]\n'
GAMES = [bot_game(CANTSTOP_CASES[0]), bot_game(BUTTONS_CASES[0])]
FORMS = [form for seed in "abcdef" for form in forms_of_a_game(seed)]

SECONDS = 10
"""Far more than any text takes, and far less than one that takes time without measure."""


@pytest.mark.parametrize("data", GAMES, ids=lambda data: data["kind"])
def test_json_and_text_are_told_apart(data: Json) -> None:
    forms = [json.dumps(data), json.dumps(data, indent=1), "\ufeff \n" + json.dumps(data)]
    text = to_text(data, "2026.11.21")
    for form in (*forms, text, "\ufeff" + text, "{a comment} " + text, "\n" + text):
        game = import_record(form)
        assert isinstance(game, GameRecord)
        assert game.to_json() == data
        assert game.date == ("2026.11.21" if "Date" in form else "")
        assert game.rules.kind == data["kind"]
        assert game.players == data["players"]


# --- What pasting puts around and into a record ---

NAMES = ["“Ann” \u200d O’Neill", "> ```می\u200cخواهم``` «x»\u00a0"]
"""They stay as they are, whatever becomes of the rest."""


def named_games() -> list[Json]:
    return [
        data | {"players": [{"name": name, "bot": None} for name in NAMES]}
        for data in GAMES
        if len(data["players"]) == len(NAMES)
    ]


PASTED: dict[str, Callable[[str], str]] = {
    "quoted": lambda text: re.sub("(?m)^", "> ", text),
    "quoted twice": lambda text: re.sub("(?m)^", ">> ", text),
    "quoted with a blank of another sort": lambda text: re.sub("(?m)^", ">\u00a0", text),
    "fenced": lambda text: f"```\n{text}\n```\n",
    "fenced and named": lambda text: f"```json\n{text}\n```",
    "fenced in one piece": lambda text: f"```{text.strip()}```",
    "fenced by tildes": lambda text: f"~~~\n{text}\n~~~",
    "fenced and quoted": lambda text: re.sub("(?m)^", "> ", f"```\r\n{text}\r\n```\r\n"),
    "begun unseen": lambda text: f"\u200b\ufeff\u2060{text}",
    "quoted and begun unseen": lambda text: re.sub("(?m)^", "\u200e> ", text),
}


@each_case("way", PASTED)
def test_a_record_is_read_through_what_pasting_puts_around_it(way: str) -> None:
    games = named_games()
    assert games
    for data in games:
        for form in (json.dumps(data, ensure_ascii=False, indent=1), to_text(data, "2026.11.21")):
            assert import_record(PASTED[way](form)).to_json() == data


@each_case("unseen", ["\u200b", "\u00ad", "\ufeff", "\u00a0", "\u2060", "\u3000"])
def test_a_record_is_read_through_unseen_characters_between_its_words(unseen: str) -> None:
    for data in named_games():
        for form in (json.dumps(data, ensure_ascii=False, indent=1), to_text(data)):
            pasted = form.replace(" ", f" {unseen}", 5).replace("\n", f"{unseen}\n")
            assert import_record(pasted).to_json() == data
    split = to_text(GAMES[0]).replace(":", "\u200b:")
    assert import_record(split).to_json() == GAMES[0]


@each_case("marks", ["“”", "„“", "‟”", "””", "＂＂", ("«\u00a0", "\u00a0»")])
def test_a_record_with_smart_quotes_is_read(marks: Sequence[str]) -> None:
    for data in GAMES:
        for form in (json.dumps(data), to_text(data)):
            pasted = re.sub('"([^"]*)"', lambda found: marks[0] + found[1] + marks[1], form)
            assert '"' not in pasted
            assert import_record(pasted).to_json() == data


def test_a_mistake_in_a_pasted_record_is_told_with_the_place_where_it_is_seen() -> None:
    text = to_text(GAMES[0])
    line, column = next(
        (number, line.index(" S"))
        for number, line in enumerate(text.splitlines(), start=1)
        if line.endswith(" S")
    )
    wrong = text.replace(" S\n", " Q\n", 1)
    with pytest.raises(RecordError) as caught:
        import_record(re.sub("(?m)^", "> ", wrong))
    assert caught.value.place == f"line {line}, column {column + 4}"
    assert "Q" in caught.value.reason


def test_a_record_that_is_too_long_is_refused_also_if_most_of_it_is_not_seen() -> None:
    with pytest.raises(RecordError) as caught:
        import_record(to_text(GAMES[0]) + "\u200b" * MAX_BYTES)
    assert "longer than 256 kB" in caught.value.reason


def test_an_unseen_character_in_a_word_that_is_wrong_is_told() -> None:
    with pytest.raises(RecordError) as caught:
        import_record(HEAD.replace("cantstop", "cant\u200bstop"))
    assert "not cant\\u200bstop" in caught.value.reason


@each_case(
    ("change", "place", "reason"),
    [
        ({"kind": "chess"}, "", "there's no game called 'chess'"),
        ({"kind": ["cantstop"]}, "", "not a record"),
        ({"players": []}, "", "2 to 4 players, not 0"),
        ({"players": 2}, "", "not a record"),
        ({"variant": None}, "", "not a record"),
        ({"variant": {"columns_to_win": {}}}, "", "whole number"),
        ({"variant": {}}, "", "variant: {}"),
        ({"events": {}}, "", "events: not a list"),
        ({"events": [{"seq": 1, "player": True, "type": "resigned"}]}, "event 1", "not an event"),
        ({"events": [{"seq": 1, "player": 9, "type": "resigned"}]}, "event 1", "no player 9"),
        ({"events": [{"seq": 1, "player": 0, "type": "stopped"}]}, "event 1", "don't allow"),
        ({"events": [{"seq": 2, "player": 0, "type": "resigned"}]}, "event 1", "instead of"),
        ({"events": []}, "", "outcome"),
        ({"players": [{"name": "a\0b", "bot": None}] * 2}, "", "control character"),
        ({"players": [{"name": "\ud800", "bot": None}] * 2}, "", "control character"),
        ({"comment": ""}, "", "keys"),
        ({"dice": None}, "", "dice: the keys must be scheme"),
    ],
)
def test_a_wrong_json_record_is_refused_with_place_and_reason(
    change: Json, place: str, reason: str
) -> None:
    with pytest.raises(RecordError) as caught:
        import_record(json.dumps({**GAMES[0], **change}))
    assert caught.value.place == place
    assert reason in caught.value.reason
    assert str(caught.value) == (f"{place}: " if place else "") + caught.value.reason


@each_case(
    ("text", "place", "reason"),
    [
        ("", "line 1, column 1", "the tag [Game"),
        ("[]", "line 1, column 1", "a tag must start with a name"),
        ("null", "line 1, column 1", "the tag [Game"),
        ('{"a": 1,\n}', "line 2, column 1", "Expecting property name"),
        ("{}", "", "not a record"),
        ('{"a": 1, "a": 1}', "", "duplicate key: 'a'"),
        ('{"a": 1.0}', "", "numbers must be whole, not 1.0"),
        ('{"a": NaN}', "", "numbers must be whole, not NaN"),
        ('{"a": 1e999999999}', "", "numbers must be whole, not 1e9999999"),
        ('{"a": ' + "9" * 5000 + "}", "", "more than 9 digits"),
        ('{"a": ' + "[" * 17, "", "arrays and objects nested more than 16"),
        (HEAD + "1a\n S", "line 3, column 2", "1a S: event 1: the rules don't allow"),
        ('[Game "cantstop"] [Seat "a" "\\u{0}"] [Seat "b" ""]', "", "control character"),
        (" " * (MAX_BYTES + 1), "", "longer than 256 kB"),
        ("é" * (MAX_BYTES // 2 + 1), "", "longer than 256 kB"),
        ("\ud800", "line 1, column 1", "the tag [Game"),
    ],
)
def test_what_is_no_record_is_refused_with_place_and_reason(
    text: str, place: str, reason: str
) -> None:
    with pytest.raises(RecordError) as caught:
        import_record(text)
    assert caught.value.place == place
    assert reason in caught.value.reason


def test_a_reason_is_never_long() -> None:
    with pytest.raises(RecordError) as caught:
        import_record(json.dumps({**GAMES[0], "outcome": "x" * 100_000}))
    assert len(str(caught.value)) < 400


def imported(text: str) -> GameRecord | RecordError:
    """Read the text as a page does."""
    try:
        return import_record(text)
    except RecordError as error:
        return error


def mistake(text: str) -> TextError | None:
    """Read the text as a text record."""
    try:
        from_text(text, MAX_EVENTS)
    except TextError as error:
        return error
    return None


def tried(text: str) -> GameRecord | RecordError:
    """Read the text: it is a record that can be written again, or refused as declared."""
    game = imported(text)
    if isinstance(game, RecordError):
        assert game.reason
    elif len(again := json.dumps(game.to_json())) <= MAX_BYTES:
        assert import_record(again).events == game.events
    if error := mistake(text):
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    return game


@settings(max_examples=300)
@given(st.sampled_from(FORMS), st.integers(0, 2**32))
def test_a_damaged_record_is_read_or_refused(record: str, seed: int) -> None:
    tried(mutated(record, random.Random(seed)))


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_words_in_no_order_are_read_or_refused(seed: int) -> None:
    tried(random_text(random.Random(seed)))
    tried(HEAD + random_text(random.Random(seed)))


@settings(max_examples=300)
@given(st.text(), st.sampled_from(["", HEAD, HEAD + "1a ", "[", '[Game "', "{", '{"kind":']))
@example("²³x¹:", HEAD)
def test_any_text_is_read_or_refused(text: str, before: str) -> None:
    tried(before + text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 13) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=300)
@given(st.sampled_from(GAMES), st.data())
def test_json_with_another_value_somewhere_is_read_or_refused(
    data: Json, draw: st.DataObject
) -> None:
    changed = json.loads(json.dumps({**data, "events": data["events"][:4], "outcome": None}))
    place, key = changed, draw.draw(st.sampled_from(sorted(changed)))
    while isinstance(place[key], dict | list) and place[key] and draw.draw(st.booleans()):
        place = place[key]
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = draw.draw(st.sampled_from(keys))
    place[key] = draw.draw(JSON)
    tried(json.dumps(changed))


HOSTILE = hostile_texts()
ENDLESS = ("a game of busts", "a game without stars")


def tried_in_time(name: str) -> GameRecord | RecordError:
    text = HOSTILE[name]()
    assert len(text) <= MAX_BYTES
    begun = process_time()
    game = tried(text)
    assert process_time() - begun < SECONDS
    return game


@each_case("name", [name for name in HOSTILE if name not in ENDLESS])
def test_the_longest_texts_take_no_time_without_measure(name: str) -> None:
    tried_in_time(name)


@pytest.mark.parametrize("name", ENDLESS)
def test_a_game_that_will_not_end_is_refused_in_time_where_it_gets_too_long(name: str) -> None:
    error = tried_in_time(name)
    assert isinstance(error, RecordError)
    assert f"more than {MAX_EVENTS} events" in error.reason
    assert error.place.startswith("line ")

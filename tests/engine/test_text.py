"""Games as text: what it looks like, that nothing is lost, and what is said of mistakes."""

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from games.engine.records.game_record import GameRecord, read_json_record
from games.engine.records.text_record import TextError, from_text, text_of, to_text
from games.engine.registry import KINDS
from tests.each_case import each_case
from tests.engine.kinds import CASES, Case, documents
from tests.engine.recorded_games import played, proven, recorded_games
from tests.engine.test_record import PEOPLE, bot_game, schema_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "text-record.md"
EXAMPLES = re.findall(r"^```\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)

HEAD = '[Game "cantstop"]\n[Seat "a" "Ada"] [Seat "b" "Bo"]\n'
BUTTONS = '[Game "buttons"] [Deal "1A 1B" "rb yg"]\n[Seat "a" "Ada"] [Seat "b" "Bo"]\n'


@settings(max_examples=150)
@given(recorded_games())
def test_text_and_json_tell_the_same(game: GameRecord) -> None:
    data = game.to_json()
    read = read_json_record(json.loads(json.dumps(data)))
    assert read.to_json() == data
    assert read.time == game.time
    text = to_text(data, game.date)
    again = from_text(text)
    assert again.to_json() == data
    assert again.date == game.date
    assert again.events == game.events
    assert again.time == game.time
    assert text_of(again) == text_of(game) == text
    assert text.replace("\n", "").isprintable()


@each_case("case", CASES)
def test_games_of_bots_come_back_from_text_whole(case: Case) -> None:
    data = bot_game(case)
    assert from_text(to_text(data)).to_json() == data


@pytest.mark.parametrize("case", CASES[::5], ids=str)
def test_records_with_dice_fit_the_schema(case: Case) -> None:
    salts = ("abc", "", "x_-9", "0")[: case.players]
    for revealed in (True, False):
        dice, proof = proven(1, salts, revealed)
        log = played(case.rules(), dice, random.Random(1), 40)
        players = [*PEOPLE, *PEOPLE][: case.players]
        data = GameRecord(case.rules(), players, log, proof).to_json()
        schema_of(case.kind).validate(data)
        assert from_text(to_text(data)).to_json() == data


def test_the_document_has_examples_of_every_game() -> None:
    games = [from_text(example) for example in EXAMPLES if "[Game" in example]
    assert {game.kind.slug for game in games} == {
        kind for kind in KINDS if documents(kind) == DOCUMENT.parent
    }


@pytest.mark.parametrize("example", [text for text in EXAMPLES if "[Rules" in text])
def test_whole_examples_of_the_document_are_as_they_would_be_written(example: str) -> None:
    assert text_of(from_text(example)) == re.sub(r" ?\{[^}]*\}", "", example)


def test_dice_of_the_players_own_have_a_tag_and_no_proof() -> None:
    text = text_of(from_text(HEAD + '[Dice "own"] 1a 3164:7+7 S'))
    assert '\n[Dice "own"]\n' in text
    assert from_text(text).own_dice
    assert read_json_record(from_text(text).to_json()).own_dice
    assert not from_text(HEAD).own_dice


def words_of(text: str) -> str:
    """Return what is written after the tags of a text, on one line."""
    return " ".join(text_of(from_text(text)).partition("\n\n")[2].split())


@each_case(
    "words",
    [
        "",
        "1a 3164:",
        "1a 3164:7+7",
        "1a 3164:7+7 S 1b R",
        "1a R",
        "1a 3164: T",
        "1a 3164: bR",
        "1a 3164:7+7 bT",
        "1a 3164:7+7 S 1b aR",
        "1a 1111:2+2 1111:2 S 1b 1111:X",
    ],
)
def test_words_of_cant_stop_stay_as_they_are(words: str) -> None:
    assert words_of(HEAD + words) == words


@each_case(
    "words",
    [
        "",
        "r1 1a 4x2+2344:",
        "r1 1a 4x2+2344:43 b-",
        "r1 1a 4x2+2344: b42 :43",
        "r1 1a 4x2+2344:43 b42 1b 1x1+1111: a- :11 2a O",
        "r1 1a 4x2+2344: bR",
        "r1 1a 4x2+2344:43 b- 1b 6x6+1111: aT",
    ],
)
def test_words_of_buttons_stay_as_they_are(words: str) -> None:
    assert words_of(BUTTONS + words) == words


THREE = HEAD + '[Seat "c" "Cy"]\n'


def test_who_leaves_between_a_roll_and_its_answer_does_so_in_the_text() -> None:
    words = "1a 3164: bR :7+7 S 1c aT"
    assert words_of(THREE + words) == words


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        (HEAD + "1a 3164:7+7\n{twice} 1a {x}aS 1b", "1a 3164:7+7 S"),
        (HEAD + "1a 3164:5+9 S", "1a 3164:9+5 S"),
        (HEAD + "1a a3164: a:7+7 S 1b bR", "1a 3164:7+7 S 1b R"),
        (BUTTONS.replace("rb yg", "br gy") + "r1 1a 4x2+4342:43", "r1 1a 4x2+2344:43"),
        ("\ufeff{\n}\u00a0" + HEAD.replace("]\n", "]\r\n") + "1a\r\n3164:\r\n", "1a 3164:"),
    ],
)
def test_people_may_write_more_freely(typed: str, written: str) -> None:
    assert words_of(typed) == written


MISTAKES = [
    ("", 1, 1, "the tag [Game"),
    ("1a 3164:7+7", 1, 1, "the tag [Game"),
    ('[Game "chess"]', 1, 1, f"one of {', '.join(KINDS)}, not chess"),
    ('[Game "cantstop" "x"]', 1, 1, "one value, not 2"),
    ('[Game "cantstop"]', 1, 1, "2 to 4 players, not 0"),
    (HEAD + '[Seat "d" "x"]', 2, 1, "the letters must be abc"),
    (HEAD + '[Seat "b" "x"]', 3, 1, "player b already has this tag"),
    (HEAD + '[Bot "c" "bold"]', 3, 1, "no one has the letter c"),
    (HEAD + '[Seat "" "x"]', 3, 1, "one of the letters abcd"),
    (HEAD + '[Game "cantstop"]', 3, 1, "this tag is already there"),
    (HEAD + ' [Meating "jump"]', 3, 2, "doesn't use this tag"),
    (HEAD + '[Layouts "random"]', 3, 1, "doesn't use this tag"),
    (HEAD + '[Meeting "must"]', 3, 1, "one of share"),
    (HEAD + '[Columns "three"]', 3, 1, "whole number"),
    (HEAD + '[Columns "9"]', 1, 1, "one of 3, 4, 5"),
    (HEAD + '[StopEarly "maybe"]', 3, 1, "true or false"),
    (
        HEAD + '[Rules "2"]',
        3,
        1,
        "played under version 2 of the rules, but we only support version 1",
    ),
    (HEAD + '[Date "2026.13.01"]', 3, 1, "not a day"),
    (HEAD + '[Result "a"]', 3, 1, "by the rules this must be *, not a"),
    (HEAD + '[Termination "columns"]', 3, 1, "by the rules this must be empty"),
    (HEAD + '[Result "*"] 1a R', 3, 1, "by the rules this must be b, not *"),
    (
        HEAD + '[Dice "none"]',
        3,
        1,
        "only games with the players' own dice have this tag; possible: own",
    ),
    (HEAD + '[Dice "own"] [Dice "own"]', 3, 14, "this tag is already there"),
    (HEAD + '[Dice "own"] [DiceCode "x"]', 3, 1, "rolled themselves can't have a proof"),
    (HEAD + '[Salt "a" "x"] [Dice "own"]', 3, 16, "rolled themselves can't have a proof"),
    (HEAD + "[Date 2026]", 3, 6, "a tag must look like"),
    (HEAD + '[Date "x', 3, 6, "a tag must look like"),
    (HEAD + '[Date "\n"]', 3, 6, "a tag must look like"),
    (HEAD + '[Date "a\\n"]', 3, 9, "after \\ there must be"),
    (HEAD + '[Date "\\u{110000}"]', 3, 8, "after \\ there must be"),
    (HEAD + "[", 3, 1, "must start with a name"),
    (HEAD + "1a {x", 3, 4, "closing brace"),
    (HEAD + "1a }", 3, 4, "unexpected } outside a tag"),
    (HEAD + '1a "', 3, 4, 'unexpected " outside a tag'),
    (HEAD + "1a 3164:7+7 [Date]", 3, 13, "tags must come before"),
    (HEAD + "3164:7+7", 3, 1, "1a must come first"),
    (HEAD + "1b", 3, 1, "1b: 1a must come first"),
    (HEAD + "1a S", 3, 4, "1a S: event 1: the rules don't allow"),
    (HEAD + "1a 3164:7+8", 3, 4, "1a 3164:7+8: event 2: the rules don't allow"),
    (HEAD + "1a 3164:7+13", 3, 4, "event 2: not one or two columns"),
    (HEAD + "1a 3167:7+7", 3, 4, "event 1: not four dice"),
    (HEAD + "1a 3164", 3, 4, "not a roll such as"),
    (HEAD + "1a 3164:X", 3, 4, "the roll isn't a bust"),
    (HEAD + "1a 3164: 2211:", 3, 10, "event 2: the rules don't allow"),
    (HEAD + "1a 1111:2+2 1111:2 S 1b 1111:", 3, 25, "is a bust: write 1111:X"),
    (HEAD + "1a 3164:7+7 S 3164:7+7", 3, 15, "1b must come first"),
    (HEAD + "1a b3164:7+7", 3, 4, "nothing to decide"),
    (HEAD + "1a d3164:7+7", 3, 4, "no player 3"),
    (HEAD + "1a R 1b", 3, 6, "the game is over"),
    (HEAD + "1a R R", 3, 6, "the game is over"),
    (HEAD + "1" * 65, 3, 1, "words can't be longer"),
    (HEAD + "1a ٣164:", 3, 4, "not a roll such as"),
    (BUTTONS + '[Deal "1A 1B" "rb yg"]', 3, 1, "this tag is already there"),
    (BUTTONS + "1a", 3, 1, "r1 1a must come first"),
    (BUTTONS + "r1 4x2+2344:43", 3, 4, "r1 4x2+2344:43: 1a must come first"),
    (BUTTONS + "r1 1a 4x2+234:43", 3, 7, "5 dice instead of 6"),
    (BUTTONS + "r1 1a 4x2+2344:45", 3, 7, "event 3: the rules don't allow"),
    (BUTTONS + "r1 1a 4x2+2344:43 b:42", 3, 19, "after a colon"),
    (BUTTONS + "r1 1a 4x2+2344: a43", 3, 17, "after a colon"),
    (BUTTONS + "r1 1a 4x2+2344:43 b43", 3, 19, "event 4: the rules don't allow"),
    (BUTTONS + "r1 1a O", 3, 7, "event 2: the rules don't allow"),
    (BUTTONS + "r1 *", 3, 4, "1a must come first"),
    (BUTTONS.replace("rb", "yb"), 1, 18, "no one holds the red card"),
    (BUTTONS.replace("rb", "rx"), 1, 18, "a card must be r, y, g or b"),
    (BUTTONS.replace("1B", "1C"), 1, 18, "not a layout"),
    (BUTTONS.replace("1A 1B", "1A"), 1, 18, "must be 2 different layouts"),
    (BUTTONS.replace('"1A 1B"', ""), 1, 18, "layouts and hands"),
    (BUTTONS.replace('[Deal "1A 1B" "rb yg"]', "") + "r1", 3, 1, "isn't set up yet"),
    (BUTTONS.replace('[Deal "1A 1B" "rb yg"]', "") + "!a", 3, 1, "nothing to decide"),
    (BUTTONS + '[Layouts "1A 1A"]', 3, 1, "must all be different"),
]


@each_case(("text", "line", "column", "reason"), MISTAKES)
def test_a_mistake_is_told_with_its_place(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(TextError) as caught:
        from_text(text)
    assert reason in str(caught.value.fault)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


def test_a_date_that_is_none_is_not_written() -> None:
    for date in ("21.11.2026", "2026-11-21", "2026.02.30", "0000.01.01", "２０２６.11.21"):
        with pytest.raises(ValueError, match="not a day"):
            to_text(bot_game(CASES[0]), date)

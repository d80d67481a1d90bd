"""The record of a game against its schema, and back to the log."""

import json
import random
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.core import Event, Json, Resigned, TimedOut
from games.engine.dice import SeededDice
from games.engine.records.json_record import RecordPlayer, events_from_record, record
from games.engine.registry import KINDS
from tests.each_case import each_case
from tests.engine.kinds import CANTSTOP_CASES, SOLO_CASES, Case, documents
from tests.engine.positions import STANDARD, faces
from tools.simulate import play

DOCS = Path(__file__).parents[2] / "docs"
PEOPLE: list[RecordPlayer] = [{"name": "Ada", "bot": None}, {"name": "Räuber", "bot": "bold"}]
OPENING: list[Event] = [
    Rolled(0, faces("3164")),
    SplitChosen(0, (7, 7)),
    Stopped(0),
    Rolled(1, faces("1166")),
]


@cache
def schema_of(kind: str) -> Draft202012Validator:
    schema = json.loads(
        (documents(kind) / f"record-{kind}.schema.json").read_text(encoding="utf-8")
    )
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def bot_game(case: Case) -> Json:
    """Return the record of a game of bots at this table."""
    rules, kind = case.rules(), KINDS[case.kind]
    slugs = [list(kind.bots)[player % len(kind.bots)] for player in range(case.players)]
    bots = [kind.bots[slug].seeded(random.Random(str(case))) for slug in slugs]
    log, _ = play(rules, bots, SeededDice(str(case)))
    return record(rules, [{"name": slug, "bot": slug} for slug in slugs], log)


@each_case("case", CANTSTOP_CASES + SOLO_CASES)
def test_records_fit_the_schema_and_give_back_the_log(case: Case) -> None:
    rules = case.rules()
    data = json.loads(json.dumps(bot_game(case)))
    schema_of(case.kind).validate(data)
    events = events_from_record(rules, data)
    assert record(rules, data["players"], events) == data


def test_a_record_from_beginning_to_end() -> None:
    assert record(STANDARD, PEOPLE, [*OPENING, Resigned(0)]) == {
        "format": "cantstop-record/1",
        "kind": "cantstop",
        "rules_version": 1,
        "variant": {"columns_to_win": 3, "meeting": "share", "stop_early": True},
        "players": [{"name": "Ada", "bot": None}, {"name": "Räuber", "bot": "bold"}],
        "events": [
            {
                "seq": 1,
                "player": 0,
                "type": "rolled",
                "dice": [3, 1, 6, 4],
                "turn": 1,
                "roll": 1,
                "bust": False,
            },
            {"seq": 2, "player": 0, "type": "split", "columns": [7, 7]},
            {"seq": 3, "player": 0, "type": "stopped"},
            {
                "seq": 4,
                "player": 1,
                "type": "rolled",
                "dice": [1, 1, 6, 6],
                "turn": 1,
                "roll": 1,
                "bust": False,
            },
            {"seq": 5, "player": 0, "type": "resigned"},
        ],
        "outcome": {"winners": [1], "termination": "resigned"},
    }


def test_a_running_game_has_no_outcome_yet() -> None:
    for length in range(len(OPENING) + 1):
        data = record(STANDARD, PEOPLE, OPENING[:length])
        assert data["outcome"] is None
        schema_of("cantstop").validate(data)
        assert events_from_record(STANDARD, data) == OPENING[:length]


def test_a_bust_is_marked_on_its_roll() -> None:
    log = [
        Rolled(0, faces("1166")),
        SplitChosen(0, (2, 12)),
        Rolled(0, faces("1122")),
        SplitChosen(0, (3, 3)),
        Rolled(0, faces("5555")),
        TimedOut(1),
    ]
    data = record(STANDARD, PEOPLE, log)
    schema_of("cantstop").validate(data)
    assert [(e["turn"], e["roll"], e["bust"]) for e in data["events"] if "dice" in e] == [
        (1, 1, False),
        (1, 2, False),
        (1, 3, True),
    ]
    assert data["outcome"] == {"winners": [0], "termination": "timed_out"}
    assert events_from_record(STANDARD, data) == log


def changed(path: list[Any], value: object) -> Json:
    """Return a good record with one value replaced, or removed where `value` is `...`."""
    data = record(STANDARD, PEOPLE, [*OPENING, Resigned(0)])
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data


BAD_SHAPES: list[tuple[list[Any], object]] = [
    (["format"], "cantstop-record/2"),
    (["format"], ...),
    (["kind"], "buttons"),
    (["rules_version"], 2),
    (["variant", "columns_to_win"], 6),
    (["variant", "columns_to_win"], 3.5),
    (["variant", "meeting"], "must_roll"),
    (["variant", "stop_early"], "allowed"),
    (["variant", "odds"], True),
    (["players"], []),
    (["players"], {}),
    (["players", 0], "Ada"),
    (["players", 0, "bot"], ...),
    (["players", 0, "id"], 7),
    (["players", 1, "name"], None),
    (["events"], None),
    (["events", 0], None),
    (["events", 0, "dice"], [3, 1, 6]),
    (["events", 0, "dice"], [3, 1, 6, 7]),
    (["events", 0, "turn"], 0),
    (["events", 0, "bust"], 0),
    (["events", 0, "bust"], ...),
    (["events", 0, "type"], "stopped"),
    (["events", 0, "type"], ["rolled"]),
    (["events", 1, "columns"], []),
    (["events", 1, "columns"], [7, 7, 7]),
    (["events", 2, "columns"], [7]),
    (["events", 2, "seq"], 0),
    (["events", 2, "player"], -1),
    (["events", 2, "player"], None),
    (["outcome"], ...),
    (["outcome"], {}),
    (["outcome", "termination"], "boredom"),
    (["outcome", "winners"], []),
    (["comment"], "x"),
    (["own_dice"], False),
    (["own_dice"], 1),
    (["own_dice"], None),
]


@each_case(("path", "value"), BAD_SHAPES)
def test_a_record_of_the_wrong_shape_is_refused_by_schema_and_reader(
    path: list[Any], value: object
) -> None:
    data = changed(path, value)
    assert not schema_of("cantstop").is_valid(data)
    with pytest.raises(ValueError, match=r"."):
        events_from_record(STANDARD, data)


@each_case(
    ("path", "value", "message"),
    [
        (["variant", "columns_to_win"], 4, "variant"),
        (["events", 0, "bust"], True, "event 1"),
        (["events", 0, "turn"], 2, "event 1"),
        (["events", 0, "roll"], 2, "event 1"),
        (["events", 0, "dice"], [3, 1, 6, 5], "event 2"),
        (["events", 1, "columns"], [7], "event 2"),
        (["events", 2, "player"], 1, "event 3"),
        (["events", 2, "seq"], 4, "event 3"),
        (["events", 3, "player"], 0, "event 4"),
        (["outcome"], None, "outcome"),
        (["outcome", "winners"], [0], "outcome"),
        (["outcome", "termination"], "columns", "outcome"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused_by_the_reader(
    path: list[Any], value: object, message: str
) -> None:
    data = changed(path, value)
    schema_of("cantstop").validate(data)
    with pytest.raises(ValueError, match=message):
        events_from_record(STANDARD, data)


def test_a_record_of_another_number_of_players_is_refused() -> None:
    data = record(STANDARD, PEOPLE, [])
    data["players"].append({"name": "Third", "bot": None})
    with pytest.raises(ValueError, match="3 instead of 2"):
        events_from_record(STANDARD, data)


def test_reading_leaves_the_record_alone() -> None:
    data = bot_game(CANTSTOP_CASES[0])
    copy = deepcopy(data)
    events_from_record(CANTSTOP_CASES[0].rules(), data)
    assert data == copy

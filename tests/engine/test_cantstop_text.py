"""Actions, events and positions as text and JSON."""

from typing import Any

import pytest

from games.engine.cantstop.actions import BY_TEXT, ROLL, SPLITS, STOP, Split
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.cantstop.notation import text
from games.engine.core import Action, Event, Resign, Resigned, TimedOut
from games.engine.errors import InvalidAction
from tests.each_case import each_case
from tests.engine.positions import STANDARD, position, roll


@each_case(
    ("action", "written"),
    [
        (ROLL, "roll"),
        (STOP, "stop"),
        (Resign(), "resign"),
        (Split((5, 9)), "split:5+9"),
        (Split((9, 5)), "split:9+5"),
        (Split((7, 7)), "split:7+7"),
        (Split((7,)), "split:7"),
    ],
)
def test_actions_as_text(action: Action, written: str) -> None:
    assert str(action) == written
    assert STANDARD.parse_action(written) == action


def test_every_text_is_read_as_the_action_it_is_written_from() -> None:
    assert len(BY_TEXT) == len(SPLITS) + 3
    for written, action in BY_TEXT.items():
        assert str(STANDARD.parse_action(written)) == written
        assert str(action) == written


@each_case(
    "written",
    [
        "",
        "Roll",
        " roll",
        "roll ",
        "pass",
        "time-out",
        "split",
        "split:",
        "split:1",
        "split:13",
        "split:07",
        "split:7+",
        "split:+7",
        "split:5+6+7",
        "split:5 + 9",
        "split:5,9",
        "split:٧",
        "split:-7",
        "split:7.0",
        "roll\x00",
        "split:" + "9" * 10_000,
    ],
)
def test_other_texts_are_no_actions(written: str) -> None:
    with pytest.raises(InvalidAction):
        STANDARD.parse_action(written)


EVENTS: list[tuple[Event, str, dict[str, Any], str]] = [
    (Rolled(1, (3, 1, 6, 4)), "rolled", {"dice": [3, 1, 6, 4]}, "3164"),
    (SplitChosen(1, (7, 7)), "split", {"columns": [7, 7]}, "7+7"),
    (SplitChosen(1, (12,)), "split", {"columns": [12]}, "12"),
    (Stopped(1), "stopped", {}, "S"),
    (Resigned(1), "resigned", {}, "R"),
    (TimedOut(1), "timed_out", {}, "T"),
]


@each_case(("event", "type", "data", "short"), EVENTS)
def test_events_as_json_and_text(event: Event, type: str, data: dict[str, Any], short: str) -> None:
    assert event.type == type
    assert STANDARD.event_to_json(event) == data
    assert STANDARD.event_from_json(type, 1, data) == event
    assert text(event) == short


@each_case(
    ("type", "data"),
    [
        ("", {}),
        ("Rolled", {"dice": [1, 2, 3, 4]}),
        ("busted", {}),
        ("rolled", {}),
        ("rolled", {"dice": None}),
        ("rolled", {"dice": "1234"}),
        ("rolled", {"dice": [1, 2, 3]}),
        ("rolled", {"dice": [1, 2, 3, 4, 5]}),
        ("rolled", {"dice": [0, 2, 3, 4]}),
        ("rolled", {"dice": [1, 2, 3, 7]}),
        ("rolled", {"dice": [1, 2, 3, True]}),
        ("rolled", {"dice": [1, 2, 3, 4.0]}),
        ("split", {}),
        ("split", {"columns": []}),
        ("split", {"columns": [1]}),
        ("split", {"columns": [7, 13]}),
        ("split", {"columns": [5, 6, 7]}),
        ("split", {"columns": 7}),
        ("split", {"columns": [[7]]}),
    ],
)
def test_other_data_is_no_event(type: str, data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        STANDARD.event_from_json(type, 0, data)


@pytest.mark.parametrize("player", [-1, 2, 99])
def test_an_event_belongs_to_a_player_of_the_game(player: int) -> None:
    with pytest.raises(ValueError, match="no player"):
        STANDARD.event_from_json("stopped", player, {})


def test_a_position_as_json() -> None:
    state = roll(position({2: 1, 3: 1, 12: 1}, {7: 5}, {8: 2}, closed=[10]), "2345")
    assert STANDARD.state_to_json(state) == {
        "seq": 1,
        "left": [],
        "markers": [{"7": 5}, {"8": 2, "10": 7}],
        "owners": {"10": 1},
        "turns": [1, 1],
        "turn_player": 1,
        "phase": "roll",
        "roll": 0,
        "dice": [],
        "runners": {},
        "opened": 1,
        "bust": {"player": 0, "dice": [2, 3, 4, 5], "runners": {"2": 1, "3": 1, "12": 1}},
        "result": None,
    }
    assert STANDARD.state_from_json(STANDARD.state_to_json(state)) == state

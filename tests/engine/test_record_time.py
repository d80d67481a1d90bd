"""What records say of time, and what follows from it for the clocks."""

import json
from dataclasses import replace
from typing import Any

import pytest

from games.engine.records.game_record import GameRecord, read_json_record
from games.engine.records.importer import RecordError, import_record
from games.engine.records.record_time import RecordTime, TimeNote
from games.engine.records.text_record import from_text, text_of
from games.engine.records.time_left import time_left
from games.engine.registry import KINDS
from games.engine.replay import positions
from games.engine.time_control import Live, TimeControl, TurnByTurn
from tests.each_case import each_case

RULES = KINDS["cantstop"].make_rules(2, {})
PEOPLE: Any = [{"name": name, "bot": None} for name in ("Ada", "Bo")]
HEAD = '[Game "cantstop"] [Seat "a" "Ada"] [Seat "b" "Bo"]\n'
LOG = "\n1a 3164:7+7 S\n1b 1253:3+8 S\n2a T\n"
LIVE = Live(180, 15)


def game(time: RecordTime | None = None) -> GameRecord:
    """Return a game of seven events and its time."""
    return replace(from_text(HEAD + LOG), time=time)


@pytest.mark.parametrize(
    ("control", "written"),
    [
        (LIVE, "live 180+15"),
        (Live(0, 5), "live 0+5"),
        (TurnByTurn(1), "1 day"),
        (TurnByTurn(3), "3 days"),
        (TurnByTurn(7, weekends_off=True), "7 days, weekends off"),
    ],
)
def test_text_names_the_time_control(control: TimeControl, written: str) -> None:
    time = RecordTime(control, (None,) * 7)
    text = text_of(game(time))
    assert f'[TimeControl "{written}"]' in text
    assert "[Used" not in text
    assert from_text(text).time == time


def test_text_has_the_time_used_in_seconds_and_a_tag_for_each_note() -> None:
    notes = (
        TimeNote(0, "given-back", seconds=90),
        TimeNote(2, "given-back", 0, 5),
        TimeNote(2, "stood-in", 0, bot="bold"),
        TimeNote(7, "taken-over", 1, bot="rule-of-28"),
    )
    time = RecordTime(LIVE, (12_345, 500, 3000, None, 0, 1, 60_010), notes)
    text = text_of(game(time))
    assert '[Used "12.345 0.5 3 - 0 0.001 60.01"]' in text
    assert '[Clock "0" "given-back" "90"]\n[Clock "2" "given-back" "5" "a"]' in text
    assert '[Clock "2" "stood-in" "a" "bold"]\n[Clock "7" "taken-over" "b" "rule-of-28"]' in text
    assert from_text(text).time == time
    assert import_record(json.dumps(game(time).to_json())).time == time


def test_a_record_without_a_time_control_says_nothing_of_time() -> None:
    assert "time" not in game().to_json()
    assert "TimeControl" not in text_of(game())
    assert import_record(text_of(game())).time is None
    assert import_record(json.dumps(game().to_json())).time is None


def test_times_may_be_typed_in_any_number_of_values() -> None:
    tags = '[TimeControl "1 days"] [Used "1 2" "3.100" "- - - -"]\n'
    time = from_text(HEAD + tags + LOG).time
    assert time == RecordTime(TurnByTurn(1), (1000, 2000, 3100, None, None, None, None))


LIVE_TAG = '[TimeControl "live 180+15"] '


@each_case(
    ("tags", "code"),
    [
        ('[TimeControl "180+15"]', "time-control-form"),
        ('[TimeControl "live 3601+15"]', "no-time-control"),
        ('[TimeControl "live 180+4"]', "no-time-control"),
        ('[TimeControl "4 days"]', "no-time-control"),
        ('[TimeControl "3 days, "]', "time-control-form"),
        ('[TimeControl "3 days" "3 days"]', "not-one-value"),
        (LIVE_TAG * 2, "tag-twice"),
        ('[Used "1"]', "no-clocks"),
        ('[Clock "0" "given-back" "90"]', "no-clocks"),
        (LIVE_TAG + '[Used "1 2 3"]', "times-used-differ"),
        (LIVE_TAG + "[Used]", "times-used-differ"),
        (LIVE_TAG + '[Used "1 2 3 4 5 6 -7"]', "no-seconds"),
        (LIVE_TAG + '[Used "1 2 3 4 5 6 7.1234"]', "no-seconds"),
        (LIVE_TAG + '[Used "1 2 3 4 5 6 1000000"]', "no-seconds"),
        (LIVE_TAG + '[Used "1 2 3 4 5 6 ²"]', "no-seconds"),
        (LIVE_TAG + '[Clock "8" "given-back" "90"]', "clock-note-place"),
        (LIVE_TAG + '[Clock "-1" "given-back" "90"]', "clock-tag-form"),
        (LIVE_TAG + '[Clock "1" "given-back"]', "clock-tag-form"),
        (LIVE_TAG + '[Clock "1" "given-back" "90" "A"]', "clock-tag-form"),
        (LIVE_TAG + '[Clock "1" "given-back" "90" "c"]', "no-clock-note"),
        (LIVE_TAG + '[Clock "1" "stood-in" "c" "bold"]', "no-clock-note"),
        (LIVE_TAG + '[Clock "1" "stood-in" "a" "b b"]', "no-clock-note"),
        (LIVE_TAG + '[Clock "1" "gone" "75"]', "clock-tag-form"),
        (LIVE_TAG + '[Clock "1" "gone" "75" "c"]', "no-clock-note"),
        (LIVE_TAG + '[Clock "1" "fell-over" "a" "bold"]', "no-clock-note"),
        (
            LIVE_TAG + '[Clock "2" "given-back" "9"] [Clock "1" "given-back" "9"]',
            "clock-note-place",
        ),
    ],
)
def test_tags_of_time_that_are_wrong_are_refused(tags: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        import_record(f"{HEAD}{tags}\n{LOG}")
    assert caught.value.fault.code == code
    assert caught.value.line == 2


@each_case(
    ("told", "code"),
    [
        (None, "time-form"),
        ({}, "time-form"),
        ({"control": LIVE.to_json(), "used": [None] * 7}, "time-form"),
        ({"control": LIVE.to_json(), "used": [None] * 7, "notes": [], "more": 1}, "time-form"),
        ({"control": None, "used": [None] * 7, "notes": []}, "no-control"),
        ({"control": {"type": "live"}, "used": [None] * 7, "notes": []}, "no-time-control"),
        ({"control": LIVE.to_json(), "used": [None] * 6, "notes": []}, "times-used-differ"),
        ({"control": LIVE.to_json(), "used": [True] * 7, "notes": []}, "no-times-used"),
        ({"control": LIVE.to_json(), "used": [10**9] * 7, "notes": []}, "no-times-used"),
        ({"control": LIVE.to_json(), "used": [None] * 7, "notes": [{}]}, "no-clock-note"),
    ],
)
def test_a_json_record_with_wrong_times_is_refused(told: object, code: str) -> None:
    with pytest.raises(ValueError, match=r"^time: ") as caught:
        read_json_record(game().to_json() | {"time": told})
    assert getattr(caught.value, "code", "") == code


def left(control: TimeControl, used: list[float | None], *notes: TimeNote) -> list[float]:
    """Return the seconds left after each event of the game, for these seconds used."""
    events = game().events
    states = positions(RULES, events)
    time = RecordTime(control, tuple(s if s is None else round(s * 1000) for s in used), notes)
    found = (time_left(RULES, states, events[:seq], time) for seq in range(1, 8))
    return [one.total_seconds() for one in found]


def test_what_a_decision_takes_beyond_its_own_time_is_gone_from_the_bank() -> None:
    used: list[float | None] = [15, 20.5, 0, 100, 15, 15.001, 190]
    assert left(LIVE, used) == [180, 174.5, 174.5, 95, 95, 94.999, 0]


def test_turn_by_turn_each_turn_has_its_days_and_each_decision_a_day() -> None:
    day = 24 * 3600.0
    used: list[float | None] = [day, 1.5 * day, 60, 0, 0, 5, 3 * day]
    # Ada rolls and splits after 2.5 days: the third decision of the turn still has one.
    assert left(TurnByTurn(3), used) == [
        *(2 * day, day, 3 * day),
        *(3 * day, 3 * day, 3 * day),
        3 * day,
    ]


def test_a_bot_that_stood_in_leaves_an_empty_bank() -> None:
    used: list[float | None] = [5, None, None, 1, 1, 1, 14]
    note = TimeNote(1, "stood-in", 0, bot="bold")
    assert left(LIVE, used, note) == [180, 0, 0, 180, 180, 180, 0]
    assert left(LIVE, used, replace(note, player=1)) == [180, 180, 180, 0, 0, 0, 180]


def test_time_that_was_given_back_changes_nothing() -> None:
    used: list[float | None] = [30, None, None, None, None, None, 16]
    note = TimeNote(1, "given-back", seconds=90)
    assert left(LIVE, used, note) == left(LIVE, used) == [165, 165, 165, 180, 180, 180, 164]

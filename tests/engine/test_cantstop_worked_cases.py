"""The worked cases of the rules, by their ids."""

import pytest

from games.engine.cantstop.actions import ROLL, STOP, Split
from games.engine.cantstop.board import pairings
from games.engine.cantstop.events import Stopped
from tests.engine.positions import (
    JUMP,
    MUST_ROLL,
    STANDARD,
    choices,
    choose,
    faces,
    markers,
    position,
    roll,
    runners,
)


def test_T1_both_sums_advance_and_none_of_them_alone() -> None:
    assert choices(position(), "2345") == [{5: 1, 9: 1}, {6: 1, 8: 1}, {7: 2}]


def test_T2_one_free_runner_advances_where_a_runner_stands_and_in_a_new_column() -> None:
    assert choices(position({4: 1, 5: 1}), "2345") == [{5: 2, 9: 1}, {6: 1}, {8: 1}, {7: 2}]


def test_T3_one_free_runner_gives_single_sums() -> None:
    assert choices(position({2: 1, 3: 1}), "2345") == [{5: 1}, {9: 1}, {6: 1}, {8: 1}, {7: 2}]


def test_T4_no_runner_free_and_none_hit_is_a_bust() -> None:
    assert choices(position({2: 1, 3: 1, 12: 1}), "2345") == []


def test_T5_a_closed_column_leaves_the_other_sum() -> None:
    assert choices(position(closed=[5]), "2345") == [{9: 1}, {6: 1, 8: 1}, {7: 2}]


def test_T6_a_stop_keeps_the_gain_of_the_turn() -> None:
    before = position({7: 3, 8: 2, 9: 4}, {6: 4, 9: 3})
    stopped = STANDARD.apply_event(before, Stopped(0))
    assert markers(stopped, 0) == {6: 4, 7: 3, 8: 2, 9: 4}


def test_T6_a_bust_loses_the_gain_of_the_turn() -> None:
    before = position({7: 3, 8: 2, 9: 4}, {6: 4, 9: 3})
    assert markers(roll(before, "1111"), 0) == {6: 4, 9: 3}


@pytest.mark.parametrize(
    ("dice", "sums"),
    [
        ("3344", {(6, 8), (7, 7)}),
        ("4446", {(8, 10)}),
        ("1111", {(2, 2)}),
        ("2456", {(6, 11), (7, 10), (8, 9)}),
        ("2334", {(5, 7), (6, 6)}),
    ],
)
def test_T7_the_splits_of_some_rolls(dice: str, sums: set[tuple[int, int]]) -> None:
    assert {pairing.sums for pairing in pairings(faces(dice))} == sums


def test_T8_a_runner_hit_by_one_sum_makes_room_for_the_other() -> None:
    assert choices(position({6: 1, 10: 1}), "2435") == [{6: 2, 8: 1}, {5: 1}, {9: 1}, {7: 2}]


def test_T9_an_advance_that_is_possible_is_compulsory() -> None:
    assert choices(position({3: 1, 6: 1}), "2455") == [{6: 2, 10: 1}, {7: 1}, {9: 1}]


def test_T10_a_runner_on_the_top_does_not_save_the_roll_and_claims_nothing() -> None:
    state = roll(position({3: 1, 6: 11, 8: 2}), "2455")
    assert state.bust is not None
    assert state.claimed(0) == ()
    assert markers(state, 0) == {}


def test_T11_bust_with_three_free_runners() -> None:
    assert choices(position(closed=[6, 8, 10]), "2446") == []


def test_T12_a_whole_turn() -> None:
    state = choose(roll(position(), "3356"), 8, 9)
    assert runners(state) == {8: 1, 9: 1}
    state = choose(roll(state, "4455"), 9, 9)
    assert runners(state) == {8: 1, 9: 3}
    state = choose(roll(state, "1356"), 7, 8)
    assert runners(state) == {7: 1, 8: 2, 9: 3}


def test_T13_bust_on_the_first_roll_of_a_turn() -> None:
    assert choices(position(closed=[7, 8, 9]), "3445") == []


def test_T14_a_double_where_a_runner_stands_or_two_new_runners() -> None:
    assert choices(position({7: 1}), "2255") == [{4: 1, 10: 1}, {7: 3}]


def test_T15_a_double_with_one_step_left_makes_one_step() -> None:
    before = position({}, {12: 2})
    assert choices(before, "6666") == [{12: 3}]
    state = roll(before, "6666")
    assert STANDARD.legal_actions(state, 0) == (Split((12,)),)


@pytest.mark.parametrize(
    ("runner", "others", "reached"),
    [(2, [3], 4), (2, [3, 4], 5), (2, [3, 5], 4), (2, [4], 3), (0, [1], 2)],
)
def test_J1_a_step_jumps_over_consecutive_markers(
    runner: int, others: list[int], reached: int
) -> None:
    before = position({7: runner}, {}, *({7: space} for space in others), rules=JUMP)
    assert choices(before, "1566", JUMP)[-1] == {7: reached, 11: 1}


def test_J2_each_step_of_a_double_jumps_on_its_own() -> None:
    before = position({11: 1}, {}, {11: 2}, {11: 4}, rules=JUMP)
    assert choices(before, "5656", JUMP)[0] == {11: 5}
    assert Split((11, 11)) in JUMP.legal_actions(roll(before, "5656", JUMP), 0)


def test_J3_a_jump_to_the_top_loses_the_second_step() -> None:
    before = position({}, {}, {12: 1}, {12: 2}, rules=JUMP)
    assert choices(before, "6666", JUMP) == [{12: 3}]
    assert JUMP.legal_actions(roll(before, "6666", JUMP), 0) == (Split((12,)),)


def test_M1_no_stop_while_a_runner_stands_with_a_marker() -> None:
    before = position({7: 3, 8: 2, 9: 1}, {}, {8: 2}, rules=MUST_ROLL)
    assert MUST_ROLL.legal_actions(before, 0) == (ROLL,)
    after = choose(roll(before, "1126", MUST_ROLL), 8, rules=MUST_ROLL)
    assert runners(after)[8] == 3
    assert MUST_ROLL.legal_actions(after, 0) == (ROLL, STOP)

"""The options of a table (CS-V1 to CS-V3), jump (CS-J) and must roll (CS-M)."""

import pytest

from games.engine.cantstop.actions import ROLL, STOP
from games.engine.cantstop.board import COLUMNS, LENGTHS
from games.engine.cantstop.events import Stopped
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.variant import CantStopVariant, Meeting, goals
from games.engine.core import Action, Resigned
from games.engine.errors import IllegalAction
from tests.engine.positions import (
    JUMP,
    MUST_ROLL,
    NO_EARLY_STOP,
    STANDARD,
    choices,
    choose,
    markers,
    position,
    roll,
    runners,
)

ROLL_OR_STOP: tuple[Action, ...] = (ROLL, STOP)


@pytest.mark.parametrize(("players", "allowed"), [(2, (3, 4, 5)), (3, (3, 4, 5)), (4, (3,))])
def test_CS_V1_two_or_three_may_play_to_more(players: int, allowed: tuple[int, ...]) -> None:
    assert goals(players) == allowed
    for goal in range(8):
        variant = CantStopVariant(columns_to_win=goal)
        if goal in allowed:
            assert CantStopRules(players, variant).variant is variant
        else:
            with pytest.raises(ValueError, match=f"for {players} players, not {goal}"):
                CantStopRules(players, variant)


def test_CS_V1_a_larger_goal_is_reached_later() -> None:
    longer = CantStopRules(2, CantStopVariant(columns_to_win=5))
    before = position({2: 3, 3: 5, 12: 3}, rules=longer)
    assert longer.outcome(longer.apply_event(before, Stopped(0))) is None
    assert STANDARD.outcome(STANDARD.apply_event(before, Stopped(0))) is not None


def test_CS_V2_meeting_has_exactly_three_ways() -> None:
    assert [meeting.value for meeting in Meeting] == ["share", "jump", "must-roll"]


def test_CS_V3_no_stop_before_three_runners_are_placed() -> None:
    state = choose(roll(position(), "2345"), 5, 9, rules=NO_EARLY_STOP)
    assert NO_EARLY_STOP.legal_actions(state, 0) == (ROLL,)
    with pytest.raises(IllegalAction):
        NO_EARLY_STOP.check(state, 0, STOP)
    state = choose(roll(state, "1166", NO_EARLY_STOP), 2, rules=NO_EARLY_STOP)
    assert NO_EARLY_STOP.legal_actions(state, 0) == ROLL_OR_STOP


def test_CS_V3_a_winning_stop_has_to_wait_too() -> None:
    before = position({2: 3, 3: 5}, rules=NO_EARLY_STOP)
    assert NO_EARLY_STOP.legal_actions(before, 0) == (ROLL,)


def test_CS_V3_the_demand_ends_without_an_open_column_for_a_free_runner() -> None:
    closed = set(COLUMNS) - {6, 7}
    before = position({6: 2, 7: 1}, closed=closed, rules=NO_EARLY_STOP)
    assert before.free_runners == 1
    assert NO_EARLY_STOP.legal_actions(before, 0) == ROLL_OR_STOP


def test_CS_V3_the_demand_stays_while_one_open_column_has_no_runner() -> None:
    closed = set(COLUMNS) - {6, 7, 8}
    before = position({6: 2, 7: 1}, closed=closed, rules=NO_EARLY_STOP)
    assert NO_EARLY_STOP.legal_actions(before, 0) == (ROLL,)


def test_CS_V3_stopping_early_is_allowed_by_default() -> None:
    assert STANDARD.legal_actions(position({7: 1}), 0) == ROLL_OR_STOP


def test_CS_J1_own_markers_are_not_jumped() -> None:
    before = position({}, {7: 3}, {7: 4}, rules=JUMP)
    assert choices(before, "1661", JUMP)[0] == {7: 6}
    assert choices(before, "1656", JUMP)[0] == {7: 5, 11: 1}


def test_CS_J1_markers_of_players_who_left_are_jumped() -> None:
    from_left = JUMP.apply_event(position({7: 2}, {}, {7: 3}, rules=JUMP), Resigned(1))
    assert choices(from_left, "1656", JUMP)[0] == {7: 4, 11: 1}


def test_CS_J2_placing_a_runner_jumps() -> None:
    before = position({}, {9: 1}, {9: 2}, {9: 3}, {9: 5}, rules=JUMP)
    assert choices(before, "4511", JUMP)[0] == {9: 4, 2: 1}


def test_CS_J3_a_jump_may_end_on_the_top() -> None:
    before = position({12: 1}, {}, {12: 2}, rules=JUMP)
    assert choices(before, "6611", JUMP)[0] == {12: 3, 2: 1}


def test_CS_J4_a_double_whose_first_step_jumps_to_the_top_is_one_step() -> None:
    before = position({3: 2, 6: 1, 8: 1}, {}, {3: 3}, {3: 4}, rules=JUMP)
    assert choices(before, "1212", JUMP) == [{3: 5}]
    assert str(JUMP.legal_actions(roll(before, "1212", JUMP), 0)[0]) == "split:3"


def test_CS_M1_stopping_is_forbidden_even_where_it_would_win() -> None:
    before = position({2: 3, 3: 5, 12: 2}, {11: 5}, {12: 2}, rules=MUST_ROLL)
    assert MUST_ROLL.legal_actions(before, 0) == (ROLL,)


def test_CS_M1_a_marker_in_another_space_of_the_column_does_not_matter() -> None:
    before = position({7: 3}, {7: 2}, {7: 4}, rules=MUST_ROLL)
    assert MUST_ROLL.legal_actions(before, 0) == ROLL_OR_STOP


def test_CS_M1_runners_move_as_in_share() -> None:
    before = position({7: 2}, {}, {7: 3}, rules=MUST_ROLL)
    assert choices(before, "1655", MUST_ROLL) == [{7: 3, 10: 1}, {6: 1, 11: 1}]


def test_CS_M2_moving_another_runner_does_not_free_the_player() -> None:
    before = position({7: 3, 8: 2, 9: 1}, {}, {8: 2}, rules=MUST_ROLL)
    state = choose(roll(before, "1611", MUST_ROLL), 7, rules=MUST_ROLL)
    assert runners(state) == {7: 4, 8: 2, 9: 1}
    assert MUST_ROLL.legal_actions(state, 0) == (ROLL,)


def test_CS_M2_a_bust_ends_it() -> None:
    before = position({7: 3, 8: 2, 9: 1}, {}, {8: 2}, rules=MUST_ROLL)
    state = roll(before, "1111", MUST_ROLL)
    assert state.turn_player == 1
    assert markers(state, 1) == {8: 2}


def test_CS_M2_moving_onto_the_next_marker_keeps_the_player_rolling() -> None:
    rules = CantStopRules(3, CantStopVariant(meeting=Meeting.MUST_ROLL))
    before = position({8: 2}, {}, {8: 2}, {8: 3}, rules=rules)
    state = choose(roll(before, "2611", rules), 8, 2, rules=rules)
    assert rules.legal_actions(state, 0) == (ROLL,)


def test_must_roll_and_no_early_stop_both_hold() -> None:
    rules = CantStopRules(2, CantStopVariant(meeting=Meeting.MUST_ROLL, stop_early=False))
    assert rules.legal_actions(position({7: 1, 8: 1}, rules=rules), 0) == (ROLL,)
    meeting = position({6: 1, 7: 1, 8: 1}, {}, {8: 1}, rules=rules)
    assert rules.legal_actions(meeting, 0) == (ROLL,)
    free = position({6: 1, 7: 1, 8: 1}, {}, {8: 2}, rules=rules)
    assert rules.legal_actions(free, 0) == ROLL_OR_STOP


def test_a_runner_on_the_top_never_meets_a_marker() -> None:
    before = position({12: LENGTHS[12], 3: 1, 4: 1}, {}, {12: 2}, rules=MUST_ROLL)
    assert MUST_ROLL.legal_actions(before, 0) == ROLL_OR_STOP

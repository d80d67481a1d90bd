"""A turn: rolling, splitting, advancing, busting, stopping (CS-1 to CS-16, CS-19)."""

from collections import Counter

import pytest

from games.engine.cantstop.actions import ROLL, STOP, Split
from games.engine.cantstop.board import COLUMNS, LENGTHS, ROLLS, pairings
from games.engine.cantstop.events import Rolled, Stopped
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import Phase
from games.engine.core import Resign
from games.engine.dice import RollAddress, ScriptedDice
from games.engine.errors import IllegalAction, NotActive
from tests.engine.positions import STANDARD, choices, choose, faces, position, roll, runners


@pytest.mark.parametrize("players", [1, 5, 0, -2])
def test_CS_1_two_to_four_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        CantStopRules(players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_CS_1_play_goes_round_in_seat_order(players: int) -> None:
    rules = CantStopRules(players)
    state = rules.initial_state()
    for turn in range(2 * players):
        assert rules.active_players(state) == (turn % players,)
        state = choose(roll(state, "1234", rules), 5, 5, rules=rules)
        state = rules.apply_event(state, Stopped(state.turn_player))
    assert state.turns == (3,) + (2,) * (players - 1)


def test_CS_2_spaces_of_each_column() -> None:
    assert [LENGTHS[column] for column in COLUMNS] == [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3]


def test_CS_3_a_turn_starts_with_a_roll_and_nothing_else() -> None:
    state = STANDARD.initial_state()
    assert STANDARD.legal_actions(state, 0) == (ROLL,)
    with pytest.raises(IllegalAction):
        STANDARD.check(state, 0, STOP)


@pytest.mark.parametrize(
    ("pattern", "most"),
    [
        ([1, 1, 1, 1], 3),
        ([1, 1, 2], 2),
        ([2, 2], 2),
        ([1, 3], 1),
        ([4], 1),
    ],
    ids=["all different", "one pair", "two pairs", "three equal", "four equal"],
)
def test_CS_4_how_many_splits_a_roll_has_at_most(pattern: list[int], most: int) -> None:
    rolls = [dice for dice in ROLLS if sorted(Counter(dice).values()) == pattern]
    assert max(len(pairings(dice)) for dice in rolls) == most


def test_CS_4_different_pairs_with_equal_sums_are_one_choice() -> None:
    assert [pairing.sums for pairing in pairings((2, 3, 5, 4))] == [(5, 9), (7, 7), (6, 8)]
    assert [pairing.sums for pairing in pairings((1, 2, 2, 3))] == [(3, 5), (4, 4)]


def test_CS_4_the_pair_with_the_first_die_comes_first() -> None:
    assert [(p.pairs, p.sums) for p in pairings((6, 1, 2, 4))] == [
        (((0, 1), (2, 3)), (7, 6)),
        (((0, 2), (1, 3)), (8, 5)),
        (((0, 3), (1, 2)), (10, 3)),
    ]


def test_CS_5_a_new_runner_starts_above_the_own_marker_or_on_space_1() -> None:
    assert choices(position({}, {6: 4}), "2435")[0] == {6: 5, 8: 1}


def test_CS_5_a_runner_goes_on_from_where_it_stands() -> None:
    assert choices(position({6: 7}, {6: 4}), "2435")[0] == {6: 8, 8: 1}


def test_CS_6_a_double_takes_one_runner_two_steps() -> None:
    state = choose(roll(position({2: 1, 3: 1}), "3434"), 7, 7)
    assert runners(state) == {2: 1, 3: 1, 7: 2}


def test_CS_7_three_columns_at_most() -> None:
    state = choose(roll(position({4: 1, 5: 1}), "2345"), 5, 9)
    assert state.free_runners == 0
    assert choices(state, "1166") == []


def test_CS_8_a_sum_may_not_be_left_out_where_both_can_be_used() -> None:
    state = roll(position(), "2345")
    for columns in [(5,), (9,), (7,), (9, 5)]:
        with pytest.raises(IllegalAction):
            STANDARD.check(state, 0, Split(columns))


def test_CS_9_the_only_sum_that_can_be_used_is_used_alone() -> None:
    assert choices(position({2: 1, 3: 1, 9: 4}), "2345") == [{9: 5}]


def test_CS_10_the_last_runner_may_go_to_either_sum() -> None:
    state = roll(position({2: 1, 3: 1}), "3366")
    assert STANDARD.legal_actions(state, 0) == (Split((6,)), Split((12,)), Split((9, 9)))


def test_CS_11_a_step_and_the_last_runner_are_both_made() -> None:
    assert choices(position({9: 8, 3: 1}), "4511")[0] == {9: 9, 2: 1}


def test_CS_12_only_splits_that_advance_something() -> None:
    assert choices(position({2: 1, 3: 1, 7: 5}), "2345") == [{7: 7}]


def test_CS_13_a_bust_takes_the_runners_off_and_ends_the_turn() -> None:
    state = roll(position({2: 1, 3: 1, 12: 1}, {7: 5}), "2345")
    assert (state.turn_player, state.phase, runners(state)) == (1, Phase.ROLL, {})
    assert state.dice == ()
    assert state.markers[0][7] == 5


def test_CS_13_the_bust_is_shown_until_the_next_roll() -> None:
    state = roll(position({2: 1, 3: 1, 12: 1}), "2345")
    assert state.bust is not None
    assert (state.bust.player, state.bust.dice) == (0, faces("2345"))
    assert state.bust.runners[12] == 1
    assert roll(state, "2345").bust is None


def test_CS_13_two_busts_in_a_row_show_the_second() -> None:
    before = position(closed=[6, 8, 10])
    state = roll(roll(before, "2446"), "6442")
    assert state.bust is not None
    assert (state.bust.player, state.bust.dice) == (1, faces("6442"))
    assert state.turn_player == 0


def test_CS_14_after_an_advance_roll_again_or_stop() -> None:
    state = choose(roll(position(), "2345"), 7, 7)
    assert STANDARD.legal_actions(state, 0) == (ROLL, STOP)
    assert state.dice == faces("2345")


def test_CS_14_all_four_dice_are_rolled_again() -> None:
    event = STANDARD.resolve(position({7: 2}), 0, ROLL, ScriptedDice([(6, 6, 1, 2)]))
    assert event == Rolled(0, (6, 6, 1, 2))


def test_CS_14_rolls_are_numbered_within_the_turn() -> None:
    state = position()
    addresses = [STANDARD.roll_address(state)]
    for _ in range(2):
        state = choose(roll(state, "2345"), 7, 7)
        addresses.append(STANDARD.roll_address(state))
    assert addresses == [RollAddress(0, 1, 1), RollAddress(0, 1, 2), RollAddress(0, 1, 3)]
    state = STANDARD.apply_event(state, Stopped(0))
    assert STANDARD.roll_address(state) == RollAddress(1, 1, 1)


def test_no_roll_is_due_while_a_split_is_chosen() -> None:
    assert STANDARD.roll_address(roll(position(), "2345")) is None


def test_CS_15_a_runner_on_the_top_closes_its_column_and_is_not_free() -> None:
    before = position({12: 3, 7: 1})
    assert before.free_runners == 1
    assert choices(before, "6666") == []
    assert choices(before, "6661") == [{7: 2}]


def test_CS_16_the_second_step_of_a_double_is_lost_at_the_top() -> None:
    assert choices(position({7: 12}), "3434") == [{7: 13}, {6: 1, 8: 1}]
    assert choices(position({2: 1, 3: 1, 7: 12}), "3434") == [{7: 13}]


def test_CS_16_both_steps_are_made_when_the_second_reaches_the_top() -> None:
    state = choose(roll(position({7: 11}), "3434"), 7, 7)
    assert runners(state) == {7: 13}


def test_CS_19_a_space_with_another_marker_is_shared() -> None:
    assert choices(position({7: 2}, {}, {7: 3}), "1661")[0] == {7: 4}
    assert choices(position({7: 2}, {}, {7: 3}), "1655")[0] == {7: 3, 10: 1}


def test_only_the_turn_player_may_act_but_anybody_may_resign() -> None:
    state = position({7: 2})
    assert STANDARD.legal_actions(state, 1) == ()
    for action in (ROLL, STOP, Split((7,))):
        with pytest.raises(NotActive):
            STANDARD.check(state, 1, action)
    STANDARD.check(state, 1, Resign())


def test_a_split_of_an_earlier_roll_is_illegal() -> None:
    with pytest.raises(IllegalAction):
        STANDARD.check(position({7: 2}), 0, Split((7, 7)))

"""Exact odds, and choices explained."""

from collections import Counter
from fractions import Fraction

import pytest

from games.engine.cantstop.actions import Split
from games.engine.cantstop.analysis import (
    Advance,
    Obstacle,
    Unused,
    bust_chance,
    choices,
    mean_steps,
    obstacle,
    rolls_survived,
    rolls_to_climb,
    rolls_using,
    runners_after,
    steps_at_stake,
    steps_by_roll,
)
from games.engine.cantstop.board import COLUMNS, LENGTHS, ROLLS, pairings, track
from games.engine.cantstop.events import Rolled
from games.engine.cantstop.moves import is_bust
from tests.each_case import each_case
from tests.engine.positions import JUMP, STANDARD, position, roll


@each_case(
    ("column", "rolls"),
    [
        (2, 171),
        (3, 302),
        (4, 461),
        (5, 580),
        (6, 727),
        (7, 834),
        (8, 727),
        (9, 580),
        (10, 461),
        (11, 302),
        (12, 171),
    ],
)
def test_rolls_that_can_make_a_sum(column: int, rolls: int) -> None:
    assert rolls_using(frozenset({column})) == rolls


@pytest.mark.parametrize(
    ("columns", "rolls"),
    [((6, 7, 8), 1192), ((4, 6, 8), 1181), ((2, 7, 12), 1012), ((2, 3, 12), 568)],
)
def test_rolls_that_allow_an_advance_with_three_runners(
    columns: tuple[int, int, int], rolls: int
) -> None:
    state = position(dict.fromkeys(columns, 1))
    assert rolls_using(frozenset(columns)) == rolls
    assert bust_chance(state) == 1 - Fraction(rolls, 1296)


def test_the_chance_of_a_bust_is_that_of_all_rolls_tried() -> None:
    state = position({12: 3, 7: 1}, {}, closed=[6, 8, 5])
    busts = sum(is_bust(state, dice) for dice in ROLLS)
    assert bust_chance(state) == Fraction(busts, 1296) > 0


def test_no_bust_on_an_empty_board() -> None:
    assert bust_chance(STANDARD.initial_state()) == 0


def test_a_free_runner_still_busts_where_columns_are_closed() -> None:
    state = position(closed=[6, 8, 10])
    assert 0 < bust_chance(state) < Fraction(1, 10)


def test_nothing_left_to_advance_is_a_certain_bust() -> None:
    assert bust_chance(position({2: 3, 3: 5, 12: 3})) == 1


def test_there_are_126_different_rolls_of_four_dice() -> None:
    assert len(Counter(tuple(sorted(dice)) for dice in ROLLS)) == 126
    assert all(len(pairings(dice)) in {1, 2, 3} for dice in ROLLS)


def test_every_column_makes_every_roll_useful() -> None:
    assert rolls_using(frozenset(COLUMNS)) == 1296
    assert rolls_using(frozenset()) == 0


@pytest.mark.parametrize(
    ("column", "reason"),
    [
        (10, Obstacle.CLAIMED),
        (12, Obstacle.TOP),
        (5, Obstacle.NO_RUNNER),
        (7, None),
    ],
)
def test_why_a_sum_is_lost(column: int, reason: Obstacle | None) -> None:
    state = position({12: 3, 7: 1, 8: 1}, closed=[10])
    assert obstacle(state.owners, state.runners, column) is reason
    assert state.can_use(column) == (reason is None)


def test_a_bust_can_be_explained_from_the_position_after_it() -> None:
    state = roll(position({12: 3, 7: 1, 8: 1}, closed=[10]), "4655")
    assert state.bust is not None
    sums = [column for pairing in pairings(state.bust.dice) for column in pairing.sums]
    assert [obstacle(state.owners, state.bust.runners, column) for column in sums] == [
        Obstacle.CLAIMED,
        Obstacle.CLAIMED,
        Obstacle.NO_RUNNER,
        Obstacle.NO_RUNNER,
    ]


def test_a_choice_between_two_columns_for_the_last_runner() -> None:
    state = roll(position({2: 1, 3: 1}, {9: 4}), "5451")
    nine, six, *_ = choices(STANDARD, state)
    assert (nine.split, six.split) == (Split((9,)), Split((6,)))
    assert nine.pairing == six.pairing == pairings(state.dice)[0]
    assert nine.pairing.pairs == ((0, 1), (2, 3))
    assert nine.advances == (Advance(9, start=4, space=5, placed=True),)
    assert nine.unused == (Unused(6, Obstacle.NO_RUNNER),)
    assert nine.runners == track({2: 1, 3: 1, 9: 5})
    assert six.unused == (Unused(9, Obstacle.NO_RUNNER),)


def test_a_choice_that_moves_one_runner_and_places_another() -> None:
    first, *_ = choices(STANDARD, roll(position({6: 3}), "1546"))
    assert first.advances == (
        Advance(6, start=3, space=4, placed=False),
        Advance(10, start=0, space=1, placed=True),
    )
    assert first.unused == ()


def test_a_double_is_one_advance_of_two_spaces() -> None:
    first, *_ = choices(STANDARD, roll(position({7: 3}), "1634"))
    assert first.split == Split((7, 7))
    assert first.advances == (Advance(7, start=3, space=5, placed=False),)
    assert first.unused == ()


def test_the_lost_second_step_of_a_double_is_named() -> None:
    (only,) = choices(STANDARD, roll(position({}, {12: 2}), "6666"))
    assert only.advances == (Advance(12, start=2, space=3, placed=True),)
    assert only.unused == (Unused(12, Obstacle.TOP),)


def test_closed_columns_are_named() -> None:
    first, *_ = choices(STANDARD, roll(position(closed=[5]), "2345"))
    assert first.unused == (Unused(5, Obstacle.CLAIMED),)


def test_a_preview_jumps_where_the_runner_would() -> None:
    state = roll(position({7: 2}, {}, {7: 3}, rules=JUMP), "1655", JUMP)
    first, *_ = choices(JUMP, state)
    assert first.advances[0] == Advance(7, start=2, space=4, placed=False)
    assert runners_after(JUMP, state, first.split) == first.runners


def test_there_is_nothing_to_explain_before_a_roll() -> None:
    assert choices(STANDARD, position({7: 2})) == ()


# --- Tables of the page on strategy --------------------------------------------


@each_case("column", COLUMNS)
def test_rolls_that_make_no_step_one_or_two(column: int) -> None:
    none, one, two = steps_by_roll(column)
    assert none + one + two == 1296
    assert one + two == rolls_using(frozenset({column}))


def test_two_steps_in_column_2_need_four_ones() -> None:
    assert steps_by_roll(2) == (1125, 170, 1)
    assert steps_by_roll(7) == (462, 744, 90)


def test_a_column_of_three_spaces_is_climbed_as_long_as_its_steps_take() -> None:
    _, one, two = steps_by_roll(2)
    first = Fraction(1296, one + two)
    second = first + Fraction(one, one + two) * first
    third = first + Fraction(one, one + two) * second + Fraction(two, one + two) * first
    assert rolls_to_climb(2) == third


def test_all_columns_cost_nearly_the_same_and_6_and_8_least() -> None:
    costs = {column: rolls_to_climb(column) for column in COLUMNS}
    assert [round(float(costs[column]), 1) for column in range(2, 8)] == [
        22.6,
        21.1,
        19.0,
        19.1,
        18.2,
        18.4,
    ]
    assert all(costs[column] == costs[14 - column] for column in COLUMNS)
    assert all(LENGTHS[column] <= cost for column, cost in costs.items())


@pytest.mark.parametrize(
    ("columns", "rolls"), [((6, 7, 8), 8), ((5, 7, 9), 4), ((2, 7, 12), 2), ((2, 3, 12), 0)]
)
def test_so_many_rolls_in_a_row_succeed_at_least_every_other_time(
    columns: tuple[int, ...], rolls: int
) -> None:
    safe = Fraction(rolls_using(frozenset(columns)), 1296)
    assert rolls_survived(frozenset(columns)) == rolls
    assert safe**rolls >= Fraction(1, 2) > safe ** (rolls + 1)


def test_the_steps_of_a_roll_are_those_of_the_best_split_tried() -> None:
    columns = {2: 1, 7: 1, 12: 1}
    before = position(columns)
    steps = 0
    for dice in ROLLS:
        after = STANDARD.apply_event(before, Rolled(0, dice))
        steps += max((len(choice.split.columns) for choice in choices(STANDARD, after)), default=0)
    assert mean_steps(frozenset(columns)) == Fraction(steps, 1296)


def test_at_the_steps_at_stake_gain_and_loss_are_equal() -> None:
    columns = frozenset({6, 7, 8})
    bust = 1 - Fraction(rolls_using(columns), 1296)
    assert steps_at_stake(columns) * bust == mean_steps(columns)
    assert round(float(steps_at_stake(columns)), 1) == 16.4


def test_even_sums_can_always_be_made_and_odd_ones_by_seven_rolls_of_eight() -> None:
    assert rolls_using(frozenset(range(2, 13, 2))) == 1296
    assert rolls_using(frozenset(range(3, 12, 2))) == 1134

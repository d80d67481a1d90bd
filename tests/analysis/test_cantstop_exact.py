"""The exact solution of small boards of Can't Stop for one player."""

from collections.abc import Mapping

import numpy as np
import pytest

from games.engine.cantstop.board import LENGTHS

pytest.importorskip("numba", reason="numba has no wheel for this machine")

from tools.cantstop.exact import GOAL, Board, expected_turns

pytestmark = pytest.mark.xdist_group("analysis")  # so that only one process compiles

PUBLISHED = {
    (2, 1): 1.2979481898,
    (3, 1): 1.4802534193,
    (3, 3): 1.8904814558,
    (4, 1): 2.1873069749,
}


@pytest.mark.parametrize(("sides", "shortest"), PUBLISHED)
def test_small_boards_take_as_many_turns_as_published(sides: int, shortest: int) -> None:
    expected = PUBLISHED[sides, shortest]
    assert expected_turns(sides, shortest) == pytest.approx(expected, abs=1e-9)


def test_six_sides_and_three_spaces_make_the_board_of_the_game() -> None:
    board = Board(6, 3)
    assert (0, 0, *board.lengths) == LENGTHS
    assert list(board.columns) == list(range(2, 13))
    assert Board(4, 1).lengths == (1, 3, 5, 7, 5, 3, 1)


@pytest.mark.parametrize(
    ("markers", "turns"),
    [
        ({2: 1, 3: 3, 4: 1}, 0),  # won
        ({2: 1, 3: 2, 4: 1}, 16 / 14),  # all rolls but 1111 and 2222 have a 3
        ({3: 3, 4: 1}, 16 / 11),  # 11 of 16 rolls have two ones for a 2
        ({2: 1, 3: 1, 4: 1}, 1 / (6 / 16 + 8 / 16 * 14 / 16)),  # 1122: two steps, else one of two
    ],
)
def test_the_last_turns_of_a_game_are_what_one_finds_by_hand(
    markers: Mapping[int, int], turns: float
) -> None:
    assert Board(2, 1).turns_from(markers) == pytest.approx(turns, abs=1e-12)


def test_won_games_take_no_turns_and_both_sides_of_the_board_are_alike() -> None:
    board = Board(3, 1)
    turns = board.turns
    assert turns.shape == (2, 4, 6, 4, 2)
    assert np.allclose(turns, turns.transpose(), rtol=0, atol=1e-12)
    claimed = sum(
        (np.indices(turns.shape)[axis] == length).astype(int)
        for axis, length in enumerate(board.lengths)
    )
    assert ((turns == 0) == (claimed >= GOAL)).all()
    assert (turns[claimed < GOAL] >= 1).all()


def test_a_claimed_column_may_cost_turns() -> None:
    board = Board(2, 1)
    assert board.turns_from({3: 3, 4: 1}) > board.turns_from({3: 2, 4: 1})


@pytest.mark.parametrize(("sides", "shortest"), [(1, 3), (6, 0), (0, 0)])
def test_there_are_no_boards_without_columns_or_spaces(sides: int, shortest: int) -> None:
    with pytest.raises(ValueError, match=f"{sides} sides and {shortest} spaces"):
        expected_turns(sides, shortest)


def test_a_marker_above_the_top_is_refused() -> None:
    with pytest.raises(IndexError):
        Board(2, 1).turns_from({3: 4})

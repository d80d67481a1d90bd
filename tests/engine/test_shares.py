"""Shares of games won: their intervals, and when they are clear."""

import random

import pytest

from games.engine.shares import is_clear, share_of
from tests.each_case import each_case


@each_case(
    ("won", "games", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),  # a known example: R. G. Newcombe, 1998, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (987, 1000, 0.9779, 0.9924),
    ],
)
def test_the_interval_is_that_of_wilson(won: float, games: int, low: float, high: float) -> None:
    share = share_of(won, games)
    assert share.mean == won / games
    assert (share.low, share.high) == pytest.approx((low, high), abs=6e-5)


def test_an_interval_has_mirrored_ends_for_the_other_player_and_never_leaves_0_to_1() -> None:
    share, other = share_of(3.5, 12), share_of(8.5, 12)
    assert (share.low, share.high) == pytest.approx((1 - other.high, 1 - other.low))
    assert share_of(12, 12).high == 1
    assert share_of(0, 1).low == 0


@pytest.mark.parametrize("true", [0.5, 0.6])
def test_the_verdict_is_right_in_nineteen_of_twenty_matches(true: float) -> None:
    chance = random.Random(1)
    right = 0
    for _ in range(400):
        won = games = 0
        verdict = None
        while verdict is None:
            games += 1
            won += chance.random() < true
            verdict = is_clear(won, games, 0.5, 0.6)
        right += verdict == (true == 0.6)
    assert right >= 380


def test_a_verdict_comes_when_the_games_are_nineteen_times_as_likely() -> None:
    assert is_clear(16, 16, 0.5, 0.6) is None  # (0.6 / 0.5) ** 16 = 18.5
    assert is_clear(17, 17, 0.5, 0.6) is True
    assert is_clear(0, 13, 0.5, 0.6) is None  # (0.5 / 0.4) ** 13 = 18.2
    assert is_clear(0, 14, 0.5, 0.6) is False


def test_with_shared_wins_nothing_but_equal_strength_becomes_clear() -> None:
    verdicts = [is_clear(games / 2, games, 0.5, 0.6) for games in range(1, 1000)]
    assert set(verdicts) == {None, False}

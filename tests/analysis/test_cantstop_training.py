"""Training the values of Can't Stop."""

import os
import subprocess
import sys

import pytest

from games.analysis.cantstop.values import WEIGHTS, load_nets
from tools.matches import Match

pytestmark = pytest.mark.xdist_group("analysis")  # so that only one process compiles

TRAINING = """
import sys
from games.analysis.cantstop.board import make_board
from tools.cantstop.training import Schedule, finished, train

schedule = Schedule({turns}, real=(0.5, 0.0), passes=4)
net = finished(train(make_board(2, (1, 3, 1)), 1, int(sys.argv[1]), schedule))
print(float(abs(net.first).sum()), float(net.heads.sum()), float(net.bias.sum()))
"""


def trained(seed: int, turns: int = 400) -> str:
    """Train on the smallest board, without compiling: that would take longer."""
    return subprocess.run(
        [sys.executable, "-c", TRAINING.format(turns=turns), str(seed)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_the_same_seed_gives_the_same_values() -> None:
    once = trained(1)
    assert once == trained(1)
    assert once != trained(2)


def test_the_weights_are_small_and_there_for_each_number_of_players() -> None:
    assert WEIGHTS.stat().st_size < 200_000
    assert sorted(load_nets()) == [1, 2, 3, 4]


def test_the_oracle_beats_the_best_bot_that_does_not_look_ahead() -> None:
    games = 40
    match = Match("cantstop", {}, ("oracle", "linear"), players=2, seed=1)
    won = sum(result.shares[0] for result in match.results(games))
    assert won > games / 2

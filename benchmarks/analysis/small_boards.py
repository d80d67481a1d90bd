"""Measure what the trained analysis loses on boards that are small enough to be solved exactly.

`python -m benchmarks.analysis.small_boards`. For each board it trains values as for the real one,
only shorter, and computes how many turns one player then needs on average: exactly, over all that
can happen. The surplus over the best play is the loss of the analysis.
"""

import argparse
import sys
from collections import defaultdict

import numpy as np

from games.analysis.cantstop.board import Board, make_board
from games.analysis.cantstop.turns import best_steps, place_of, solve
from games.analysis.cantstop.values import Net, Position, free_ways, turn_of
from tools.cantstop.exact import GOAL, expected_turns
from tools.cantstop.exact import Board as SmallBoard
from tools.cantstop.training import Schedule, finished, train

BOARDS = [(2, 1), (3, 1), (3, 3), (4, 1)]
"""Number of sides of the dice, and of spaces of the outer columns."""

SCHEDULE = Schedule(40_000, real=(0.5, 0.0), passes=16, goals=(GOAL,))

Steps = tuple[int, ...]


class Player:
    """Plays alone as the trained values say."""

    def __init__(self, board: Board, net: Net) -> None:
        self._board = board
        self._net = net
        self._known: dict[Steps, float] = {}

    def turns(self, markers: Steps) -> float:
        """Return how many turns are needed on average from these spaces of the markers."""
        won = sum(np.array(markers) == self._board.lengths)
        if won >= GOAL:
            return 0.0
        if markers not in self._known:
            ends, bust = self._turn(markers, GOAL - int(won))
            later = sum(chance * self.turns(end) for end, chance in ends.items())
            self._known[markers] = (1 + later) / (1 - bust)
        return self._known[markers]

    def _turn(self, markers: Steps, needed: int) -> tuple[dict[Steps, float], float]:
        """Return how likely a turn ends with which markers, and with a bust."""
        board, columns = self._board, len(markers)
        position = Position(np.array([markers]), np.zeros(columns, np.bool_), np.array([needed]))
        turn = turn_of(board, self._net, position, free_ways(board, position))
        solved = solve(board, turn)
        ends: dict[Steps, float] = defaultdict(float)
        bust = 0.0
        # By the number of steps in all, which every roll raises.
        waiting: dict[int, dict[Steps, float]] = defaultdict(lambda: defaultdict(float))
        waiting[0][(0,) * columns] = 1.0
        while waiting:
            for made, reached in waiting.pop(min(waiting)).items():
                at = place_of(board, turn.top, solved, np.array(made)) if any(made) else -1
                if at >= 0 and solved.stops[at]:
                    ends[tuple(np.add(markers, made).tolist())] += reached
                    continue
                for roll, chance in enumerate(board.roll_chance.astype(float)):
                    steps = np.array(made)
                    if best_steps(board, turn, solved, steps, roll):
                        waiting[int(steps.sum())][tuple(steps.tolist())] += reached * chance
                    else:
                        bust += reached * chance
        return ends, bust


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.setrecursionlimit(10_000)
    for sides, shortest in BOARDS:
        board = make_board(sides, SmallBoard(sides, shortest).lengths)
        net = finished(train(board, 1, options.seed, SCHEDULE))
        best = expected_turns(sides, shortest)
        found = Player(board, net).turns((0,) * len(board.lengths))
        print(
            f"dice with {sides} sides, shortest column {shortest}: best {best:.10f} turns,"
            f" trained {found:.6f}, loses {found / best - 1:.3%} (aim: at most 0.5%)",
            flush=True,
        )


if __name__ == "__main__":
    main()

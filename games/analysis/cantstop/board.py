"""Boards as arrays for compiled code: the real one, and small ones that can be solved exactly."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.cantstop.board import COLUMNS, DICE, LENGTHS, RUNNERS, pairings
from games.engine.dice import FACES

Steps = tuple[int, int, int]  # the number of steps of each of the three runners

# All moves that a split can make when all runners are placed (CS-6 to CS-9).
MOVES: tuple[Steps, ...] = (
    (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 2, 0), (0, 0, 1), (0, 0, 2),
    (1, 1, 0), (1, 0, 1), (0, 1, 1),
)  # fmt: skip


class Board(NamedTuple):
    """A board and its dice. Columns are counted from 0: column 0 is for the sum 2."""

    lengths: NDArray[np.int64]  # spaces of each column
    roll_chance: NDArray[np.float32]  # chance of each roll; those with the same pairings are one
    # For each roll, the columns of the two sums of up to three pairings; -1 for none.
    roll_sums: NDArray[np.int64]
    triples: NDArray[np.int64]  # the columns of the three runners, for each way to place them
    triple_of: NDArray[np.int64]  # index in `triples`, by three columns in ascending order
    # The chance that a roll allows no move of a set. Indices: the triple, its runners on a top (a
    # bit each), and the set of moves (a bit for each of `MOVES`).
    none_of: NDArray[np.float32]


@cache
def make_board(sides: int = FACES, lengths: tuple[int, ...] = LENGTHS[COLUMNS.start :]) -> Board:
    """Return a board for dice of 2 to 6 sides. lengths: spaces of the columns, sum 2 first."""
    rolls = Counter(map(_pairs, product(range(1, sides + 1), repeat=DICE)))
    count = sides**DICE
    roll_sums = np.full((len(rolls), 3, 2), -1)
    for number, pairs in enumerate(rolls):
        roll_sums[number, : len(pairs)] = pairs
    columns = len(lengths)
    triples = list(combinations(range(columns), RUNNERS))
    triple_of = np.full((columns,) * RUNNERS, -1)
    none_of = np.empty((len(triples), 2**RUNNERS, 2 ** len(MOVES)), np.float32)
    every = np.arange(2 ** len(MOVES))
    for number, triple in enumerate(triples):
        triple_of[triple] = number
        for topped in range(2**RUNNERS):
            usable = {c: place for place, c in enumerate(triple) if not topped >> place & 1}
            classes: Counter[int] = Counter()
            for pairs, weight in rolls.items():
                classes[_moves(pairs, usable)] += weight
            weights = sum(weight * (every & moves == 0) for moves, weight in classes.items())
            none_of[number, topped] = weights / count
    return Board(
        lengths=np.array(lengths),
        roll_chance=np.array(list(rolls.values()), np.float32) / np.float32(count),
        roll_sums=roll_sums,
        triples=np.array(triples),
        triple_of=triple_of,
        none_of=none_of,
    )


Pairs = tuple[tuple[int, int], ...]


def _pairs(dice: tuple[int, ...]) -> Pairs:
    """Return the columns that each pairing of the dice names."""
    sums = (tuple(sorted(total - COLUMNS.start for total in p.sums)) for p in pairings(dice))
    return tuple(sorted((low, high) for low, high in sums))


def _moves(pairs: Pairs, usable: dict[int, int]) -> int:
    """Return the moves that a roll allows when all runners are placed: a bit for each of `MOVES`.

    usable: the place of each runner that is not on a top, 0 to 2, by its column.
    """
    found = 0
    for sums in pairs:
        steps = [0] * RUNNERS
        for column in sums:
            if column in usable:
                steps[usable[column]] += 1
        if any(steps):
            found |= 1 << MOVES.index(tuple(steps))
    return found

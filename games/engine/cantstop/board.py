"""The board: columns, spaces, and the pairings of four dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from games.engine.core import Json
from games.engine.dice import FACES

COLUMNS = range(2, 13)

LENGTHS: tuple[int, ...] = (0, 0, 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)
"""Spaces of each column, indexed by column (CS-2); also the number of its top space."""

RUNNERS = 3
"""Runners for one turn (CS-7)."""

DICE = 4
"""Dice of one roll (CS-3)."""

ROLLS = tuple(product(range(1, FACES + 1), repeat=DICE))
"""The 1296 rolls of four dice, all equally likely."""

Track = tuple[int, ...]
"""One piece a column: the space it stands on, indexed by column, 0 where there is none."""

NO_PIECES: Track = (0,) * len(LENGTHS)


def track(spaces: Mapping[int, int]) -> Track:
    """Return the pieces given as {column: space}, space 1..length."""
    return tuple(spaces.get(column, 0) for column in range(len(LENGTHS)))


def spaces(pieces: Track) -> dict[int, int]:
    """Return {column: space} of the pieces that are on the board, columns ascending."""
    return {column: space for column, space in enumerate(pieces) if space}


def track_to_json(pieces: Track) -> Json:
    """Return `spaces` with the columns as text, as JSON wants its keys."""
    return {str(column): space for column, space in spaces(pieces).items()}


def track_from_json(data: Mapping[str, int]) -> Track:
    """Return the pieces that `track_to_json` wrote."""
    return track({int(column): space for column, space in data.items()})


@dataclass(frozen=True, slots=True)
class Pairing:
    """Four dice as two pairs (CS-4).

    pairs: indices (0..3) into the dice as rolled; the pair with the first die is first.
    sums: of the two pairs, in the same order; each names a column.
    """

    pairs: tuple[tuple[int, int], tuple[int, int]]
    sums: tuple[int, int]


_PAIRS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@cache
def pairings(dice: tuple[int, ...]) -> tuple[Pairing, ...]:
    """Return the one to three different pairings of four dice (CS-4).

    dice: four faces, 1..6, as rolled. Pairings with the same two sums are one; the
    first of them stands for all.
    """
    found: dict[tuple[int, ...], Pairing] = {}
    for pairs in _PAIRS:
        first, second = (dice[i] + dice[j] for i, j in pairs)
        found.setdefault(tuple(sorted((first, second))), Pairing(pairs, (first, second)))
    return tuple(found.values())

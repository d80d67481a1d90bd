"""The board: columns, spaces, and the pairings of four dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from games.engine.core import Json
from games.engine.dice import FACES

COLUMNS = range(2, 13)

LENGTHS: tuple[int, ...] = (0, 0, 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)
"""Number of spaces of each column (CS-2), also the number of its top space; indexed by column."""

RUNNERS = 3
"""Number of runners in a turn (CS-7)."""

DICE = 4
"""Number of dice of a roll (CS-3)."""

ROLLS = tuple(product(range(1, FACES + 1), repeat=DICE))
"""All 1296 rolls of four dice, equally likely."""

Track = tuple[int, ...]
"""The space of the piece in each column, 0 for no piece; indexed by column."""

NO_PIECES: Track = (0,) * len(LENGTHS)


def track(spaces: Mapping[int, int]) -> Track:
    """Return the pieces on these spaces, given by column."""
    return tuple(spaces.get(column, 0) for column in range(len(LENGTHS)))


def spaces(pieces: Track) -> dict[int, int]:
    """Return the spaces of all pieces by column, columns in ascending order."""
    return {column: space for column, space in enumerate(pieces) if space}


def track_to_json(pieces: Track) -> Json:
    """Return the spaces of all pieces by column as plain JSON, which needs text as keys."""
    return {str(column): space for column, space in spaces(pieces).items()}


def track_from_json(data: Mapping[str, int]) -> Track:
    """Return the pieces written by `track_to_json`."""
    return track({int(column): space for column, space in data.items()})


@dataclass(frozen=True, slots=True)
class Pairing:
    """Four dice as two pairs (CS-4). The pair with the first die comes first."""

    pairs: tuple[tuple[int, int], tuple[int, int]]  # indices of the dice as rolled, 0 to 3
    sums: tuple[int, int]  # sums of these pairs; each names a column


_PAIRS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@cache
def pairings(dice: tuple[int, ...]) -> tuple[Pairing, ...]:
    """Return the one to three different pairings of four dice in the order rolled (CS-4)."""
    found: dict[tuple[int, ...], Pairing] = {}
    for pairs in _PAIRS:
        first, second = (dice[i] + dice[j] for i, j in pairs)
        # Pairings with the same two sums allow the same advances, so only the first is returned.
        found.setdefault(tuple(sorted((first, second))), Pairing(pairs, (first, second)))
    return tuple(found.values())

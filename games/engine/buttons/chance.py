"""Rolls and their probabilities."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from games.engine.buttons.events import Rolled
from games.engine.dice import FACES

_SIDES = range(1, FACES + 1)


def rolled(player: int, dice: tuple[int, ...]) -> Rolled:
    """Return the event of two to six dice: white, gold, then the other black ones."""
    white, gold, *black = dice
    return Rolled(player, white, gold, tuple(sorted(black)))


def outcomes(player: int, dice: int) -> Iterator[tuple[Rolled, Fraction]]:
    """Yield every different roll of 2 to 6 dice with its probability.

    Rolls that differ only in the order of the black dice are the same.
    """
    for white in _SIDES:
        for gold in _SIDES:
            for black, ways in _black_rolls(dice - 2):
                yield Rolled(player, white, gold, black), Fraction(ways, FACES**dice)


@cache
def _black_rolls(count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    return tuple(
        (faces, factorial(count) // prod(map(factorial, Counter(faces).values())))
        for faces in combinations_with_replacement(_SIDES, count)
    )

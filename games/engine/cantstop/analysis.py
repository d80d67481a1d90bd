"""Properties of positions for pages and bots, beyond the rules."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache

from games.engine.cantstop import moves
from games.engine.cantstop.actions import SPLITS, Split
from games.engine.cantstop.board import LENGTHS, ROLLS, RUNNERS, Pairing, Track, pairings
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase

_ROLLS_BY_SUMS = Counter(
    frozenset(column for pairing in pairings(dice) for column in pairing.sums) for dice in ROLLS
)
"""The number of rolls, of all 1296, with each set of sums."""


@cache
def rolls_using(columns: frozenset[int]) -> int:
    """Return how many of the 1296 rolls have a pair whose sum names one of the columns, 2 to 12."""
    return sum(rolls for sums, rolls in _ROLLS_BY_SUMS.items() if not columns.isdisjoint(sums))


def steps_by_roll(column: int) -> tuple[int, int, int]:
    """Return how many of the 1296 rolls can make no, one and two steps in a column, 2 to 12."""
    steps = Counter(_most_steps(dice, frozenset({column})) for dice in ROLLS)
    return steps[0], steps[1], steps[2]


def rolls_to_climb(column: int) -> Fraction:
    """Return how many rolls it takes on average to climb a whole column, 2 to 12.

    The player steps whenever a roll allows it, two spaces with a double (CS-6, CS-16). Other rolls
    count but lose nothing, as if there were no busts.
    """
    _none, one, two = steps_by_roll(column)
    rolls = [Fraction(0)]  # mean number of rolls, indexed by the spaces to go
    for to_go in range(1, LENGTHS[column] + 1):
        after_one, after_two = rolls[to_go - 1], rolls[max(to_go - 2, 0)]
        rolls.append((len(ROLLS) + one * after_one + two * after_two) / (one + two))
    return rolls[-1]


def mean_steps(columns: frozenset[int]) -> Fraction:
    """Return how many steps the next roll makes on average with runners in these three columns.

    The split with the most steps is chosen, and no runner reaches its top.
    """
    return Fraction(sum(_most_steps(dice, columns) for dice in ROLLS), len(ROLLS))


def steps_at_stake(columns: frozenset[int]) -> Fraction:
    """Return the steps of a turn at which a roll loses as many steps as it adds, on average.

    The runners are in these three columns; some rolls must be busts. A bust loses all steps of the
    turn, and a roll makes `mean_steps` on average.
    """
    bust = 1 - Fraction(rolls_using(columns), len(ROLLS))
    return mean_steps(columns) / bust


def rolls_survived(columns: frozenset[int]) -> int:
    """Return the largest number of rolls in a row that at least half of all turns survive.

    The three runners stay in these columns, below the tops; some rolls must be busts.
    """
    safe = Fraction(rolls_using(columns), len(ROLLS))
    rolls = 0
    while safe ** (rolls + 1) >= Fraction(1, 2):
        rolls += 1
    return rolls


def _most_steps(dice: tuple[int, ...], columns: frozenset[int]) -> int:
    return max(sum(total in columns for total in pairing.sums) for pairing in pairings(dice))


def bust_chance(state: CantStopState) -> Fraction:
    """Return the exact chance that the turn player's next roll is a bust (CS-13), in any variant.

    It depends on the runners: if the player still has to choose a split, apply the split first.
    """
    return 1 - Fraction(rolls_using(state.usable_columns()), len(ROLLS))


class Obstacle(StrEnum):
    """Why a sum allows no advance."""

    CLAIMED = "claimed"
    """A player owns the column (CS-17)."""

    TOP = "top"
    """A runner is on the top already (CS-15)."""

    NO_RUNNER = "no-runner"
    """The three runners are in other columns (CS-7)."""


def obstacle(owners: tuple[int | None, ...], runners: Track, column: int) -> Obstacle | None:
    """Return why a sum that names the column, 2 to 12, cannot be used, or None if it can.

    For a roll that was a bust, use the state's owners, and the runners of the state's `bust`.
    """
    if owners[column] is not None:
        return Obstacle.CLAIMED
    if runners[column] == LENGTHS[column]:
        return Obstacle.TOP
    placed = len(runners) - runners.count(0)
    if not runners[column] and placed == RUNNERS:
        return Obstacle.NO_RUNNER
    return None


@dataclass(frozen=True, slots=True)
class Advance:
    """The effect of a split in one column."""

    column: int
    start: int  # space before the split: the runner's, else the player's marker's, else 0
    space: int  # space of the runner after the split
    placed: bool  # True if the split places the runner, False if it only moves it


@dataclass(frozen=True, slots=True)
class Unused:
    """A sum, or the second step of a double, that a split cannot use."""

    column: int
    obstacle: Obstacle


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal split with its consequences."""

    split: Split
    pairing: Pairing
    advances: tuple[Advance, ...]  # one for each column, in the split's order
    unused: tuple[Unused, ...]  # the sums and steps that the split cannot use
    runners: Track  # all runners after the split


def choices(rules: CantStopRules, state: CantStopState) -> tuple[Choice, ...]:
    """Return the splits to choose from now, in the order of `legal_actions`; () without a roll."""
    if state.phase is not Phase.CHOOSE:
        return ()
    return tuple(
        _choice(rules, state, pairing, columns)
        for pairing in pairings(state.dice)
        for columns in moves.options(state, rules.variant.meeting, pairing.sums)
    )


def runners_after(rules: CantStopRules, state: CantStopState, split: Split) -> Track:
    """Return the runners after a split that is legal now."""
    return moves.advance(state, rules.variant.meeting, split.columns)


def _choice(
    rules: CantStopRules, state: CantStopState, pairing: Pairing, columns: tuple[int, ...]
) -> Choice:
    split = SPLITS[columns]
    runners = runners_after(rules, state, split)
    advances = tuple(
        Advance(column, moves.base(state, column), runners[column], not state.runners[column])
        for column in dict.fromkeys(columns)
    )
    lost = Counter(pairing.sums) - Counter(columns)
    unused = tuple(
        Unused(column, reason)
        for column in lost
        if (reason := obstacle(state.owners, runners, column))
    )
    return Choice(split, pairing, advances, unused, runners)

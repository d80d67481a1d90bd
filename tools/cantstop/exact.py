"""The exact solution of small boards of Can't Stop for one player alone.

The full board has far too many positions for an exact solution. On small boards, an approximate
solution can be compared with the exact one.

Source of the boards and of their costs: James Glenn, Haw-ren Fang, Clyde P. Kruskal, "A Retrograde
Approximation Algorithm for One-Player Can't Stop", Computers and Games 2006.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import numpy as np

from games.analysis.compiling import njit
from games.engine.cantstop.board import DICE, RUNNERS, pairings

GOAL = 3  # columns to win (CS-18)

MOST_STEPS = 100  # steps of Newton's method: it needs far fewer, unless rounding keeps it going

NO_PAIR = -1  # fills up rolls with fewer than three different pairings

BUST = -1  # in `leads`: the pairing cannot be used

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]


class _Work(NamedTuple):
    """The arrays that the functions below read and write.

    A set of markers has a number: the sum of its spaces, each times the stride of its column. A
    position with runners has the number of the set of markers that stopping would leave.
    """

    lengths: Ints  # spaces of each column
    strides: Ints  # the stride of each column
    rolls: Ints  # the pairings of each roll, as indices into `leads`
    chance: Floats  # the chance of each roll
    turns: Floats  # by number of a set of markers: the expected number of turns
    after: Floats  # by number of a position: the expected number of turns after the present one
    bust: Floats  # by number of a position: the chance that the present turn ends in a bust
    markers: Ints  # spaces of the markers before the present turn
    spaces: Ints  # spaces of the runners, and of the markers in other columns
    leads: Ints  # for each pairing, the number of the position after it, or `BUST`


@dataclass(frozen=True)
class Board:
    """A board like that of Can't Stop, but for four dice with any number of sides.

    Its columns are the sums of two dice. The outer columns are the shortest; each next column
    towards the middle has two spaces more. The full board is `Board(6, 3)`.
    """

    sides: int  # of the four dice, 2 or more
    shortest: int  # spaces of the outer columns, 1 or more

    def __post_init__(self) -> None:
        if self.sides < 2 or self.shortest < 1:
            raise ValueError(f"no board has {self.sides} sides and {self.shortest} spaces")

    @property
    def columns(self) -> range:
        return range(2, 2 * self.sides + 1)

    @property
    def lengths(self) -> tuple[int, ...]:
        last = self.columns[-1]
        return tuple(self.shortest + 2 * min(column - 2, last - column) for column in self.columns)

    @cached_property
    def turns(self) -> Floats:
        """The expected number of turns for every set of markers, by the best strategy.

        One axis for each column; the index is the space of the marker, 0 for none. A board with
        four-sided dice takes seconds, the full board more memory than there is.
        """
        lengths = np.array(self.lengths, np.int64)
        strides = np.cumprod(np.append(1, lengths[:0:-1] + 1))[::-1].copy()
        pairs = list(combinations_with_replacement(range(len(lengths)), 2))
        chances = Counter(
            tuple(
                sorted(
                    pairs.index((min(one.sums) - 2, max(one.sums) - 2)) for one in pairings(dice)
                )
            )
            for dice in product(range(1, self.sides + 1), repeat=DICE)
        )
        rolls = np.full((len(chances), 3), NO_PAIR, np.int64)
        for roll, made in enumerate(chances):
            rolls[roll, : len(made)] = made
        sets = int(np.prod(lengths + 1))
        work = _Work(
            lengths=lengths,
            strides=strides,
            rolls=rolls,
            chance=np.array(list(chances.values()), np.float64) / self.sides**DICE,
            turns=np.zeros(sets),
            after=np.zeros(sets),
            bust=np.zeros(sets),
            markers=np.zeros_like(lengths),
            spaces=np.zeros_like(lengths),
            leads=np.zeros(len(pairs), np.int64),
        )
        _solve(work)
        return work.turns.reshape(lengths + 1)

    def turns_from(self, markers: Mapping[int, int]) -> float:
        """Return the expected number of turns. markers: spaces by column; the top if claimed."""
        return float(self.turns[tuple(markers.get(column, 0) for column in self.columns)])


def expected_turns(sides: int, shortest: int) -> float:
    """Return how many turns one player needs on average to win by the best strategy (CS-S1)."""
    return Board(sides, shortest).turns_from({})


@njit(cache=True, nogil=True)
def _solve(work: _Work) -> None:
    """Fill `turns`. Markers only rise, so sets are solved from the greatest number down."""
    lengths, strides, markers, turns = work.lengths, work.strides, work.markers, work.turns
    columns = len(lengths)
    most = 0.0
    for number in range(len(turns) - 1, -1, -1):
        mirrored = claimed = 0
        for column in range(columns):
            markers[column] = number // strides[column] % (lengths[column] + 1)
            mirrored += markers[column] * strides[columns - 1 - column]
            claimed += markers[column] == lengths[column]
        if claimed >= GOAL:
            continue
        if mirrored > number:  # the mirror image is solved already
            turns[number] = turns[mirrored]
        else:
            turns[number] = _fixpoint(work, number, 1 + most)
            most = max(most, turns[number])


@njit(cache=True, nogil=True)
def _fixpoint(work: _Work, number: int, found: float) -> float:
    """Return the expected turns from `markers`; all sets with a higher number are solved.

    A bust leads back to the same set, so the expected number of turns x is 1 + g(x). As a minimum
    over strategies g is concave, so from its second step on Newton's method falls to the solution.
    It ends, because each step finds a better strategy, and there are finitely many. It begins with
    `found`, more turns than from any higher set: so stopping is better than a bust, and no strategy
    ends in a bust for certain.
    """
    last = np.inf
    for step in range(MOST_STEPS):
        if step > 1 and found >= last:
            break
        last = found
        _play_turn(work, number, found)
        # The strategy that is best for x = last needs 1 + after + bust * (x - last) turns.
        found = (1 + work.after[number] - work.bust[number] * last) / (1 - work.bust[number])
    return found


@njit(cache=True, nogil=True)
def _play_turn(work: _Work, number: int, lost: float) -> None:
    """Find the best decisions of a turn. lost: the expected number of turns after a bust."""
    columns = len(work.lengths)
    chosen = np.empty(RUNNERS, np.int64)
    for runners in range(RUNNERS, -1, -1):  # the number of runners never falls in a turn
        for place in range(runners):
            chosen[place] = place
        while True:
            _play_columns(work, number, chosen[:runners], lost)
            place = runners - 1
            while place >= 0 and chosen[place] == columns - runners + place:
                place -= 1
            if place < 0:
                break
            chosen[place] += 1
            for later in range(place + 1, runners):
                chosen[later] = chosen[later - 1] + 1


@njit(cache=True, nogil=True)
def _play_columns(work: _Work, number: int, chosen: Ints, lost: float) -> None:
    """Find the best decisions with runners in these columns, from the tops of the columns down."""
    lengths, strides, markers, spaces = work.lengths, work.strides, work.markers, work.spaces
    spaces[:] = markers
    here = number
    for column in chosen:
        if markers[column] == lengths[column]:
            return
        spaces[column] = lengths[column]
        here += strides[column] * (lengths[column] - markers[column])
    while True:
        _decide(work, here, len(chosen), lost)
        place = 0
        while place < len(chosen):
            column = chosen[place]
            spaces[column] -= 1
            here -= strides[column]
            if spaces[column] > markers[column]:
                break
            spaces[column] = lengths[column]
            here += strides[column] * (lengths[column] - markers[column])
            place += 1
        if place == len(chosen):
            return


@njit(cache=True, nogil=True)
def _decide(work: _Work, here: int, runners: int, lost: float) -> None:
    """Find whether it is best to stop with these runners, and how to use each roll."""
    leads, after, bust = work.leads, work.after, work.bust
    claimed = 0
    for column in range(len(work.lengths)):
        claimed += work.spaces[column] == work.lengths[column]
    if claimed >= GOAL:
        after[here] = bust[here] = 0.0
        return
    _fill_leads(work, here, RUNNERS - runners)
    turns_rolling = bust_rolling = 0.0
    for roll in range(len(work.rolls)):
        best, best_bust, can_use = lost, 1.0, False
        for pairing in work.rolls[roll]:
            if pairing == NO_PAIR or leads[pairing] == BUST:
                continue
            lead = leads[pairing]
            if not can_use or after[lead] < best:
                best, best_bust, can_use = after[lead], bust[lead], True
        turns_rolling += work.chance[roll] * best
        bust_rolling += work.chance[roll] * best_bust
    if runners and work.turns[here] <= turns_rolling:
        after[here], bust[here] = work.turns[here], 0.0
    else:
        after[here], bust[here] = turns_rolling, bust_rolling


@njit(cache=True, nogil=True)
def _fill_leads(work: _Work, here: int, free: int) -> None:
    """Fill `leads` for each pairing, by its best use, or with `BUST` (CS-5 to CS-16)."""
    lengths, strides, markers, spaces = work.lengths, work.strides, work.markers, work.spaces
    pairing = 0  # index of a pairing, in the order of `combinations_with_replacement`
    for first in range(len(lengths)):
        new = spaces[first] == markers[first]
        can_use = spaces[first] < lengths[first] and (free > 0 or not new)
        up = here + strides[first]
        double = up + strides[first] if spaces[first] + 1 < lengths[first] else up
        work.leads[pairing] = double if can_use else BUST
        pairing += 1
        for second in range(first + 1, len(lengths)):
            new_second = spaces[second] == markers[second]
            lead = up if can_use else BUST
            if spaces[second] < lengths[second] and (free > 0 or not new_second):
                other = here + strides[second]
                if not can_use:
                    lead = other
                elif free > 1 or not new or not new_second:
                    lead = up + strides[second]
                elif work.after[other] < work.after[up]:
                    lead = other
            work.leads[pairing] = lead
            pairing += 1

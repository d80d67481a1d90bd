"""Numbers from the engine's tables for the page about playing Can't Stop well."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.cantstop.analysis import (
    mean_steps,
    rolls_survived,
    rolls_to_climb,
    rolls_using,
    steps_at_stake,
)
from games.engine.cantstop.board import COLUMNS, LENGTHS, ROLLS, RUNNERS, spaces
from games.engine.cantstop.bots import RULE_OF_28, score
from games.pages.cantstop.examples import examples
from games.presenters.cantstop.position import state_of
from games.presenters.names import listed
from games.presenters.shared import percent, rounded

LOWEST, MIDDLE, HIGHEST = COLUMNS[0], 7, COLUMNS[-1]

Triple = tuple[int, ...]  # the columns of three runners, ascending


@dataclass(frozen=True, slots=True)
class ColumnCost:
    """A column and its mirror image (the middle column has none)."""

    columns: tuple[int, ...]
    length: int
    rolls: int  # how many of the 1296 rolls can make its sum
    climb: Fraction  # average number of rolls to climb the whole column

    @property
    def percent(self) -> str:
        return percent(Fraction(self.rolls, len(ROLLS)))

    @property
    def names(self) -> str:
        return listed(self.columns)

    @property
    def climb_words(self) -> str:
        return decimal(self.climb)


@dataclass(frozen=True, slots=True)
class RunnerOdds:
    """Three columns with runners."""

    columns: Triple
    why: Promise  # why the page shows these columns
    rolls: int  # how many of the 1296 rolls advance one of these runners
    survived: int  # the most rolls in a row that at least half of all turns survive
    mean: Fraction  # steps that a roll makes on average
    stake: Fraction  # steps of a turn at which a roll loses as much as it gains, on average

    @property
    def safe(self) -> str:
        return percent(Fraction(self.rolls, len(ROLLS)))

    @property
    def bust(self) -> str:
        return percent(1 - Fraction(self.rolls, len(ROLLS)))

    @property
    def mean_words(self) -> str:
        return decimal(self.mean)

    @property
    def stake_words(self) -> str:
        return decimal(self.stake)


@dataclass(frozen=True, slots=True)
class Group:
    """All sets of three columns that have something in common."""

    what: Promise
    count: int
    best: tuple[Triple, int]  # the safest set, and how many of the 1296 rolls advance a runner
    worst: tuple[Triple, int]
    mean: Fraction  # chance to advance

    @property
    def mean_words(self) -> str:
        return percent(self.mean)


@dataclass(frozen=True, slots=True)
class ClosedColumns:
    """Columns that are claimed, and the chance that a turn's first roll is a bust."""

    columns: tuple[int, ...]
    chance: Fraction

    @property
    def bust(self) -> str:
        return percent(self.chance)


@dataclass(frozen=True, slots=True)
class Points:
    """A runner's points by the Rule of 28: its column's weight for each step, plus once more."""

    column: int
    weight: int
    steps: int

    @property
    def total(self) -> int:
        return self.weight * (self.steps + 1)


def strategy_context() -> dict[str, Any]:
    columns = column_costs()
    state = state_of(examples()["turn_3"].pov)
    own = state.markers[state.turn_player]
    points = [
        Points(column, RULE_OF_28.steps[column], space - own[column])
        for column, space in spaces(state.runners).items()
    ]
    return {
        "examples": examples(),
        "rolls": len(ROLLS),
        "columns": columns,
        "cheapest": min(columns, key=lambda one: one.climb),
        "dearest": max(columns, key=lambda one: one.climb),
        "triples": triples(),
        "triple_count": len(all_triples()),
        "groups": groups(),
        "even_rolls": rolls_using(frozenset(column for column in COLUMNS if column % 2 == 0)),
        "odd_rolls": (odd := rolls_using(frozenset(column for column in COLUMNS if column % 2))),
        "odd_percent": percent(Fraction(odd, len(ROLLS))),
        "no_odd": len(ROLLS) - odd,
        "closed": closed_columns(),
        "enough": RULE_OF_28.enough,
        "weights": [(one.columns, RULE_OF_28.steps[one.columns[0]]) for one in columns],
        "all_odd": RULE_OF_28.all_odd,
        "all_even": -RULE_OF_28.all_even,
        "one_side": RULE_OF_28.all_low,
        "points": points,
        "added": score(state) - sum(one.total for one in points),
        "score": score(state),
    }


@cache
def all_triples() -> dict[Triple, int]:
    """Return for every set of three columns the number of rolls that advance a runner in them."""
    found = combinations(COLUMNS, RUNNERS)
    return {columns: rolls_using(frozenset(columns)) for columns in found}


@cache
def column_costs() -> tuple[ColumnCost, ...]:
    """Return the columns from the middle outwards, each with its mirror image."""
    return tuple(
        ColumnCost(
            tuple(sorted({column, LOWEST + HIGHEST - column})),
            LENGTHS[column],
            rolls_using(frozenset({column})),
            rolls_to_climb(column),
        )
        for column in range(MIDDLE, LOWEST - 1, -1)
    )


@cache
def triples() -> tuple[RunnerOdds, ...]:
    """Return the sets of three columns that the page shows, the safest first."""
    rolls = all_triples()
    chosen = {
        _best(rolls): _("best of all"),
        _best(filter(_all_even, rolls)): _("best with all even"),
        _best(filter(_one_side, rolls)): _("best on one side"),
        _best(filter(_all_odd, rolls)): _("best with all odd"),
        (LOWEST, MIDDLE, HIGHEST): _("middle and both ends"),
        _worst(filter(_all_odd, rolls)): _("worst with all odd"),
        _worst(rolls): _("worst of all"),
    }
    return tuple(
        RunnerOdds(
            columns,
            why,
            rolls[columns],
            rolls_survived(frozenset(columns)),
            mean_steps(frozenset(columns)),
            steps_at_stake(frozenset(columns)),
        )
        for columns, why in chosen.items()
    )


@cache
def groups() -> tuple[Group, ...]:
    rolls = all_triples()
    return (
        _group(_("all even"), filter(_all_even, rolls)),
        _group(_("all odd"), filter(_all_odd, rolls)),
        _group(_("all from 2 to 7, or all from 7 to 12"), filter(_one_side, rolls)),
        _group(_("any three"), rolls),
    )


@cache
def closed_columns() -> tuple[ClosedColumns, ...]:
    """Return the chances of a bust on a turn's first roll, with ever more columns claimed."""
    middle = ((7,), (6, 8), (6, 7, 8), (5, 6, 7, 8, 9), (4, 5, 6, 7, 8, 9, 10))
    return tuple(
        ClosedColumns(
            closed, 1 - Fraction(rolls_using(frozenset(COLUMNS).difference(closed)), len(ROLLS))
        )
        for closed in middle
    )


def decimal(number: Fraction) -> str:
    return number_format(rounded(number), decimal_pos=1)


def _group(what: Promise, found: Iterable[Triple]) -> Group:
    members = list(found)
    rolls = all_triples()
    best, worst = _best(members), _worst(members)
    mean = Fraction(sum(rolls[columns] for columns in members), len(members) * len(ROLLS))
    return Group(what, len(members), (best, rolls[best]), (worst, rolls[worst]), mean)


def _best(found: Iterable[Triple]) -> Triple:
    return max(found, key=lambda columns: all_triples()[columns])


def _worst(found: Iterable[Triple]) -> Triple:
    return min(found, key=lambda columns: all_triples()[columns])


def _all_even(columns: Triple) -> bool:
    return not any(column % 2 for column in columns)


def _all_odd(columns: Triple) -> bool:
    return all(column % 2 for column in columns)


def _one_side(columns: Triple) -> bool:
    return columns[-1] <= MIDDLE or columns[0] >= MIDDLE

"""How well a player decides, over all their games, and how much they dare."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.analysis.explanation import AHEAD, BEHIND, HUNDRED, LEVEL, Grade, Nerve
from games.analysis.measured import losses
from games.models import SeatGrade
from games.presenters import presenter
from games.presenters.evaluated import Figures
from games.presenters.levels import level_words
from games.presenters.names import bot_name
from games.presenters.shared import percent, rounded

# Only this number of a player's latest games count, because people learn.
MOST_GAMES = 500

# With fewer decisions or ends than these the page says nothing: chance would weigh too much.
FEWEST_DECISIONS = 100  # in a kind of game, to say how well a player decides there
FEWEST_IN_PLACE = 30  # decisions while ahead, level or behind, to say how much a player dares then
FEWEST_ENDS = 10  # turns or rounds ended in one of these states, to say how early a player stops

# Nobody is shown at a lower level than this: the left end of the line is level 0.5.
LOWEST_SKILL = 0.7

# How wide a player's label is, in % of the line on a phone.
LABEL = 14

# Grades are in tenths of a percentage point, measured losses in percentage points.
GRADED_IN = 10

FIGURES = Figures(alone=False)

# The page mentions stopping too early or too late from this many rolls on average.
NOTEWORTHY = Fraction(1, 10)

PLACES: dict[str, Promise] = {
    AHEAD: gettext_lazy("ahead"),
    LEVEL: gettext_lazy("level"),
    BEHIND: gettext_lazy("behind"),
}


@dataclass(frozen=True, slots=True)
class NerveRow:
    """How often a player stopped too early, or rolled when stopping was better."""

    where: Promise  # ahead, level or behind
    decisions: int
    early: str
    late: str
    words: str  # how many rolls too early or late the player stops on average; "" with too few ends


class BotSpot(NamedTuple):
    """The place of a bot on the line of a `Plank`."""

    name: str
    level: str  # in words
    x: float  # in % of the line


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a player on the line of a `Plank`."""

    level: str  # on the scale of the bots' levels, with a decimal
    x: float  # in % of the line


@dataclass(frozen=True, slots=True)
class Plank:
    """A line with the bots that have levels, level 1 first, and players placed by their losses."""

    bots: Sequence[BotSpot]
    player: Spot
    low: float  # left end of the player's 95 % interval, in % of the line
    wide: float  # width of this interval, in % of the line
    mine: Spot | None  # the reader's; None with too few decisions, or if the reader is the player

    @property
    def is_tight(self) -> bool:
        """Whether the labels of the two players would overlap on a phone."""
        return self.mine is not None and abs(self.mine.x - self.player.x) < LABEL


@dataclass(frozen=True, slots=True)
class Deciding:
    """How a player decides in a kind of game. loss, error: in percentage points a decision."""

    name: str
    games: int
    decisions: int
    loss: str
    error: str
    plank: Plank | None
    nerve: Sequence[NerveRow]


def deciding(grades: Iterable[SeatGrade], readers: Iterable[SeatGrade] = ()) -> list[Deciding]:
    """Describe how a player decides in each kind of game with enough decisions.

    readers: grades of the user who reads the page, for comparison.
    """
    mine = {kind: _total(rows) for kind, rows in _by_kind(readers).items()}
    found = []
    for kind, rows in sorted(_by_kind(grades).items()):
        grade = _total(rows)
        if grade.decisions >= FEWEST_DECISIONS:
            found.append(_deciding(kind, rows, grade, mine.get(kind, Grade())))
    return found


def _by_kind(grades: Iterable[SeatGrade]) -> Mapping[str, list[SeatGrade]]:
    found: dict[str, list[SeatGrade]] = defaultdict(list)
    for row in grades:
        found[row.seat.game.kind].append(row)
    return found


def _total(rows: Iterable[SeatGrade]) -> Grade:
    return sum((row.to_grade() for row in rows), Grade())


def _deciding(kind: str, rows: Sequence[SeatGrade], grade: Grade, mine: Grade) -> Deciding:
    nerve = {where: Nerve() for where in PLACES}
    for row in rows:
        for where, counted in row.nerve.items():
            nerve[where] += Nerve(*counted)
    return Deciding(
        name=presenter(kind).ABOUT.name,
        games=len(rows),
        decisions=grade.decisions,
        loss=FIGURES.loss(Fraction(grade.mean)),
        plank=_plank(kind, grade, mine),
        error=FIGURES.loss(Fraction(grade.error)) if grade.error is not None else "",
        nerve=[
            _nerve(PLACES[where], counted)
            for where, counted in nerve.items()
            if counted.decisions >= FEWEST_IN_PLACE
        ],
    )


def _plank(kind: str, grade: Grade, mine: Grade) -> Plank | None:
    """Place a player among the bots; None if the bots have not been measured."""
    slugs, measured = presenter(kind).LEVELS, losses(kind)
    if not measured:
        return None
    by_level = [measured[slug] for slug in slugs]
    off = 1.96 * (grade.error or 0)
    low, high = (_skill(by_level, (grade.mean + each) / GRADED_IN) for each in (off, -off))
    spots = [
        _spot(_skill(by_level, each.mean / GRADED_IN), len(slugs))
        for each in (grade, mine)
        if each.decisions >= FEWEST_DECISIONS
    ]
    return Plank(
        bots=[
            BotSpot(bot_name(kind, slug), level_words(level), _x(level, len(slugs)))
            for level, slug in enumerate(slugs, start=1)
        ],
        player=spots[0],
        low=_x(low, len(slugs)),
        wide=round(_x(high, len(slugs)) - _x(low, len(slugs)), 1),
        mine=spots[1] if len(spots) > 1 else None,
    )


def _skill(by_level: Sequence[float], loss: float) -> float:
    """Return the level at which a bot would have this mean loss of a decision.

    by_level: the losses of the bots, level 1 first, each less than the loss before it.
    """
    for level, (worse, better) in enumerate(pairwise(by_level), start=1):
        if loss >= better:
            # Linear between two levels; below level 1 extrapolated from the first two.
            return max(level + (worse - loss) / (worse - better), LOWEST_SKILL)
    # Nobody is placed above the best bot, because there is no measurement to place them by.
    return len(by_level)


def _spot(skill: float, levels: int) -> Spot:
    return Spot(number_format(rounded(Fraction(skill), 1), decimal_pos=1), _x(skill, levels))


def _x(skill: float, levels: int) -> float:
    # Each level has an equal part of the line and stands in its middle.
    return round(100 * (skill - 0.5) / levels, 1)


def _nerve(where: Promise, counted: Nerve) -> NerveRow:
    early = Fraction(counted.early, counted.decisions)
    late = Fraction(counted.late, counted.decisions)
    words = ""
    if counted.ends >= FEWEST_ENDS:
        rolls = Fraction(counted.rolls, HUNDRED * counted.ends)
        told = {"rolls": number_format(rounded(abs(rolls)), decimal_pos=1)}
        if abs(rolls) < NOTEWORTHY:
            words = _("balanced")
        elif rolls > 0:
            # Translators: how much too early a player stops, in rolls, such as "1.5 rolls early".
            words = _("%(rolls)s rolls early") % told
        else:
            words = _("%(rolls)s rolls late") % told
    return NerveRow(where, counted.decisions, percent(early), percent(late), words)

"""How well somebody decides, over all their games, and how much they dare."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.analysis.explanation import AHEAD, BEHIND, HUNDRED, LEVEL, Grade, Nerve
from games.models import SeatGrade
from games.presenters import presenter
from games.presenters.judged import Figures
from games.presenters.shared import percent, rounded

MOST_GAMES = 500
"""Of more games only the latest count: people learn."""

FEWEST_DECISIONS = 100
"""With fewer decisions in a game nothing is said of how somebody decides there."""

FEWEST_IN_PLACE = 30
"""With fewer decisions where somebody stood like that, nothing is said of their nerve there."""

FEWEST_ENDS = 10
"""With fewer turns or rounds that they ended there, nothing is said of how many rolls too early."""

FIGURES = Figures(alone=False)

NOTEWORTHY = Fraction(1, 10)
"""How many rolls too early or too late somebody must stop on average for the page to say so."""

PLACES: dict[str, Promise] = {
    AHEAD: gettext_lazy("ahead"),
    LEVEL: gettext_lazy("level"),
    BEHIND: gettext_lazy("behind"),
}


@dataclass(frozen=True, slots=True)
class NerveRow:
    """Of decisions to roll or to stop: how often somebody stopped too early or rolled too often.

    words: how many rolls too early or too late they stop on average; "" where that is not known.
    """

    where: Promise
    decisions: int
    early: str
    late: str
    words: str


@dataclass(frozen=True, slots=True)
class Deciding:
    """How somebody decides in a kind of game. loss, error: in percentage points a decision."""

    name: str
    games: int
    decisions: int
    loss: str
    error: str
    nerve: Sequence[NerveRow]


def deciding(grades: Iterable[SeatGrade]) -> list[Deciding]:
    """Return how somebody decides, for each kind of game of which there is enough to say so."""
    by_kind: dict[str, list[SeatGrade]] = defaultdict(list)
    for row in grades:
        by_kind[row.seat.game.kind].append(row)
    found = [_deciding(kind, rows) for kind, rows in sorted(by_kind.items())]
    return [each for each in found if each.decisions >= FEWEST_DECISIONS]


def _deciding(kind: str, rows: Sequence[SeatGrade]) -> Deciding:
    grade = sum((row.to_grade() for row in rows), Grade())
    nerve = {where: Nerve() for where in PLACES}
    for row in rows:
        for where, counted in row.nerve.items():
            nerve[where] += Nerve(*counted)
    loss = FIGURES.loss(Fraction(grade.mean)) if grade.decisions else ""
    return Deciding(
        name=presenter(kind).ABOUT.name,
        games=len(rows),
        decisions=grade.decisions,
        loss=loss,
        error=FIGURES.loss(Fraction(grade.error)) if grade.error is not None else "",
        nerve=[
            _nerve(PLACES[where], counted)
            for where, counted in nerve.items()
            if counted.decisions >= FEWEST_IN_PLACE
        ],
    )


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

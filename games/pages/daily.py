"""The daily challenge: days in a row, and words and signs to share that tell nothing of dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.explanation import MARKED_FROM, Explanation
from games.pov import Pov
from games.presenters import presenter
from games.presenters.replaying import turns_of

NOTHING, LITTLE, MUCH = "\N{BLACK CIRCLE}", "\N{CIRCLE WITH LEFT HALF BLACK}", "\N{WHITE CIRCLE}"
"""What a turn is shown by."""

MUCH_LOST = 50
"""How many hundredths of a turn are much to lose."""


DAYS_SHOWN = 7
"""How many days a streak shows, with today."""

MOST_PIPS = 6


@dataclass(frozen=True, slots=True)
class DayOfStreak:
    """A day as a die. pips: which day in a row it was, at most six; 0 if nothing was finished."""

    date: date
    pips: int
    is_today: bool


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which somebody finished the challenge.

    days: the last ones, today at the end. current: the row that goes on, also if today is not done
    yet. best: the longest one.
    """

    days: tuple[DayOfStreak, ...]
    current: int
    best: int

    @property
    def is_best(self) -> bool:
        """Whether the row that goes on is the longest one there was."""
        return self.current == self.best


def streak(done: Sequence[date], today: date) -> Streak:
    """Return the days in a row. done: the days that were finished, in any order."""
    day, rows = timedelta(days=1), dict[date, int]()
    for each in sorted(done):
        rows[each] = rows.get(each - day, 0) + 1
    shown = [today - day * ago for ago in reversed(range(DAYS_SHOWN))]
    return Streak(
        days=tuple(
            DayOfStreak(each, min(rows.get(each, 0), MOST_PIPS), each == today) for each in shown
        ),
        current=rows.get(today) or rows.get(today - day, 0),
        best=max(rows.values(), default=0),
    )


def turns_lost(cost: int) -> str:
    """Return hundredths of a turn as a number of turns."""
    return number_format(cost / 100, decimal_pos=2)


def share_text(pov: Pov, explanation: Explanation, place: str, address: str) -> str:
    """Return a try that is over in a few lines for others, without a spoiler.

    Args:
        pov: The end of the try.
        explanation: Of the try.
        place: Its place among all tries.
        address: Where the day's results are.
    """
    challenge = pov.game.challenge
    turns = pov.game.turns or 0
    told = {
        "game": presenter(pov.game.kind).ABOUT.name,
        "day": challenge.date.isoformat() if challenge else "",
        "lost": turns_lost(-explanation.sum_of(0).own_errors),
        "turns": ngettext("%(n)d turn", "%(n)d turns", turns) % {"n": turns},
        "place": place,
    }
    return "\n".join(
        [
            _("%(game)s, daily challenge %(day)s") % told,
            _("My mistakes cost %(lost)s turns; %(turns)s, %(place)s") % told,
            "".join(_signs(pov, explanation)),
            address,
        ]
    )


def _signs(pov: Pov, explanation: Explanation) -> Iterator[str]:
    lost = {step.seq: step.choice.lost(0) for step in explanation.steps if step.choice}
    for turn in turns_of(pov):
        cost = sum(lost.get(step.seq, 0) for step in turn.steps)
        yield MUCH if cost >= MUCH_LOST else LITTLE if cost >= MARKED_FROM else NOTHING

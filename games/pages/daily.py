"""The daily challenge: a user's days in a row, and a text to share that gives no dice away."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.explanation import MARKED_FROM, Explanation
from games.pov import Pov
from games.presenters import presenter
from games.presenters.replaying import turns_of

# The signs for what a turn's mistakes cost: too little to mark, less than `MUCH_LOST`, or more.
NOTHING, LITTLE, MUCH = "\N{BLACK CIRCLE}", "\N{CIRCLE WITH LEFT HALF BLACK}", "\N{WHITE CIRCLE}"
MUCH_LOST = 50  # hundredths of a turn

DAYS_SHOWN = 7  # today included
MOST_PIPS = 6


@dataclass(frozen=True, slots=True)
class DayOfStreak:
    """A day of a streak, drawn as a die."""

    date: date
    pips: int  # days in a row up to this day, at most six; 0 if its challenge is not finished
    is_today: bool


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which a user finished the challenge."""

    days: tuple[DayOfStreak, ...]  # the last `DAYS_SHOWN` days, today at the end
    current: int
    best: int

    @property
    def is_best(self) -> bool:
        return self.current == self.best


def streak(done: Sequence[date], today: date) -> Streak:
    """Count days in a row. done: the days with a finished challenge, in any order."""
    day, rows = timedelta(days=1), dict[date, int]()
    for each in sorted(done):
        rows[each] = rows.get(each - day, 0) + 1
    shown = [today - day * ago for ago in reversed(range(DAYS_SHOWN))]
    return Streak(
        days=tuple(
            DayOfStreak(each, min(rows.get(each, 0), MOST_PIPS), each == today) for each in shown
        ),
        # A row of days up to yesterday still counts until today is over.
        current=rows.get(today) or rows.get(today - day, 0),
        best=max(rows.values(), default=0),
    )


def turns_lost(cost: int) -> str:
    """Write hundredths of a turn as a number of turns."""
    return number_format(cost / 100, decimal_pos=2)


def share_text(pov: Pov, explanation: Explanation, place: str, address: str) -> str:
    """Return a few lines about a finished try, to share without telling the dice.

    place: the try's rank in words.  address: of the page with the results of the day.
    """
    lost = {step.seq: step.choice.lost(0) for step in explanation.steps if step.choice}
    costs = [sum(lost.get(step.seq, 0) for step in turn.steps) for turn in turns_of(pov)]
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
            "".join(
                MUCH if cost >= MUCH_LOST else LITTLE if cost >= MARKED_FROM else NOTHING
                for cost in costs
            ),
            address,
        ]
    )

"""The daily challenge in words and signs to share, which tell nothing about its dice."""

from collections.abc import Iterator

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.explanation import MARKED_FROM, Explanation
from games.pov import Pov
from games.presenters import presenter

NOTHING, LITTLE, MUCH = "\N{BLACK CIRCLE}", "\N{CIRCLE WITH LEFT HALF BLACK}", "\N{WHITE CIRCLE}"
"""What a turn is shown by."""

MUCH_LOST = 50
"""How many hundredths of a turn are much to lose."""


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
            _("My decisions cost %(lost)s turns; %(turns)s, %(place)s") % told,
            "".join(_signs(pov, explanation)),
            address,
        ]
    )


def _signs(pov: Pov, explanation: Explanation) -> Iterator[str]:
    lost = {step.seq: step.choice.lost(0) for step in explanation.steps if step.choice}
    for turn in presenter(pov.game.kind).turns(pov.log, pov.game.version):
        cost = sum(lost.get(step.seq, 0) for step in turn.steps)
        yield MUCH if cost >= MUCH_LOST else LITTLE if cost >= MARKED_FROM else NOTHING

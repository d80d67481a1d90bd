"""What the analysis says of a decision, in words and figures."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.analysis.explanation import TENTHS, Choice, Explanation, in_tenths
from games.analysis.judgement import Judgement
from games.models import Game
from games.presenters import presenter
from games.presenters.shared import percent, rounded


@dataclass(frozen=True, slots=True)
class Figures:
    """Writes how players stand: chances to win or, for somebody who plays alone, turns."""

    alone: bool

    def value(self, value: int) -> str:
        """Return how somebody stands."""
        if self.alone:
            return number_format(-value / 100, decimal_pos=2)
        return percent(Fraction(value, TENTHS))

    def change(self, value: int) -> str:
        """Return how much better or worse something was, with a sign; more turns are worse."""
        number = self.loss(Fraction(abs(value)))
        if not value:
            return number
        return f"+{number}" if (value > 0) != self.alone else f"\N{MINUS SIGN}{number}"

    def loss(self, value: Fraction) -> str:
        """Return how much something cost."""
        decimals, unit = (2, 100) if self.alone else (1, 10)
        return number_format(rounded(value / unit, decimals), decimal_pos=decimals)

    def error(self, value: int) -> str:
        """Return how far what the analysis says may be off, as short as it can be."""
        if self.alone:
            return number_format(value / 100, decimal_pos=1)
        return percent(Fraction(value, TENTHS), decimals=0)


class JudgedAction(NamedTuple):
    """An action and what it was worth. chosen: whether it was taken."""

    name: str
    worth: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """A decision. name: whose.  words: whether the analysis would have decided so.  actions: best
    first.  approximate: whether it has not learned the options of the table.

    cost: what it cost, "" where that is less than what the analysis may be wrong.
    """

    name: str
    words: str
    cost: str
    actions: tuple[JudgedAction, ...]
    approximate: bool


MOST_ACTIONS = 4
"""So many actions a hint has at most."""


class Hint(NamedTuple):
    """What the analysis would do. words: a sentence.  actions: best first.

    approximate: whether it has not learned the options of the table.
    """

    words: str
    actions: tuple[JudgedAction, ...]
    approximate: bool


def hint(game: Game, judgement: Judgement, player: int) -> Hint:
    """Return a hint for a player of several."""
    figures, name = Figures(alone=False), presenter(game.kind).move_name
    worth = {text: in_tenths(values)[player] for text, values in judgement.actions.items()}
    best_first = sorted(worth, key=lambda text: -judgement.actions[text][player])
    actions = tuple(
        JudgedAction(name(text), figures.value(worth[text]), chosen=False)
        for text in best_first[:MOST_ACTIONS]
    )
    words = _("The analysis would choose “%(best)s”.") % {"best": actions[0].name}
    return Hint(words, actions, judgement.approximate)


def judged_choice(
    game: Game, explanation: Explanation, choice: Choice, player: int, player_name: str
) -> JudgedChoice:
    """Return what the analysis says of a decision that a player has made."""
    figures, name = Figures(alone=game.size == 1), presenter(game.kind).move_name
    lost = choice.lost(player)
    if choice.action == choice.best or not lost:
        words = _("The analysis agrees.")
    elif lost < explanation.error:
        words = _("The analysis sees next to no difference.")
    else:
        words = _("The analysis prefers “%(best)s”.") % {"best": name(choice.best)}
    return JudgedChoice(
        name=player_name,
        words=words,
        cost=figures.change(-lost) if lost >= explanation.error else "",
        actions=tuple(
            JudgedAction(name(action), figures.value(worth), action == choice.action)
            for action, worth in choice.worth.items()
        ),
        approximate=explanation.approximate,
    )

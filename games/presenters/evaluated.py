"""The analysis of a decision in words and figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.analysis.evaluation import Evaluation
from games.analysis.explanation import TENTHS, in_tenths
from games.models import Game
from games.pov import Pov
from games.presenters import presenter
from games.presenters.names import names_at
from games.presenters.shared import percent, rounded


@dataclass(frozen=True, slots=True)
class Figures:
    """Formats values: chances to win or, for a player alone, numbers of turns."""

    alone: bool

    def value(self, value: int) -> str:
        if self.alone:
            return number_format(-value / 100, decimal_pos=2)
        return percent(Fraction(value, TENTHS))

    def worth(self, value: int) -> str:
        """Return the value of a choice with its unit."""
        if self.alone:
            return _("%(number)s turns") % {"number": self.value(value)}
        # Translators: the chance to win after a choice, such as "win 63.1%".
        return _("win %(chance)s") % {"chance": self.value(value)}

    def mark(self, value: int) -> str:
        """Return a value for a chart's edge: in whole percent, or in turns for a player alone."""
        return self.value(value) if self.alone else percent(Fraction(value, TENTHS), decimals=0)

    def change(self, value: int) -> str:
        """Return a difference with a sign; for a player alone, + is more turns, which is worse."""
        number = self.loss(Fraction(abs(value)))
        if not value:
            return number
        return f"+{number}" if (value > 0) != self.alone else f"\N{MINUS SIGN}{number}"

    def loss(self, value: Fraction) -> str:
        """Return the cost of a mistake."""
        decimals, unit = (2, 100) if self.alone else (1, 10)
        return number_format(rounded(value / unit, decimals), decimal_pos=decimals)

    def short(self, value: int) -> str:
        """Return a difference with few digits."""
        if self.alone:
            return number_format(value / 100, decimal_pos=1)
        return percent(Fraction(value, TENTHS), decimals=0)


class EvaluatedAction(NamedTuple):
    """An action and its worth.

    chosen: whether it was taken.  as_good: whether it was taken and is hardly worse than the best.
    cost: the loss by taking it, "" if it was not taken or lost next to nothing.
    """

    name: str
    worth: str
    chosen: bool = False
    best: bool = False
    as_good: bool = False
    cost: str = ""


@dataclass(frozen=True, slots=True)
class EvaluatedChoice:
    """A decision. name: the player's.  actions: all actions by their texts, the best first.

    approximate: whether the analysis was not trained for the options of the table.
    """

    name: str
    actions: Mapping[str, EvaluatedAction]
    approximate: bool


MOST_ACTIONS = 4  # listed in a hint


class Hint(NamedTuple):
    """The advice of the analysis. words: a sentence.  actions: the best first."""

    words: str
    actions: tuple[EvaluatedAction, ...]
    approximate: bool


def hint(game: Game, evaluation: Evaluation, player: int) -> Hint:
    """Return a hint for a player at a table with several players."""
    figures, name = Figures(alone=False), presenter(game.kind).move_name
    worth = {text: in_tenths(values)[player] for text, values in evaluation.actions.items()}
    best_first = sorted(worth, key=lambda text: -evaluation.actions[text][player])
    actions = tuple(
        EvaluatedAction(name(text), figures.worth(worth[text]))
        for text in best_first[:MOST_ACTIONS]
    )
    words = _("Best move: “%(best)s”.") % {"best": actions[0].name}
    return Hint(words, actions, evaluation.approximate)


def evaluated_choice(pov: Pov, seq: int) -> EvaluatedChoice | None:
    """Return the decision behind an event; None if there was none, or without an analysis."""
    explanation = pov.explanation
    step = explanation.step(seq) if explanation else None
    if explanation is None or step is None or step.choice is None or step.player is None:
        return None
    choice, lost = step.choice, step.choice.lost(step.player)
    figures, name = Figures(alone=pov.game.size == 1), presenter(pov.game.kind).move_name
    costs = lost >= explanation.marked_from

    def evaluated(action: str, worth: int) -> EvaluatedAction:
        chosen, best = action == choice.action, action == choice.best
        return EvaluatedAction(
            name=name(action),
            worth=figures.worth(worth),
            chosen=chosen,
            best=best,
            as_good=chosen and not best and not costs,
            cost=figures.change(-lost) if chosen and costs else "",
        )

    return EvaluatedChoice(
        name=names_at(pov.seats, seq)[step.player],
        actions={action: evaluated(action, worth) for action, worth in choice.worth.items()},
        approximate=explanation.approximate,
    )

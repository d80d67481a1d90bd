"""Programs that play Can't Stop.

Each stops when stopping wins, and rolls when it may not stop or would end the game for others.
"""

import random
from abc import abstractmethod
from collections.abc import Collection
from typing import ClassVar

from games.engine.cantstop.actions import ROLL, STOP, Split
from games.engine.cantstop.analysis import bust_chance
from games.engine.cantstop.board import LENGTHS, RUNNERS, spaces
from games.engine.cantstop.events import SplitChosen, Stopped
from games.engine.cantstop.state import CantStopState
from games.engine.core import Action, Bot, Rules

WEIGHTS = (0, 0, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6)
"""What a space is worth in the Rule of 28, by column."""

ENOUGH = 28
"""Points at which the Rule of 28 stops."""

ALL_ODD, ALL_EVEN, ONE_SIDE = 2, -2, 4
"""What the Rule of 28 adds for three columns that are all odd, all even, or all on one side."""


class RandomBot(Bot[CantStopState]):
    """Takes any legal action, all equally likely."""

    slug: ClassVar[str] = "random"

    def __init__(self, chance: random.Random | None = None) -> None:
        """Draw from `chance`; without it, from the operating system."""
        self._chance = chance or random.SystemRandom()

    def seeded(self, chance: random.Random) -> "RandomBot":
        return RandomBot(chance)

    def choose(self, rules: Rules[CantStopState], state: CantStopState, player: int) -> Action:
        return self._chance.choice(rules.legal_actions(state, player))


class _JudgingBot(Bot[CantStopState]):
    """A bot that judges positions: takes the split with the best one and knows when to stop."""

    @abstractmethod
    def worth(self, state: CantStopState) -> tuple[float, ...]:
        """Return how good the position after a split is; the greatest is chosen."""

    @abstractmethod
    def is_content(self, state: CantStopState) -> bool:
        """Return whether to stop now, where stopping is allowed and does not win."""

    def choose(self, rules: Rules[CantStopState], state: CantStopState, player: int) -> Action:
        legal = rules.legal_actions(state, player)
        if STOP in legal:
            end = rules.outcome(rules.apply_event(state, Stopped(player)))
            stops = self.is_content(state) if end is None else player in end.winners
            return STOP if stops else ROLL
        splits = [action for action in legal if isinstance(action, Split)]
        return max(splits, key=lambda split: self._worth_of(rules, state, split), default=ROLL)

    def _worth_of(
        self, rules: Rules[CantStopState], state: CantStopState, split: Split
    ) -> tuple[float, ...]:
        return self.worth(rules.apply_event(state, SplitChosen(state.turn_player, split.columns)))


class RuleOf28Bot(_JudgingBot):
    """Michael Keller's Rule of 28: stops once the turn scores 28 points or more.

    The rule is about stopping only; among splits this bot keeps runners free, then gains most.
    """

    slug: ClassVar[str] = "rule-of-28"

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        return (state.free_runners, progress(state))

    def is_content(self, state: CantStopState) -> bool:
        return score(state) >= ENOUGH


class _SurvivalBot(_JudgingBot):
    """Rolls while a turn of that many rolls, each as safe as the next one, would likely survive."""

    least_chance: ClassVar[float]

    def is_content(self, state: CantStopState) -> bool:
        rolls = state.roll + 1
        return float(1 - bust_chance(state)) ** rolls < self.least_chance


class CautiousBot(_SurvivalBot):
    """Takes the safest split and wants to survive more often than not."""

    slug: ClassVar[str] = "cautious"
    least_chance: ClassVar[float] = 0.5

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        return (-float(bust_chance(state)), progress(state))


class BoldBot(_SurvivalBot):
    """Takes the split that gains most and is content to survive one time in five."""

    slug: ClassVar[str] = "bold"
    least_chance: ClassVar[float] = 0.2

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        return (progress(state), -float(bust_chance(state)))


def score(state: CantStopState) -> int:
    """Return the points of the present turn by the Rule of 28.

    Every space gained counts the column's weight, and the weight once more for the runner
    itself. With all runners placed the three columns count +2 if all are odd, -2 if all are
    even, and +4 if all are below 8 or all above 6.
    """
    own = state.markers[state.turn_player]
    runners = spaces(state.runners)
    points = sum(WEIGHTS[column] * (space - own[column] + 1) for column, space in runners.items())
    return points + (_bonus(runners) if len(runners) == RUNNERS else 0)


def _bonus(columns: Collection[int]) -> int:
    odd = sum(column % 2 for column in columns)
    parity = {0: ALL_EVEN, RUNNERS: ALL_ODD}.get(odd, 0)
    one_side = max(columns) < 8 or min(columns) > 6
    return parity + ONE_SIDE * one_side


def progress(state: CantStopState) -> float:
    """Return what the present turn gained, each column counted as a share of its length."""
    own = state.markers[state.turn_player]
    return sum(
        (space - own[column]) / LENGTHS[column] for column, space in spaces(state.runners).items()
    )


BOTS: dict[str, Bot[CantStopState]] = {
    bot.slug: bot for bot in (RandomBot(), CautiousBot(), RuleOf28Bot(), BoldBot())
}
"""By slug, the weakest first as `manage.py simulate` measures them."""

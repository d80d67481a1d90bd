"""Bots that play Can't Stop.

All of them except the random one stop when stopping wins. They roll when they may not stop, or when
stopping would end the game and other players would win it.
"""

from abc import abstractmethod
from collections.abc import Collection
from typing import ClassVar

from games.engine.cantstop.actions import ROLL, STOP, Split
from games.engine.cantstop.analysis import bust_chance
from games.engine.cantstop.board import LENGTHS, RUNNERS, spaces
from games.engine.cantstop.events import SplitChosen, Stopped
from games.engine.cantstop.state import CantStopState
from games.engine.core import Action, Bot, RandomBot, Rules

WEIGHTS = (0, 0, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6)
"""The points for a space in the Rule of 28. Indexed by column."""

ENOUGH = 28
"""Number of points at which the Rule of 28 stops."""

ALL_ODD, ALL_EVEN, ONE_SIDE = 2, -2, 4
"""Additional points for three columns that are all odd, all even, or all on one side."""


class _JudgingBot(Bot[CantStopState]):
    """Takes the split that leads to the best position and decides when to stop."""

    @abstractmethod
    def worth(self, state: CantStopState) -> tuple[float, ...]:
        """Rate the position after a split. The split with the best rating is chosen."""

    @abstractmethod
    def is_content(self, state: CantStopState) -> bool:
        """Return whether to stop now, where stopping is allowed and does not end the game."""

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
    """Michael Keller's Rule of 28: stop as soon as the turn scores 28 points.

    The rule does not say which split to take. This bot keeps runners free, then gains the most.
    """

    slug: ClassVar[str] = "rule-of-28"

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        """Prefer free runners, then progress."""
        return (state.free_runners, progress(state))

    def is_content(self, state: CantStopState) -> bool:
        """Return whether the turn scores 28 points or more."""
        return score(state) >= ENOUGH


class _SurvivalBot(_JudgingBot):
    """Rolls while the turn is likely enough to survive.

    It counts the rolls so far and the next one, and takes all of them to be as safe as the next
    one.

    Attributes:
        least_chance: Smallest chance of survival at which the bot rolls.
    """

    least_chance: ClassVar[float]

    def is_content(self, state: CantStopState) -> bool:
        rolls = state.roll + 1
        return float(1 - bust_chance(state)) ** rolls < self.least_chance


class CautiousBot(_SurvivalBot):
    """Takes the safest split and stops when surviving is less likely than not."""

    slug: ClassVar[str] = "cautious"
    least_chance: ClassVar[float] = 0.5

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        """Prefer a small chance of a bust, then progress."""
        return (-float(bust_chance(state)), progress(state))


class BoldBot(_SurvivalBot):
    """Takes the split that gains the most and needs to survive only one time in five."""

    slug: ClassVar[str] = "bold"
    least_chance: ClassVar[float] = 0.2

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        """Prefer progress, then a small chance of a bust."""
        return (progress(state), -float(bust_chance(state)))


def score(state: CantStopState) -> int:
    """Return the points of the present turn by the Rule of 28.

    Each space gained counts the weight of its column, and each runner counts this weight once more.
    When all three runners are placed, columns that are all odd count +2, all even -2, and all below
    8 or all above 6 count +4.
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
    """Return the gain of the present turn, with each column counted as a part of its length."""
    own = state.markers[state.turn_player]
    return sum(
        (space - own[column]) / LENGTHS[column] for column, space in spaces(state.runners).items()
    )


BOTS: dict[str, Bot[CantStopState]] = {
    bot.slug: bot for bot in (RandomBot(), CautiousBot(), RuleOf28Bot(), BoldBot())
}
"""The bots by slug, the weakest first as measured by `manage.py simulate`."""

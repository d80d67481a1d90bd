"""Bots that play Can't Stop.

All except the random one stop when stopping wins. They roll when they may not stop, or when
stopping would end the game and other players would win it.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from games.engine.cantstop.actions import ROLL, STOP, Split
from games.engine.cantstop.analysis import bust_chance
from games.engine.cantstop.board import LENGTHS, RUNNERS, spaces
from games.engine.cantstop.events import SplitChosen, Stopped
from games.engine.cantstop.moves import can_place_runner
from games.engine.cantstop.state import CantStopState
from games.engine.core import Action, Bot, RandomBot, Rules

MIDDLE = 7
"""The middle column. Point rules count it both as low and as high."""

ByColumn = tuple[int, ...]
"""A number for each column, indexed by column."""


def mirrored(*left: int) -> ByColumn:
    """Return the numbers for all columns, given those for 2 to 7: 8 gets that of 6, and so on."""
    return (0, 0, *left, *reversed(left[:-1]))


@dataclass(frozen=True, slots=True)
class PointRule:
    """A rule of thumb: how to count the points of a turn, and the points at which to stop."""

    steps: ByColumn  # points for a step in each column; a runner's first step counts twice
    all_odd: int  # points for three runners in odd columns
    all_even: int  # points for three runners in even columns
    all_high: int  # points for three runners in columns 7 to 12
    all_low: int  # points for three runners in columns 2 to 7
    enough: int  # stop with this number of points


RULE_OF_28 = PointRule(
    steps=mirrored(6, 5, 4, 3, 2, 1), all_odd=2, all_even=-2, all_high=4, all_low=4, enough=28
)


class _RatingBot(Bot[CantStopState]):
    """Takes the split that leads to the best position and decides when to stop."""

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        """Rate the position after a split: by default, free runners come before progress."""
        return (state.free_runners, progress(state))

    @abstractmethod
    def is_content(self, state: CantStopState) -> bool:
        """Return whether to stop now, if stopping is allowed and does not end the game."""

    def choose(self, rules: Rules[CantStopState], state: CantStopState, player: int) -> Action:
        legal = rules.legal_actions(state, player)
        if STOP in legal:
            end = rules.outcome(rules.apply_event(state, Stopped(player)))
            stops = self.is_content(state) if end is None else player in end.winners
            return STOP if stops else ROLL
        splits = [action for action in legal if isinstance(action, Split)]
        after = {
            split: rules.apply_event(state, SplitChosen(player, split.columns)) for split in splits
        }
        return max(splits, key=lambda split: self.worth(after[split]), default=ROLL)


class RookieBot(_RatingBot):
    """Rolls twice and stops. Prefers splits that keep runners free, then the most progress."""

    slug: ClassVar[str] = "rookie"
    ROLLS: ClassVar[int] = 2

    def is_content(self, state: CantStopState) -> bool:
        """Return whether it has rolled twice in this turn."""
        return state.roll >= self.ROLLS


class RuleOf28Bot(_RatingBot):
    """Michael Keller's Rule of 28: stop as soon as the turn scores 28 points."""

    # The rule does not say which split to take, so the bot uses the default `worth`.
    slug: ClassVar[str] = "rule-of-28"

    def is_content(self, state: CantStopState) -> bool:
        """Return whether the turn scores 28 points or more."""
        return score(state) >= RULE_OF_28.enough


class _TunedBot(_RatingBot):
    """Chooses splits, and when to stop, by points that were found by a search.

    It never stops while it could place another runner.
    """

    rule: ClassVar[PointRule]  # decides when to stop
    new_runner: ClassVar[int]  # points that a split loses for each runner it places

    @abstractmethod
    def appeal(self, column: int, marker: int, space: int) -> int:
        """Return the points for climbing from the player's marker to a space of a column."""

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        """Return the points for all steps of the turn, less those for the runners placed."""
        own = state.markers[state.turn_player]
        runners = spaces(state.runners)
        # All splits share the turn's earlier steps, so the best total belongs to the best split.
        climbed = sum(self.appeal(column, own[column], space) for column, space in runners.items())
        return (climbed - self.new_runner * len(runners),)

    def is_content(self, state: CantStopState) -> bool:
        """Return whether no other runner can be placed and the turn scores enough."""
        return not can_place_runner(state) and score(state, self.rule) >= self.rule.enough


class GlennAloiBot(_TunedBot):
    """The Rule of 28 with all numbers tuned, and with points for choosing splits.

    Source: James Glenn and Christian Aloi, "A Generalized Heuristic for Can't Stop", FLAIRS 2009.
    Playing alone, this bot needs 9.26 turns on average.
    """

    slug: ClassVar[str] = "glenn-aloi"
    rule: ClassVar[PointRule] = PointRule(
        steps=mirrored(7, 7, 3, 2, 2, 1), all_odd=7, all_even=1, all_high=6, all_low=5, enough=29
    )
    new_runner: ClassVar[int] = 6
    CHOICE: ClassVar[ByColumn] = mirrored(7, 0, 2, 0, 4, 3)

    def appeal(self, column: int, marker: int, space: int) -> int:
        """Return the same points for each step; the first step of a runner counts twice."""
        return self.CHOICE[column] * (space - marker + 1)


class LinearBot(_TunedBot):
    """Like `GlennAloiBot`, but steps higher up in a column have more points.

    Source: the weights of James Glenn's programs for Can't Stop. Playing alone, this bot needs 8.79
    turns on average.
    """

    slug: ClassVar[str] = "linear"
    rule: ClassVar[PointRule] = PointRule(
        steps=mirrored(15, 13, 8, 8, 4, 3),
        all_odd=11,
        all_even=-1,
        all_high=4,
        all_low=4,
        enough=61,
    )
    new_runner: ClassVar[int] = 12
    SLOPES: ClassVar[ByColumn] = mirrored(72, 48, 56, 44, 28, 32)
    FIRST: ClassVar[ByColumn] = mirrored(15, 0, 3, 0, 7, 5)

    def appeal(self, column: int, marker: int, space: int) -> int:
        """Return the points of all steps, which grow evenly from the first space to the top."""
        slope, first, way = self.SLOPES[column], self.FIRST[column], LENGTHS[column] - 1
        return sum(slope * (at - 1) // way + first for at in range(marker + 1, space + 1))


class _SurvivalBot(_RatingBot):
    """Rolls while the turn is likely enough to survive."""

    least_chance: ClassVar[float]  # least chance to survive at which the bot rolls

    def is_content(self, state: CantStopState) -> bool:
        rolls = state.roll + 1  # rolls so far and the next roll; all count as safe as the next
        return float(1 - bust_chance(state)) ** rolls < self.least_chance


class CautiousBot(_SurvivalBot):
    """Takes the safest split and rolls while its chance to survive is 1/2 or more."""

    slug: ClassVar[str] = "cautious"
    least_chance: ClassVar[float] = 0.5

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        """Prefer a small chance of a bust, then progress."""
        return (-float(bust_chance(state)), progress(state))


class BoldBot(_SurvivalBot):
    """Takes the split with the most progress and rolls if its chance to survive is 1/5 or more."""

    slug: ClassVar[str] = "bold"
    least_chance: ClassVar[float] = 0.2

    def worth(self, state: CantStopState) -> tuple[float, ...]:
        """Prefer progress, then a small chance of a bust."""
        return (progress(state), -float(bust_chance(state)))


def score(state: CantStopState, rule: PointRule = RULE_OF_28) -> int:
    """Return the points of the current turn."""
    own = state.markers[state.turn_player]
    runners = spaces(state.runners)
    # Each space gained counts the points of its column, and each runner counts as one space more.
    steps = sum(rule.steps[column] * (space - own[column] + 1) for column, space in runners.items())
    if len(runners) < RUNNERS:
        return steps
    odd = sum(column % 2 for column in runners)
    parity = {0: rule.all_even, RUNNERS: rule.all_odd}.get(odd, 0)
    low = rule.all_low if max(runners) <= MIDDLE else 0
    high = rule.all_high if min(runners) >= MIDDLE else 0
    return steps + parity + low + high


def progress(state: CantStopState) -> float:
    """Return the progress of the current turn; a whole column counts 1, whatever its length."""
    own = state.markers[state.turn_player]
    return sum(
        (space - own[column]) / LENGTHS[column] for column, space in spaces(state.runners).items()
    )


BOTS: dict[str, Bot[CantStopState]] = {
    bot.slug: bot
    for bot in (
        RandomBot(),
        RookieBot(),
        CautiousBot(),
        RuleOf28Bot(),
        BoldBot(),
        GlennAloiBot(),
        LinearBot(),
    )
}
"""The bots by slug, the weakest first as measured by `manage.py match cantstop --cross`."""

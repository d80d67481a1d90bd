"""A finished game explained: the value of each step for each player, and sums over the game.

`explaining.py` explains games in a process of its own. All values are whole numbers, so that the
figures on pages add up to the last digit.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from math import sqrt
from typing import Any, Literal, NamedTuple, Self

from games.analysis.evaluation import Values

VERSION = 7
"""Raise this number when explanations change: then all games are explained again."""

Standing = tuple[int, ...]
"""How well each player stands: chances to win in tenths of a percent, which sum to 1000.

In a game for one player: minus the turns of the whole game, in hundredths.
"""

Bounds = tuple[int, int]
"""The least and the greatest value in a `Standing`."""

TENTHS = 1000  # the sum of all chances to win

HUNDRED = 100  # one roll or turn, counted in hundredths

MARKED_FROM = 10
"""The least cost of a choice marked as an error: 1 % of a game; for one player, a tenth of a turn.

Smaller differences between actions mean nothing. The errors of single values are in
`value_errors.json` of each game.
"""

MARKED_FROM_IF_APPROXIMATE = 40
"""The least cost for untrained options, found by measuring how often the analysis is right."""

Cause = Literal["dice", "choice", "left", "ruled"]


@dataclass(frozen=True, slots=True)
class Bust:
    """The player's standing after a roll, with and without a bust."""

    chance: int  # of a bust, in tenths of a percent
    after: int  # standing after a bust, on average; after any roll if no bust is possible
    otherwise: int  # standing after a roll without a bust, on average


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision between two actions or more."""

    action: str  # the action taken, as text
    best: str
    # The player's standing after each action, the best first; of many actions only the best ones
    # and the action taken.
    worth: Mapping[str, int]
    meant: Standing  # of all players, after the best action
    decided: Standing  # of all players, after the action taken
    least: int  # the player's standing after the worst action
    bust: Bust | None = None  # None if the player could not roll
    # If they stopped too early: how many more times they would have rolled on average with the best
    # decisions, in hundredths.
    further: int | None = None

    def lost(self, player: int) -> int:
        """Return how much a player lost by this choice, their own or another player's."""
        return self.meant[player] - self.decided[player]

    def shifted(self, shift: Standing, player: int, bounds: Bounds) -> Self:
        """Return this choice with its values shifted, as far as the bounds allow.

        The shift must keep `meant` and `decided` in bounds.
        """

        def moved(value: int) -> int:
            return min(max(value + shift[player], bounds[0]), bounds[1])

        bust = self.bust
        return replace(
            self,
            worth={text: moved(value) for text, value in self.worth.items()},
            meant=added(self.meant, shift),
            decided=added(self.decided, shift),
            least=self.least + shift[player],
            bust=bust and Bust(bust.chance, moved(bust.after), moved(bust.otherwise)),
        )

    def matters(self, player: int, least: int) -> bool:
        """Return whether the worst action would cost the player at least `least`."""
        return self.meant[player] - self.least >= least


@dataclass(frozen=True, slots=True)
class Step:
    """An event of the log after the set-up."""

    seq: int
    player: int | None  # None for a ruling
    cause: Cause
    roller: int  # the player who rolled last, perhaps in this step; its luck is theirs
    after: Standing
    choice: Choice | None = None  # None if the event was not one of two legal actions or more
    ends: bool = False  # whether the event ended the turn or round, by a bust or by stopping

    def standings(self) -> list[Standing]:
        """Return the standings since the last dice: after this step, and of its choice."""
        if self.choice is None or self.cause == "dice":  # the choice to roll came before the dice
            return [self.after]
        return [self.after, self.choice.meant, self.choice.decided]

    def shifted(self, shift: Standing, bounds: Bounds) -> Self:
        """Return this step with all `standings` shifted."""
        choice = self.choice
        if choice and self.cause != "dice":
            choice = choice.shifted(shift, self.player or 0, bounds)
        return replace(self, after=added(self.after, shift), choice=choice)


class Sum(NamedTuple):
    """A player's standing at the start, the changes, and the result: the sum of all of them."""

    start: int  # at the first decision
    own_dice: int  # gain by their own dice
    other_dice: int
    own_errors: int  # loss by their own decisions, at most zero
    other_errors: int  # gain by the decisions of others
    leaving: int  # because players left the game
    ruling: int  # because the site decided the game
    result: int


class Grade(NamedTuple):
    """How well a player decided."""

    decisions: int = 0  # only those that mattered
    lost: int = 0  # by all these decisions together
    squares: int = 0  # sum of the squares of these losses

    def __add__(self, other: Any) -> "Grade":
        return Grade(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def mean(self) -> float:
        """The average loss of a decision; there must be at least one decision."""
        return self.lost / self.decisions

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None with fewer than two decisions."""
        if self.decisions < 2:
            return None
        spread = self.squares - self.lost**2 / self.decisions
        return sqrt(max(spread, 0) / (self.decisions - 1) / self.decisions)


class Nerve(NamedTuple):
    """How a player chose between rolling and stopping."""

    decisions: int = 0  # only those that mattered
    early: int = 0  # stopped though rolling was better
    late: int = 0  # rolled though stopping was better
    ends: int = 0  # turns or rounds that ended with any choice between rolling and stopping
    rolls: int = 0  # rolls missed by stopping early minus those made too many, in hundredths

    def __add__(self, other: Any) -> "Nerve":
        return Nerve(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


AHEAD, LEVEL, BEHIND = "ahead", "level", "behind"
"""A player's standing: at least a fifth above an equal share, between, or a fifth or more below."""


@dataclass(frozen=True, slots=True)
class Explanation:
    start: Standing  # at the first decision
    steps: Sequence[Step]
    approximate: bool = False  # whether the analysis has not learned the options of this table

    @property
    def marked_from(self) -> int:
        return marked_from(approximate=self.approximate)

    def to_json(self) -> Sequence[Any]:
        """Return the explanation as nested sequences without names of fields, to be short."""
        return astuple(self)

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Self:
        start, steps, approximate = data
        return cls(tuple(start), [_step(*step) for step in steps], approximate)

    def step(self, seq: int) -> Step | None:
        """Return the step of an event, None for an event of the set-up."""
        place = seq - self.steps[0].seq if self.steps else -1
        return self.steps[place] if 0 <= place < len(self.steps) else None

    def before(self) -> Iterator[tuple[Standing, Step]]:
        """Yield every step with the standing before it."""
        stood = self.start
        for step in self.steps:
            yield stood, step
            stood = step.after

    def sum_of(self, player: int) -> Sum:
        found = dict.fromkeys(Sum._fields[1:-1], 0)
        for stood, step in self.before():
            change = step.after[player] - stood[player]
            if step.cause == "left":
                found["leaving"] += change
            elif step.cause == "ruled":
                found["ruling"] += change
            else:
                error = 0 if step.choice is None else -step.choice.lost(player)
                found["own_errors" if step.player == player else "other_errors"] += error
                found["own_dice" if step.roller == player else "other_dice"] += change - error
        result = self.steps[-1].after[player] if self.steps else self.start[player]
        return Sum(start=self.start[player], result=result, **found)

    def cost_of(self, player: int, not_theirs: Collection[int] = ()) -> int:
        """Return the cost of all decisions of a player. not_theirs: see `grade_of`."""
        return sum(
            step.choice.lost(player)
            for step in self.steps
            if step.player == player and step.choice and step.seq not in not_theirs
        )

    def grade_of(self, player: int, not_theirs: Collection[int] = ()) -> Grade:
        """Return how well a player decided. not_theirs: `seq` of others' decisions for them."""
        total = Grade()
        for step in self.steps:
            choice = step.choice
            counts = step.player == player and step.seq not in not_theirs
            if counts and choice and choice.matters(player, self.marked_from):
                lost = choice.lost(player)
                total += Grade(1, lost, lost**2)
        return total

    def nerve_of(self, player: int, not_theirs: Collection[int] = ()) -> dict[str, Nerve]:
        """Return how a player rolled and stopped, by AHEAD, LEVEL, BEHIND; see `grade_of`."""
        found = dict.fromkeys((AHEAD, LEVEL, BEHIND), Nerve())
        for step in self.steps:
            choice = step.choice
            counts = step.player == player and step.seq not in not_theirs
            if not counts or choice is None or choice.bust is None:
                continue
            errs = choice.lost(player) >= self.marked_from
            fair = TENTHS / len(choice.meant)
            share = choice.meant[player] / fair
            where = AHEAD if share >= 1.2 else BEHIND if share <= 0.8 else LEVEL
            rolled = choice.action == "roll"
            late = int(errs and rolled)
            found[where] += Nerve(
                decisions=int(choice.matters(player, self.marked_from)),
                early=int(errs and not rolled),
                late=late,
                ends=int(step.ends),
                rolls=(choice.further or 0) - HUNDRED * late,
            )
        return found


def marked_from(*, approximate: bool) -> int:
    """Return the least cost of a choice that is marked as an error."""
    return MARKED_FROM_IF_APPROXIMATE if approximate else MARKED_FROM


def added(standing: Standing, shift: Standing) -> Standing:
    return tuple(value + more for value, more in zip(standing, shift, strict=True))


def difference(standing: Standing, other: Standing) -> Standing:
    return tuple(value - less for value, less in zip(standing, other, strict=True))


def in_tenths(values: Values) -> Standing:
    """Return chances to win in tenths of a percent: whole numbers with the right sum.

    The tenths lost by rounding down go to the largest remainders (Hamilton's method).
    """
    whole = sum(values)
    exact = [TENTHS * value / whole for value in values]
    floors = [int(share) for share in exact]
    by_rest = sorted(range(len(exact)), key=lambda at: floors[at] - exact[at])
    for player in by_rest[: TENTHS - sum(floors)]:
        floors[player] += 1
    return tuple(floors)


def in_hundredths(values: Values, turns: int) -> Standing:
    """Return the standing of the only player, in hundredths of a turn.

    turns: the turns begun, the present one included, which `values` counts as well.
    """
    return (round(100 * (values[0] - turns + 1)),)


def _step(
    seq: int,
    player: int | None,
    cause: Cause,
    roller: int,
    after: Sequence[int],
    choice: Sequence[Any] | None,
    ends: bool = False,
) -> Step:
    chosen = None if choice is None else _choice(*choice)
    return Step(seq, player, cause, roller, tuple(after), chosen, ends)


def _choice(
    action: str,
    best: str,
    worth: Mapping[str, int],
    meant: Sequence[int],
    decided: Sequence[int],
    least: int,
    bust: Sequence[int] | None,
    further: int | None = None,
) -> Choice:
    if_bust = None if bust is None else Bust(*bust)
    return Choice(action, best, worth, tuple(meant), tuple(decided), least, if_bust, further)

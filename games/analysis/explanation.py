"""A finished game explained: what each step was worth to everybody, and what it adds up to.

`explaining.py` makes it, in a process of its own. Everything here is in whole numbers, so that what
is shown of it adds up to the last digit.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from math import sqrt
from typing import Any, Literal, NamedTuple, Self

from games.analysis.evaluation import Values

VERSION = 7
"""Version of the analysis. Raise it when the same game would be explained differently: then every
finished game is explained again.
"""

Standing = tuple[int, ...]
"""How well each player stands. With several players: their chances to win in tenths of a percent,
which sum to 1000. In a game for one: minus the turns of the whole game, in hundredths.
"""

Bounds = tuple[int, int]
"""The least and the most that one value of a `Standing` can be."""

TENTHS = 1000
"""The sum of all chances to win."""

HUNDRED = 100
"""A roll, where rolls are counted in hundredths."""

MARKED_FROM = 10
"""From this cost on a choice is marked as an error: 1 % of a game, or a tenth of a turn in a game
for one player. Smaller differences between the actions of a decision say nothing. How far a single
value is off is in `value_errors.json` of a game.
"""

MARKED_FROM_IF_APPROXIMATE = 40
"""The same at a table whose options the analysis has not learned; measured by how often what it
says there comes true.
"""

Cause = Literal["dice", "choice", "left", "ruled"]


@dataclass(frozen=True, slots=True)
class Bust:
    """What it meant to roll, for the player.

    Attributes:
        chance: The chance of a bust, in tenths of a percent.
        after: How they stand after a bust, on average; after a roll where there can be none.
        otherwise: How they stand after any other roll, on average.
    """

    chance: int
    after: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision between two actions or more.

    Attributes:
        action: The text of the action that was taken.
        best: The text of the best one.
        worth: How well the player stands after each action, by its text, the best one first. Of
            many actions only the best ones are here, and the one that was taken.
        meant: How all stand after the best action.
        decided: How all stand after the action that was taken.
        least: How well the player stands after the worst action.
        bust: What rolling meant, where that was an action.
        further: Where they stopped too early: how many more times they would have rolled on average
            with the best decisions, in hundredths.
    """

    action: str
    best: str
    worth: Mapping[str, int]
    meant: Standing
    decided: Standing
    least: int
    bust: Bust | None = None
    further: int | None = None

    def lost(self, player: int) -> int:
        """Return how much a player lost by this choice: who made it, or another one."""
        return self.meant[player] - self.decided[player]

    def shifted(self, shift: Standing, player: int, bounds: Bounds) -> Self:
        """Return the same choice with other values, as far as their bounds let them.

        Args:
            shift: What is added to the values of each player. It keeps `meant` and `decided` in
                bounds.
            player: Whose choice it is.
            bounds: The least and the most that a value can be.
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
        """Return whether its worst action costs at least this."""
        return self.meant[player] - self.least >= least


@dataclass(frozen=True, slots=True)
class Step:
    """An event of the log after the set-up.

    Attributes:
        seq: Number of the event.
        player: Whose it is; None for a ruling.
        cause: What it is: a roll, a choice without dice, somebody's leaving or a ruling.
        roller: Who rolled last, or now. Chance that comes to light here is theirs.
        after: How all stand after it.
        choice: The decision, unless the rules allowed one action only.
        ends: Whether it ended the player's turn or round, by a bust or by stopping.
    """

    seq: int
    player: int | None
    cause: Cause
    roller: int
    after: Standing
    choice: Choice | None = None
    ends: bool = False

    def told(self) -> list[Standing]:
        """Return what it says of how all stand from it on: after it, and what was chosen between.

        A choice to roll is from before the dice.
        """
        if self.choice is None or self.cause == "dice":
            return [self.after]
        return [self.after, self.choice.meant, self.choice.decided]

    def shifted(self, shift: Standing, bounds: Bounds) -> Self:
        """Return the same step with other values of all that `told` returns."""
        choice = self.choice
        if choice and self.cause != "dice":
            choice = choice.shifted(shift, self.player or 0, bounds)
        return replace(self, after=added(self.after, shift), choice=choice)


class Sum(NamedTuple):
    """Where a player began, what changed that, and where they ended: `result` is the sum of all.

    Attributes:
        start: How they stood at the first decision.
        own_dice: What their own dice brought them.
        other_dice: What the dice of the others brought them.
        own_errors: What their own decisions cost them; never more than zero.
        other_errors: What the decisions of the others brought them.
        leaving: What it meant to them that players left the game.
        ruling: What it meant to them that the site decided it.
        result: How they stood at the end.
    """

    start: int
    own_dice: int
    other_dice: int
    own_errors: int
    other_errors: int
    leaving: int
    ruling: int
    result: int


class Grade(NamedTuple):
    """How well a player decided.

    Attributes:
        decisions: Number of their decisions that mattered.
        lost: What they lost by these in all.
        squares: The sum of the squares of these losses.
    """

    decisions: int = 0
    lost: int = 0
    squares: int = 0

    def __add__(self, other: Any) -> "Grade":
        return Grade(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def mean(self) -> float:
        """What they lost by a decision on average. There is at least one."""
        return self.lost / self.decisions

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None with fewer than two decisions."""
        if self.decisions < 2:
            return None
        spread = self.squares - self.lost**2 / self.decisions
        return sqrt(max(spread, 0) / (self.decisions - 1) / self.decisions)


class Nerve(NamedTuple):
    """When a player stopped who could roll, and rolled who could stop.

    Attributes:
        decisions: Number of such decisions that mattered.
        early: How many times they stopped though rolling was better.
        late: How many times they rolled though stopping was better.
        ends: How many of their turns or rounds ended with such a decision, mattering or not.
        rolls: How many rolls too early they stopped in all, in hundredths; less than 0 if they
            rolled too often.
    """

    decisions: int = 0
    early: int = 0
    late: int = 0
    ends: int = 0
    rolls: int = 0

    def __add__(self, other: Any) -> "Nerve":
        return Nerve(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


AHEAD, LEVEL, BEHIND = "ahead", "level", "behind"
"""Where somebody stands at a decision: a fifth better than all together on average, or worse."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A game explained.

    Attributes:
        start: How all stand at the first decision.
        steps: What happened from there.
        approximate: Whether the analysis has not learned the options of this table.
    """

    start: Standing
    steps: Sequence[Step]
    approximate: bool = False

    @property
    def marked_from(self) -> int:
        """From which cost on choices are marked as errors."""
        return marked_from(approximate=self.approximate)

    def to_json(self) -> Sequence[Any]:
        """Return the explanation as plain JSON: lists of fields in order, which are short."""
        return astuple(self)

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Self:
        """Return the explanation written by `to_json`."""
        start, steps, approximate = data
        return cls(tuple(start), [_step(*step) for step in steps], approximate)

    def step(self, seq: int) -> Step | None:
        """Return the step of an event, None for one of the set-up."""
        place = seq - self.steps[0].seq if self.steps else -1
        return self.steps[place] if 0 <= place < len(self.steps) else None

    def before(self) -> Iterator[tuple[Standing, Step]]:
        """Yield every step with how all stood before it."""
        stood = self.start
        for step in self.steps:
            yield stood, step
            stood = step.after

    def sum_of(self, player: int) -> Sum:
        """Return what the game adds up to for a player."""
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
        """Return what all decisions of a player cost them; see `grade_of`."""
        return sum(
            step.choice.lost(player)
            for step in self.steps
            if step.player == player and step.choice and step.seq not in not_theirs
        )

    def grade_of(self, player: int, not_theirs: Collection[int] = ()) -> Grade:
        """Return how well a player decided.

        Args:
            player: The player.
            not_theirs: The numbers of events that somebody else decided for them.
        """
        total = Grade()
        for step in self.steps:
            choice = step.choice
            counts = step.player == player and step.seq not in not_theirs
            if counts and choice and choice.matters(player, self.marked_from):
                lost = choice.lost(player)
                total += Grade(1, lost, lost**2)
        return total

    def nerve_of(self, player: int, not_theirs: Collection[int] = ()) -> dict[str, Nerve]:
        """Return when a player stopped and rolled, by where they stood; see `grade_of`."""
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
    """Return from which cost on a choice is marked as an error."""
    return MARKED_FROM_IF_APPROXIMATE if approximate else MARKED_FROM


def added(standing: Standing, shift: Standing) -> Standing:
    """Return the sums of two standings, player by player."""
    return tuple(value + more for value, more in zip(standing, shift, strict=True))


def difference(standing: Standing, other: Standing) -> Standing:
    """Return by how much all stand better than in another standing."""
    return tuple(value - less for value, less in zip(standing, other, strict=True))


def in_tenths(values: Values) -> Standing:
    """Return chances to win in tenths of a percent: whole numbers with the right sum.

    What is left over after rounding down goes to the largest remainders (Hamilton's method).
    """
    whole = sum(values)
    exact = [TENTHS * value / whole for value in values]
    floors = [int(share) for share in exact]
    by_rest = sorted(range(len(exact)), key=lambda at: floors[at] - exact[at])
    for player in by_rest[: TENTHS - sum(floors)]:
        floors[player] += 1
    return tuple(floors)


def in_hundredths(values: Values, turns: int) -> Standing:
    """Return how the only player stands, in hundredths of a turn.

    Args:
        values: What the analysis says: minus the turns left, the present one included.
        turns: How many turns they have begun, the present one included.
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

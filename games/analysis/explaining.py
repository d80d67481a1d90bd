"""Explains finished games by evaluating every position.

Players' chances change by errors and dice, by a player who leaves, and by a ruling of the site. A
choice costs the difference between the best action and the action taken. All other change is luck
of the player who rolled last.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from sys import maxsize
from typing import Any

from games.analysis.evaluation import Evaluation, Values
from games.analysis.explanation import (
    HUNDRED,
    TENTHS,
    Bounds,
    Bust,
    Cause,
    Choice,
    Explanation,
    Standing,
    Step,
    added,
    difference,
    in_hundredths,
    in_tenths,
    marked_from,
)
from games.analysis.thinking import evaluate, more_rolls
from games.engine.core import Event, Resigned, Ruled, Rules, State, TimedOut

KEPT_ACTIONS = 8
"""How many actions of a choice are stored: the best ones, and always the action taken."""


def explain(rules: Rules[Any], events: Iterable[Event]) -> Explanation:
    """Explain a game from its whole log. Raises ValueError if nobody ever had a decision."""
    start: Standing | None = None
    steps: list[Step] = []
    approximate = False
    roller = 0
    rolled: int | None = None  # the index of the last roll in `steps`
    position = _Position(rules, rules.initial_state())
    for seq, event in enumerate(events, 1):
        now, position = position, _Position(rules, rules.apply_event(position.state, event))
        if start is None:
            if not now.active:
                continue  # the set-up
            start, roller = now.standing(), now.active[0]
        stood = steps[-1].after if steps else start
        cause = _cause(rules, event)
        choice = None
        if cause == "dice":
            roller, rolled = event.actor, len(steps)
        if cause in {"dice", "choice"}:
            choice = now.choice(event)
        after = position.standing(choice.decided if choice else stood)
        ends = rules.ends_in_bust(now.state, event) is not None
        steps.append(Step(seq, event.player, cause, roller, after, choice, ends))
        if cause == "choice":
            start = _settle(start, steps, rolled, now.bounds())
        approximate = approximate or now.approximate
    if start is None:
        raise ValueError("nobody ever had a decision to make")
    return Explanation(start, steps, approximate)


def _settle(start: Standing, steps: list[Step], rolled: int | None, bounds: Bounds) -> Standing:
    """Make all standings since the last roll agree with the newest position; return the new start.

    Without dice only errors change a standing. If the position after a choice is worth more or less
    than the choice promised, the position is right: it is evaluated one turn further on. So all
    values of the choice are shifted, which leaves its cost as it is. The standings of the last roll
    and of the choices since then are shifted, too; so is the start, if `rolled` is None (no roll).
    """
    last, choice = steps[-1], steps[-1].choice
    before = last.after
    if choice:
        promised = [choice.meant, choice.decided]
        shift = _fitting(difference(last.after, choice.decided), promised, bounds)
        steps[-1] = replace(last, choice=choice.shifted(shift, last.player or 0, bounds))
        before = added(last.after, difference(choice.meant, choice.decided))
    since = range(rolled or 0, len(steps) - 1)
    standings = [values for at in since for values in steps[at].standings()]
    if rolled is None:
        standings.append(start)
    shift = _fitting(difference(before, steps[-2].after if since else start), standings, bounds)
    for at in since:
        steps[at] = steps[at].shifted(shift, bounds)
    return added(start, shift) if rolled is None else start


def _fitting(shift: Standing, stands: Iterable[Standing], bounds: Bounds) -> Standing:
    """Return the greatest part of a shift that keeps all values within the bounds."""
    # Fractions, not floats: the shift that just reaches a bound must not miss it by rounding.
    rooms = [
        Fraction(bounds[1] - value if each > 0 else value - bounds[0], abs(each))
        for values in stands
        for value, each in zip(values, shift, strict=True)
        if each
    ]
    part = max(min([Fraction(1), *rooms]), Fraction(0))
    found = [int(part * each) for each in shift]
    # The shifts of several players must sum to 0; truncation may have changed the sum.
    while len(found) > 1 and (rest := sum(found)):
        most = found.index(max(found) if rest > 0 else min(found))
        found[most] -= 1 if rest > 0 else -1
    return tuple(found)


class _Position:
    """A position that is evaluated when needed, at most once for each player."""

    def __init__(self, rules: Rules[Any], state: State) -> None:
        self.state = state
        self.active = rules.active_players(state)
        self._rules = rules
        self._evaluated: dict[int, Evaluation] = {}

    @property
    def approximate(self) -> bool:
        """Whether an evaluation so far was approximate."""
        return any(evaluation.approximate for evaluation in self._evaluated.values())

    def standing(self, otherwise: Standing = ()) -> Standing:
        """Return all players' standing; `otherwise` if nobody can act or the game has no winner."""
        outcome = self._rules.outcome(self.state)
        if outcome is None:
            legal = self._rules.legal_actions
            asked = next((player for player in self.active if legal(self.state, player)), None)
            return otherwise if asked is None else self._whole(self._evaluate(asked).value)
        if not outcome.winners:
            return otherwise
        if self._rules.players == 1:
            return (-HUNDRED * self._turns(),)
        shares = [float(player in outcome.winners) for player in range(self._rules.players)]
        return in_tenths(tuple(share / len(outcome.winners) for share in shares))

    def bounds(self) -> Bounds:
        if self._rules.players > 1:
            return 0, TENTHS
        return -maxsize, -HUNDRED * self._turns()

    def choice(self, event: Event) -> Choice | None:
        """Return the choice that an event was, None if the player had only one legal action."""
        player = event.actor
        if len(self._rules.legal_actions(self.state, player)) < 2:
            return None
        evaluation = self._evaluate(player)
        action, best = str(self._rules.action_of(event)), evaluation.best(player)
        whole = {text: self._whole(values) for text, values in evaluation.actions.items()}
        meant, decided = whole[best], whole[action]
        if decided[player] >= meant[player]:
            decided = meant  # equal, or rounding has reversed a difference of less than a tenth
        order = sorted(whole, key=lambda text: -evaluation.actions[text][player])
        bust = self._bust(evaluation, player)
        further = None
        lost = meant[player] - decided[player]
        if bust and best == "roll" and lost >= marked_from(approximate=evaluation.approximate):
            further = round(HUNDRED * more_rolls(self._rules, self.state, player))
        kept = [text for place, text in enumerate(order) if place < KEPT_ACTIONS or text == action]
        worth = {text: whole[text][player] for text in kept}
        return Choice(
            action=action,
            best=best,
            worth=worth | {best: meant[player], action: decided[player]},
            meant=meant,
            decided=decided,
            least=min(values[player] for values in whole.values()),
            bust=bust,
            further=further,
        )

    def _bust(self, evaluation: Evaluation, player: int) -> Bust | None:
        if evaluation.bust is None or "roll" not in evaluation.actions:
            return None
        chance, after, rolled = (
            evaluation.bust.chance,
            evaluation.bust.values,
            evaluation.actions["roll"],
        )
        if chance <= 0:
            after = otherwise = rolled
        elif chance >= 1:
            otherwise = after
        else:
            otherwise = tuple(
                (value - chance * bust) / (1 - chance)
                for value, bust in zip(rolled, after, strict=True)
            )
        return Bust(
            round(TENTHS * chance), self._whole(after)[player], self._whole(otherwise)[player]
        )

    def _evaluate(self, player: int) -> Evaluation:
        if player not in self._evaluated:
            self._evaluated[player] = evaluate(self._rules, self.state, player)
        return self._evaluated[player]

    def _whole(self, values: Values) -> Standing:
        if len(values) > 1:
            return in_tenths(values)
        return in_hundredths(values, self._turns())

    def _turns(self) -> int:
        """Return how many turns the only player has begun."""
        return self._rules.length(self.state)["turns"]


def _cause(rules: Rules[Any], event: Event) -> Cause:
    match event:
        case Ruled():
            return "ruled"
        case Resigned() | TimedOut():
            return "left"
        case _:
            return "choice" if rules.faces_of(event) is None else "dice"

"""Lessons: real positions with scripted dice, one decision each, and a reply to every choice.

A kind of game with a lesson declares it in `lesson.py` of its package. No progress is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.core import Event, Rules, State
from games.engine.dice import ScriptedDice
from games.engine.errors import ActionError
from games.models import Game, Seat
from games.pages.examples import log_after
from games.pov import Pov
from games.presenters.levels import FOR_NEWCOMERS, bot_at

# The player who learns; bots have the other seats.
LEARNER = 0


@dataclass(frozen=True, kw_only=True)
class Reply:
    """The site's answer to a learner's choice."""

    text: Promise
    good: bool = False  # whether the choice is among the best
    dice: Sequence[int] = ()  # the faces, if the choice is a roll
    then: Sequence[Event] = ()  # what the players do next, on the board of the reply


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step of a lesson: one decision."""

    title: Promise
    text: Promise
    question: Promise
    start: State
    events: Sequence[Event] = ()  # from the start to the decision
    rule: Promise  # the rule to remember, the same after every reply
    replies: Mapping[str, Reply]  # by the text of the action


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question about the rules."""

    text: Promise
    options: Sequence[Promise | str]
    right: int  # the index of the right option
    why: Promise
    section: str  # the id of a section on the page with the rules


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """The steps of a lesson; all questions together count as one more step, the last."""

    rules: Rules[Any]
    steps: Sequence[Step]
    learnt: Promise  # what the learner can do after the steps, in a sentence
    questions: Sequence[Question]

    @property
    def length(self) -> int:
        return len(self.steps) + 1

    def decision(self, step: Step) -> Pov:
        """Return the position of a step as the learner sees it."""
        return self._pov(step, step.events, Game.Status.RUNNING)

    def reply(self, step: Step, text: str) -> Reply | None:
        """Return the reply to an action, in any of its spellings; None if the step has none."""
        try:
            return step.replies.get(str(self.rules.parse_action(text)))
        except ActionError:
            return None

    def outcome(self, step: Step, reply: Reply) -> Pov:
        """Return the position after the choice and its reply's moves, as if the game were over."""
        state = self.decision(step).state
        # By identity: two actions may have replies with the same words.
        text = next(text for text, found in step.replies.items() if found is reply)
        action, dice = self.rules.parse_action(text), ScriptedDice([reply.dice])
        event = self.rules.resolve(state, LEARNER, action, dice)
        return self._pov(step, [*step.events, event, *reply.then], Game.Status.FINISHED)

    def _pov(self, step: Step, events: Sequence[Event], status: Game.Status) -> Pov:
        rules, log = self.rules, log_after(self.rules, step.start, events)
        game = Game(
            code="",  # the game has no address
            kind=rules.kind,
            variant=rules.variant.to_json(),
            size=rules.players,
            status=status,
            version=len(log.events),
        )
        learner = Seat(game=game, player=LEARNER, user=User(username=_("You")))
        bot = bot_at(rules.kind, FOR_NEWCOMERS)
        bots = [Seat(game=game, player=n, bot=bot) for n in range(1, rules.players)]
        return Pov(game, [learner, *bots], log, game.version, LEARNER)

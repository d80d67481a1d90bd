"""Bots that compute the analysis in this very process: in its own, or where bots are measured."""

import logging
import random
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from games.analysis.characters import Character
from games.analysis.evaluation import Evaluation
from games.engine.core import Action, Bot, Rules, State

FOLDER = Path(__file__).parent
logger = logging.getLogger(__name__)


def has_evaluator(kind: str) -> bool:
    """Return whether there is an analysis of this kind of game, with what it has learned."""
    return all((FOLDER / kind / part).is_file() for part in ("evaluate.py", "weights.npz"))


def evaluator(kind: str) -> ModuleType:
    """Import the module that judges positions of this kind of game; it needs numba."""
    return import_module(f"games.analysis.{kind}.evaluate")


def get_ready() -> None:
    """Have everything compiled that the judges of all kinds need, where it is not yet."""
    for kind in sorted(folder.name for folder in FOLDER.iterdir() if has_evaluator(folder.name)):
        warm_up: Callable[[], object] = getattr(evaluator(kind), "warm_up", lambda: None)
        try:
            warm_up()
        except Exception:  # the other games can do without this one
            logger.exception("The analysis of %s does not work", kind)


def evaluate(rules: Rules[Any], state: State, player: int) -> Evaluation:
    """Return how good each action is that the player may take.

    Args:
        rules: The rules of the game.
        state: The present position.
        player: A player who has a decision to make.
    """
    evaluation: Evaluation = evaluator(rules.kind).evaluate(rules, state, player)
    return evaluation


def more_rolls(rules: Rules[Any], state: State, player: int) -> float:
    """Return how many more times a player rolls on average who rolls now and plays well.

    It counts the rolls of this turn, or of this round where all roll in turn.

    Args:
        rules: The rules of the game.
        state: A position in which rolling is better than stopping.
        player: The turn player.
    """
    return float(evaluator(rules.kind).more_rolls(rules, state, player))


class ThinkingBot(Bot[Any]):
    """Plays a character."""

    def __init__(self, character: Character, chance: random.Random | None = None) -> None:
        self.slug = character.slug  # type: ignore[misc]  # each character is a bot
        self._character = character
        self._chance = chance or random.SystemRandom()

    def seeded(self, chance: random.Random) -> "ThinkingBot":
        """Return the same bot with its random choices drawn from `chance`."""
        return ThinkingBot(self._character, chance)

    def choose(self, rules: Rules[Any], state: State, player: int) -> Action:
        """Judge the position, and choose by that."""
        evaluation = evaluate(rules, state, player)
        return rules.parse_action(self._character.choose(evaluation, player, self._chance))

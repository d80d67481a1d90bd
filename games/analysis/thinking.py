"""Bots that run the analysis in the process they play in: the worker, or one that measures bots."""

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
    """Return whether there is an analysis of this kind of game, with trained weights."""
    return all((FOLDER / kind / part).is_file() for part in ("evaluate.py", "weights.npz"))


def evaluator(kind: str) -> ModuleType:
    """Return the module that evaluates positions of this kind of game. Imports numba."""
    return import_module(f"games.analysis.{kind}.evaluate")


def get_ready() -> None:
    """Compile the evaluators of all kinds, or load their compiled code from the cache."""
    for kind in sorted(folder.name for folder in FOLDER.iterdir() if has_evaluator(folder.name)):
        warm_up: Callable[[], object] = getattr(evaluator(kind), "warm_up", lambda: None)
        try:
            warm_up()
        except Exception:  # the analyses of the other kinds still work
            logger.exception("The analysis of %s does not work", kind)


def evaluate(rules: Rules[Any], state: State, player: int) -> Evaluation:
    evaluation: Evaluation = evaluator(rules.kind).evaluate(rules, state, player)
    return evaluation


def more_rolls(rules: Rules[Any], state: State, player: int) -> float:
    """Return a player's average number of rolls in the rest of the turn or round if they roll now.

    Rolling must be better than stopping here. The player is taken to play well.
    """
    return float(evaluator(rules.kind).more_rolls(rules, state, player))


class ThinkingBot(Bot[Any]):
    def __init__(self, character: Character, chance: random.Random | None = None) -> None:
        self.slug = character.slug  # type: ignore[misc]  # each character is a bot
        self._character = character
        self._chance = chance or random.SystemRandom()

    def seeded(self, chance: random.Random) -> "ThinkingBot":
        return ThinkingBot(self._character, chance)

    def choose(self, rules: Rules[Any], state: State, player: int) -> Action:
        evaluation = evaluate(rules, state, player)
        return rules.parse_action(self._character.choose(evaluation, player, self._chance))

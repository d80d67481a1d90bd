"""The server's side of the process that evaluates positions (`worker.py`)."""

import json
import logging
import os
import random
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from importlib.util import find_spec
from typing import Any

from games.analysis.characters import Character
from games.analysis.evaluation import Evaluation, IfBust
from games.analysis.explanation import Explanation
from games.analysis.thinking import has_evaluator
from games.engine.core import Action, Event, Json, Rules, State
from games.engine.errors import ActionError
from operations.task_process import TaskFailedError, TaskProcess, program

logger = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that an answer may take. Then the process is ended; the next question starts another."""

PATIENCE_FOR_GAMES = 600.0
"""Seconds of processor time to explain a game. Most need less than one; long games need more."""

WAIT = 0.5
"""Seconds that a question waits while the process answers others."""


class AnalysisError(TaskFailedError):
    """There is no answer: the analysis is not ready, was late, died or is not available here."""


@cache
def is_available(kind: str) -> bool:
    """Return whether positions of this kind of game can be evaluated on this machine."""
    # `find_spec` does not import numba, which would take a second.
    return os.name == "posix" and has_evaluator(kind) and find_spec("numba") is not None


class Analysis(TaskProcess):
    """A process that evaluates one position after another.

    It gets ready in a second, or in a minute if something must be compiled first. Until then every
    question is refused with an AnalysisError, so nobody waits.
    """

    name = "analysis"
    command = program("games.analysis.worker")
    failure = AnalysisError

    def evaluate(
        self, rules: Rules[Any], state: State, player: int, patience: float = PATIENCE
    ) -> Evaluation:
        """Return how good each action is for a player with a decision to make."""
        answer = json.loads(
            self._ask("evaluate", _position(rules, state, player), patience=patience)
        )
        actions = {text: tuple(values) for text, values in answer["actions"].items()}
        bust = answer["bust"] and IfBust(answer["bust"]["chance"], tuple(answer["bust"]["values"]))
        return Evaluation(tuple(answer["value"]), actions, answer["approximate"], bust)

    def explain(self, rules: Rules[Any], events: Sequence[Event]) -> Explanation:
        log = [
            {"type": event.type, "player": event.player, "data": rules.event_to_json(event)}
            for event in events
        ]
        answer = self._ask(
            "explain", _table(rules), log, patience=PATIENCE_FOR_GAMES, counts_work=True
        )
        return Explanation.from_json(json.loads(answer))

    def choose(
        self,
        rules: Rules[Any],
        state: State,
        player: int,
        character: Character,
        chance: random.Random,
    ) -> Action:
        """Return the action that a character takes. Its random choices come from `chance`."""
        position, seed = _position(rules, state, player), chance.getrandbits(64)
        answer = self._ask("choose", position, asdict(character), seed, patience=PATIENCE)
        try:
            action = rules.parse_action(answer.decode())
            rules.check(state, player, action)
        except (UnicodeDecodeError, ActionError) as error:
            raise AnalysisError("the analysis chose what the rules do not allow") from error
        return action

    def _ask(
        self, task: str, *arguments: object, patience: float, counts_work: bool = False
    ) -> bytes:
        if not self.is_ready():  # which also starts the process
            raise AnalysisError("the analysis is not ready yet")
        return self.do(
            task,
            *arguments,
            patience=patience,
            wait=WAIT,
            only_if_ready=True,
            counts_work=counts_work,
        )

    def became_ready(self, seconds: float) -> None:
        logger.info("The analysis is ready; that took it %.1f s", seconds)


def _table(rules: Rules[Any]) -> Json:
    return {"kind": rules.kind, "players": rules.players, "variant": rules.variant.to_json()}


def _position(rules: Rules[Any], state: State, player: int) -> Json:
    return {**_table(rules), "state": rules.state_to_json(state), "player": player}

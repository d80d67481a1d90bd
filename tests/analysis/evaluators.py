"""Evaluators for tests: the program that answers, with an evaluator made for the test."""

import random
import sys
import time
from collections.abc import Sequence
from typing import Any

from games.analysis.client import Analysis
from games.analysis.evaluation import Evaluation, IfBust, Values
from games.analysis.explaining import explain
from games.analysis.explanation import Explanation
from games.engine.core import Event, Rules, State

ANSWERING = """
import os, signal, sys, time, types
import tests.kinds
from games.analysis import thinking
from games.analysis import worker as answering
from games.analysis.evaluation import Evaluation

def evaluate(rules, state, player):
    {evaluate}
    legal, players = rules.legal_actions(state, player), range(rules.players)
    own = [0.5 + 0.4 * place / len(legal) for place in range(len(legal))]
    values = {{
        str(action): tuple(
            chance if each == player else (1 - chance) / (rules.players - 1) for each in players
        )
        for action, chance in zip(legal, own)
    }}
    return Evaluation((1 / rules.players,) * rules.players, values)

def get_ready():
    {get_ready}

thinking.evaluator = lambda kind: types.SimpleNamespace(evaluate=evaluate)
thinking.get_ready = get_ready
answering.main()
"""
"""To this evaluator the last of the legal actions is the best."""


def analysis_of(evaluate: str = "pass", get_ready: str = "pass") -> Analysis:
    """Return an analysis whose evaluator, and what comes before it, begin with a statement."""
    answering = ANSWERING.format(evaluate=evaluate, get_ready=get_ready)

    class Evaluating(Analysis):
        command = (sys.executable, "-c", answering)

    return Evaluating()


def ready(analysis: Analysis) -> Analysis:
    """Wait until it takes questions."""
    until = time.monotonic() + 120
    while not analysis.is_ready():
        assert time.monotonic() < until
        time.sleep(0.02)
    return analysis


def _values(rules: Rules[Any], *seed: object) -> Values:
    """Return any values, the same for the same seed."""
    chance = random.Random(repr(seed))
    if rules.players == 1:
        return (-1 - 9 * chance.random(),)
    parts = [chance.random() ** 3 for _ in range(rules.players)]
    return tuple(part / sum(parts) for part in parts)


def senseless_evaluate(rules: Rules[Any], state: State, player: int) -> Evaluation:
    """Evaluate without any sense: nothing that is said fits to what was said before."""
    legal = rules.legal_actions(state, player)
    assert legal, "nobody is asked who has no decision to make"
    actions = {str(action): _values(rules, state.seq, player, action) for action in legal}
    best = max(actions.values(), key=lambda found: found[player])
    return Evaluation(best, actions, bust=IfBust(0.25, _values(rules, "bust", state.seq)))


def senseless_more_rolls(rules: Rules[Any], state: State, player: int) -> float:
    """Count rolls that nobody has counted."""
    return 1 + (state.seq + player) % 3 / rules.players


class AnalysisHere:
    """Explains games in this very process; the test decides by which evaluator."""

    def __init__(self) -> None:
        self.asked = 0
        self.ready = True

    def is_ready(self, wait: float) -> bool:
        """Return whether it is ready."""
        return self.ready

    def explain(self, rules: Rules[Any], events: Sequence[Event]) -> Explanation:
        """Explain a game."""
        self.asked += 1
        return explain(rules, events)

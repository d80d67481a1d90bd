"""Judges for tests: the program that answers, with a judge made for the test."""

import sys
import time

from games.analysis.asking import Analysis

ANSWERING = """
import os, signal, sys, time, types
import tests.kinds
from games.analysis import answering, thinking
from games.analysis.judgement import Judgement

def judge(rules, state, player):
    {judge}
    legal, players = rules.legal_actions(state, player), range(rules.players)
    values = {{
        str(action): tuple(place / 9999 * (each == player) for each in players)
        for place, action in enumerate(legal)
    }}
    return Judgement((0.5,) * rules.players, values)

def get_ready():
    {get_ready}

thinking.judge_module = lambda kind: types.SimpleNamespace(judge=judge)
thinking.get_ready = get_ready
answering.main()
"""
"""To this judge the last of the legal actions is the best."""


def analysis_of(judge: str = "pass", get_ready: str = "pass") -> Analysis:
    """Return an analysis in which the judge, and what comes before it, begin with a statement."""
    answering = ANSWERING.format(judge=judge, get_ready=get_ready)

    class Judging(Analysis):
        command = (sys.executable, "-c", answering)

    return Judging()


def ready(analysis: Analysis) -> Analysis:
    """Wait until it takes questions."""
    until = time.monotonic() + 120
    while not analysis.is_ready():
        assert time.monotonic() < until
        time.sleep(0.02)
    return analysis

"""People and games that many tests of the games begin with."""

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.analysis import explaining
from games.analysis.client import Analysis
from games.models import Game
from games.services import analyses, bot_moves
from tests.analysis.evaluators import (
    AnalysisHere,
    analysis_of,
    ready,
    senseless_evaluate,
    senseless_more_rolls,
)
from tests.games.days import Clock
from tests.games.factories import make_finished_game, make_running_game, make_user


@pytest.fixture
def mireille(db: None) -> User:
    return make_user("Mireille")


@pytest.fixture
def kestrel(db: None) -> User:
    return make_user("kestrel")


@pytest.fixture
def finished(kestrel: User) -> Game:
    return make_finished_game(kestrel, "rule-of-28", resign_after=24)


@pytest.fixture
def running(kestrel: User) -> Game:
    return make_running_game(kestrel, "rule-of-28", events=12)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def solver(clock: Clock, db: None) -> User:
    """Return somebody who plays today's challenge, on the day of the clock."""
    return make_user("solver")


@pytest.fixture
def analysis_here(monkeypatch: pytest.MonkeyPatch, settings: Any) -> AnalysisHere:
    """Have games explained in the test's own process, by an evaluator without any sense."""
    here = AnalysisHere()
    settings.ANALYSIS = True
    monkeypatch.setattr(explaining, "evaluate", senseless_evaluate)
    monkeypatch.setattr(explaining, "more_rolls", senseless_more_rolls)
    monkeypatch.setattr(analyses, "_analysis", here)
    monkeypatch.setattr(analyses, "_failed", {})
    monkeypatch.setattr(analyses, "is_available", lambda kind: True)
    return here


@pytest.fixture(scope="session")
def evaluating() -> Iterator[Analysis]:
    """A process to which the last of the legal actions is the best."""
    with ready(analysis_of()) as analysis:
        yield analysis


@pytest.fixture
def analysis_answers(monkeypatch: pytest.MonkeyPatch, settings: Any, evaluating: Analysis) -> None:
    """Have that process answer what bots and people ask."""
    settings.ANALYSIS = True
    monkeypatch.setattr(bot_moves, "_analysis", evaluating)
    monkeypatch.setattr(analyses, "is_available", lambda kind: True)

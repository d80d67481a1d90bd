"""People and games that many tests of the games begin with."""

import pytest

from accounts.models import User
from games.models import Game
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
    return make_finished_game(kestrel, "rule-of-28", resign_after=40)


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

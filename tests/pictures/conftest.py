"""Games to draw, and a cache that remembers nothing of other tests."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches

from accounts.models import User
from games.models import Game
from tests.games.factories import make_finished_game, make_running_game, make_user


@pytest.fixture(autouse=True)
def empty_caches() -> Iterator[None]:
    for name in ("default", "pictures"):
        caches[name].clear()
    yield
    for name in ("default", "pictures"):
        caches[name].clear()


@pytest.fixture
def ada(db: None) -> User:
    return make_user("Ada")


@pytest.fixture
def finished(ada: User) -> Game:
    return make_finished_game(ada, "rule-of-28", resign_after=40)


@pytest.fixture
def running(ada: User) -> Game:
    return make_running_game(ada, "rule-of-28", events=12)


@pytest.fixture
def with_layouts(ada: User) -> Game:
    return make_finished_game(
        ada, "greedy", "careful", kind="buttons", variant={"layouts": "random"}, resign_after=60
    )

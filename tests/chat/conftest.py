"""A table with two people at it, somebody who watches, and a guest."""

import pytest

from accounts.models import User
from games.models import Game
from tests.chat.people import make_person
from tests.games.tables import running_table, user_at


@pytest.fixture
def game(db: None) -> Game:
    return running_table()


@pytest.fixture
def ada(game: Game) -> User:
    """Return one of the players."""
    return user_at(game, 0)


@pytest.fixture
def ben(game: Game) -> User:
    """Return the other player."""
    return user_at(game, 1)


@pytest.fixture
def fan(db: None) -> User:
    """Return somebody who watches."""
    return make_person("fan")


@pytest.fixture
def guest(db: None) -> User:
    return make_person("guest", is_guest=True)

"""Who the tests of moderation are about."""

import pytest

from accounts.models import User
from tests.games.factories import make_user
from tests.moderation.people import make_staff


@pytest.fixture
def rude(db: None) -> User:
    return make_user("Rude")


@pytest.fixture
def vera(db: None) -> User:
    """Somebody who reports."""
    return make_user("Vera")


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "Mo")


@pytest.fixture
def other(db: None) -> User:
    """Another moderator."""
    return make_staff("moderator", "Other")

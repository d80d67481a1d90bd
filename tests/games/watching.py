"""People who look at a table, without their sockets."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.conf import settings

from games import presence
from games.models import Game


@contextmanager
def watched_by(game: Game, *viewers: str) -> Iterator[None]:
    """Let these viewers look at a table meanwhile."""
    with mock.patch.dict(presence.here, {game.code: Counter(viewers)}):
        if settings.REDIS_URL:
            presence.say({game.code: list(viewers)})
        yield
        if settings.REDIS_URL:
            presence.say({game.code: []})

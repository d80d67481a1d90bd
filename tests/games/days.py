"""Days, and tries of their challenges, as tests of the daily challenge need them."""

from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine.core import Resign
from games.engine.registry import KINDS
from games.models import Game
from games.services import daily
from games.services.play import submit_action

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
LATE = datetime(2026, 3, 14, 23, 59, 59, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 15, tzinfo=UTC)


class Clock:
    """What time it is for the site."""

    def __init__(self, monkeypatch: Any) -> None:
        self.now = NOON
        monkeypatch.setattr(timezone, "now", lambda: self.now)


def begin(user: User) -> Game:
    """Return the user's try of today's challenge."""
    return daily.start_try(daily.todays_challenge(), user)


def solve(game: Game, bot: str = "rule-of-28") -> Game:
    """Play a try to its end as a bot would."""
    player = KINDS[game.kind].bots[bot]
    while game.is_running:
        state = game.position()
        action = player.choose(game.rules, state, 0)
        game = submit_action(game.code, 0, action, game.rules.token(state, 0))
    return Game.objects.get(pk=game.pk)


def give_up(game: Game) -> Game:
    """Leave a try."""
    submit_action(game.code, 0, Resign(), None)
    return Game.objects.get(pk=game.pk)


def with_turns(game: Game, turns: int) -> Game:
    """Return a finished try as if it had taken so many turns."""
    game.turns = turns
    game.save(update_fields=["turns"])
    return game

"""Days, and tries of their challenges, as tests of the daily challenge need them."""

from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine.core import Resign
from games.engine.registry import KINDS
from games.models import Game
from games.models.dice import GRACE
from games.services import daily
from games.services.dice import GameChance
from games.services.play import submit_action
from tests.games.factories import store

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
LATE = datetime(2026, 3, 14, 23, 59, 59, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 15, tzinfo=UTC)
CLOSED = MIDNIGHT + GRACE


class Clock:
    """What time it is for the site."""

    def __init__(self, monkeypatch: Any) -> None:
        self.now = NOON
        monkeypatch.setattr(timezone, "now", lambda: self.now)


def begin(user: User) -> Game:
    """Return the user's try of today's challenge."""
    return daily.start_try(daily.todays_challenge(), user)


def solve(game: Game, bot: str = "rule-of-28") -> Game:
    """Play a try to its end as a bot would. Only the last step is written by the service."""
    game = Game.objects.get(pk=game.pk)
    player, dice, rules = KINDS[game.kind].bots[bot], GameChance(game), game.rules
    state, log = game.position(), []
    while True:
        action = player.choose(rules, state, 0)
        event = rules.resolve(state, 0, action, dice)
        after = rules.apply_event(state, event)
        if rules.outcome(after):
            break
        log.append(event)
        state = after
    store(game, state, log)
    submit_action(game.code, 0, action, rules.token(state, 0))
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

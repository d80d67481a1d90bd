"""What every change of a table needs: the lock, and the moment something is due next."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.engine.core import Event, State
from games.models import Game, GameEvent

WAITING_TIME = timedelta(days=1)
"""A table nobody fills within this time is cancelled."""

SALT_TIME = timedelta(seconds=5)
"""How long the start of a full table waits for the salts of browsers that sat down just now."""

MOVE_TIME = timedelta(days=3)
"""A person who lets this time pass on their turn is out of the game."""

LONG_LOOK = 2.5
"""How many paces a bot waits after a turn has passed, so that a bust or a stop is seen."""


@contextmanager
def locked_game(code: str) -> Iterator[Game]:
    """Open a transaction in which nobody else changes this game; yield its row.

    Raises Game.DoesNotExist. PostgreSQL locks the row; SQLite has one writer at a time.
    """
    with transaction.atomic():
        yield Game.objects.select_for_update().get(code=code)


def lock_games(which: Q) -> list[Game]:
    """Lock several games, in the order of accounts/locks.py, until the transaction is through."""
    return list(Game.objects.select_for_update(of=("self",)).filter(which).order_by("pk"))


def write_event(game: Game, event: Event) -> None:
    """Add an event to the end of the log, and note on the game that it has moved."""
    game.version += 1
    game.moved_at = timezone.now()
    GameEvent.objects.create(
        game=game,
        seq=game.version,
        player=event.player,
        kind=event.type,
        data=game.rules.event_to_json(event),
        created_at=game.moved_at,
    )


def open_decisions(game: Game, state: State) -> None:
    """Note on the seats which players have a decision to make in this position."""
    active = game.rules.active_players(state)
    game.seats.filter(to_move=True).exclude(player__in=active).update(to_move=False)
    game.seats.filter(to_move=False, player__in=active).update(to_move=True)


def next_due(game: Game, state: State, *, turn_passed: bool = False) -> datetime:
    """Return when the referee must look at this running game again.

    turn_passed: whether the event before ended a turn, which people want a longer look at.
    """
    active = game.rules.active_players(state)
    if game.seats.filter(player__in=active).exclude(bot="").exists():
        return timezone.now() + bot_pace(turn_passed)
    due = timezone.now() + MOVE_TIME
    return min(due, game.challenge.ends_at) if game.challenge else due


def bot_pace(turn_passed: bool) -> timedelta:
    """Return how long a bot waits before its next step."""
    return timedelta(seconds=settings.BOT_PACE * (LONG_LOOK if turn_passed else 1))

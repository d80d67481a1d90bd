"""Check the snapshots of games (`Game.state`) against the logs, which are authoritative."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection

from games.engine.core import Event
from games.engine.faults import fault_of
from games.engine.replay import LogError, replay_checked
from games.models import Game, GameEvent
from games.services.tables import locked_game

BEGIN_TO_READ = {
    "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    "sqlite": "BEGIN DEFERRED",
}


@contextmanager
def one_moment() -> Iterator[None]:
    """Let all queries of a block see the same state of the database, without a lock."""
    # Django's own transactions don't do this: on PostgreSQL each statement sees newer commits, and
    # on SQLite transactions take the lock of writers. In a caller's transaction this does nothing.
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN_TO_READ[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def snapshot_fault(game: Game) -> str:
    """Return the fault of the log or the snapshot of a game; "" if there is none."""
    rows = list(game.events.order_by("seq"))
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        return "the log has gaps"
    try:
        state = replay_checked(game.rules, _events(game, rows))[-1]
    except LogError as error:
        return str(error)
    if game.version != len(rows):
        return f"version {game.version} with {len(rows)} events"
    if game.state != game.rules.state_to_json(state):
        return "the snapshot does not follow from the log"
    return ""


def rebuild_snapshot(code: str) -> None:
    """Save the snapshot and the version that follow from the log, or raise LogError."""
    with locked_game(code) as game:
        rows = game.events.order_by("seq")
        state = replay_checked(game.rules, _events(game, rows))[-1]
        game.version = state.seq
        game.state = game.rules.state_to_json(state)
        game.save(update_fields=["version", "state"])


def _events(game: Game, rows: Iterable[GameEvent]) -> Iterator[Event]:
    for row in rows:
        try:
            yield row.to_event(game.rules)
        except ValueError as error:
            raise LogError(row.seq, fault_of(error)) from error

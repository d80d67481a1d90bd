"""The log against its snapshot: the log is right."""

from games.engine.replay import LogError, replay_checked
from games.models import Game
from games.services.tables import locked_game


def snapshot_fault(game: Game) -> str:
    """Return what is wrong between a game's log and its row, or "" when all is well."""
    rows = list(game.events.order_by("seq"))
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        return "the log has gaps"
    try:
        state = replay_checked(game.rules, (row.to_event(game.rules) for row in rows))[-1]
    except LogError as error:
        return str(error)
    if game.version != len(rows):
        return f"version {game.version} with {len(rows)} events"
    if game.state != game.rules.state_to_json(state):
        return "the snapshot does not follow from the log"
    return ""


def rebuild_snapshot(code: str) -> None:
    """Write the snapshot and version that follow from a game's log.

    Raises LogError when the log itself could not have happened.
    """
    with locked_game(code) as game:
        events = [row.to_event(game.rules) for row in game.events.order_by("seq")]
        state = replay_checked(game.rules, events)[-1]
        game.version = len(events)
        game.state = game.rules.state_to_json(state)
        game.save(update_fields=["version", "state"])

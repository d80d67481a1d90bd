"""The end of a game."""

from games.engine.core import Outcome
from games.models import Game


def finish(game: Game, outcome: Outcome) -> None:
    """Write down the result of a game whose last event has just been applied."""
    game.status = Game.Status.FINISHED
    game.termination = outcome.termination
    game.finished_at = game.moved_at
    game.due_at = None
    game.save(
        update_fields=[
            "version",
            "state",
            "status",
            "termination",
            "moved_at",
            "finished_at",
            "due_at",
        ]
    )
    game.seats.filter(player__in=outcome.winners).update(won=True)
    game.seats.exclude(player__in=outcome.winners).update(won=False)

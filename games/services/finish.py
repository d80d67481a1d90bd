"""The end of a game."""

from accounts.sanctions import alarms
from games.engine.core import Outcome
from games.models import Game
from games.services.dice import reveal
from games.services.tallies import add_game


def finish(game: Game, outcome: Outcome) -> None:
    """Save a game that has just ended, with its result.

    Args:
        game: A locked game with the version and the state after its last event.
        outcome: How the game ended.
    """
    game.status = Game.Status.FINISHED
    game.termination = outcome.termination
    game.finished_at = game.moved_at
    game.due_at = None
    if game.challenge_id is not None:
        game.turns = game.rules.length(game.position())["turns"]
    game.save(
        update_fields=[
            "version",
            "state",
            "status",
            "termination",
            "moved_at",
            "finished_at",
            "due_at",
            "turns",
        ]
    )
    reveal(game)
    game.seats.filter(player__in=outcome.winners).update(won=True, orders=None)
    game.seats.exclude(player__in=outcome.winners).update(won=False, orders=None)
    add_game(game)
    if game.position().left:
        alarms.tell(alarms.LEFT_GAME_ENDED, game.pk)

"""The end of a game."""

from typing import Any

from accounts.sanctions import alarms
from games.broadcast import wake_worker
from games.engine.core import Outcome, Resigned, Ruled, TimedOut
from games.models import Game
from games.services.clocks import hand_win_to_bot
from games.services.dice import reveal
from games.services.notices import TELL_AFTER
from games.services.tallies import add_game
from operations import clock

NOT_PLAYED_OUT = {Resigned.type, TimedOut.type, Ruled.type}
"""Terminations of games that ended without a winning turn."""


def finish(game: Game, outcome: Outcome) -> None:
    """Save the result of a locked game that its last event has just ended."""
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
    # A bot that stood in for the winning turn keeps the seat. Other endings need no winning turn.
    if outcome.termination not in NOT_PLAYED_OUT:
        for seat in game.seats.all():
            if seat.player in outcome.winners and seat.stand_ins:
                hand_win_to_bot(game, seat)
    over: dict[str, Any] = {
        "orders": None,
        "running_since": None,
        "due_at": None,
        "stood_in": False,
        "tell_at": clock.now() + TELL_AFTER,
    }
    game.seats.filter(player__in=outcome.winners).update(won=True, **over)
    game.seats.exclude(player__in=outcome.winners).update(won=False, **over)
    add_game(game)  # tallies are locked after the game, see accounts/locks.py
    wake_worker()  # the worker has the game explained
    if game.position().left or any(seat.left_by_id for seat in game.seats.all()):
        alarms.notify(alarms.LEFT_GAME_ENDED, game.pk)

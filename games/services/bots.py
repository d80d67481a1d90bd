"""A bot's move: look, think without holding anything, then act like everybody else."""

from contextlib import suppress

from games.engine.errors import ActionError
from games.engine.registry import KINDS
from games.models import Game, Seat
from games.services.play import submit_action


def move_bots(game: Game) -> None:
    """Let every bot that is to decide at this table take one decision.

    A decision that somebody else's action overtook is dropped: what is due stays due.
    """
    state = game.position()
    for seat in game.seats.filter(player__in=game.rules.active_players(state)).exclude(bot=""):
        with suppress(ActionError):
            _decide(game, seat)


def _decide(game: Game, seat: Seat) -> None:
    state = game.position()
    action = KINDS[game.kind].bots[seat.bot].choose(game.rules, state, seat.player)
    submit_action(game.code, seat.player, action, game.rules.token(state, seat.player))

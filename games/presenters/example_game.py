"""A position for a front page with no game to show yet: real rules, no rows in the database."""

from functools import cache

from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from games.engine.replay import positions
from games.engine.simulate import play
from games.history import History
from games.models import Game, Seat
from games.pov import Pov

SEED = 5
SHOWN = 0.75
"""How far the game has gone, from 0 to 1."""


def example() -> Pov:
    """Return a moment of a game between bots, as a spectator sees it."""
    kind = next(iter(KINDS.values()))
    bots = list(kind.bots)[1:4]  # the weakest makes no example
    game = Game(kind=kind.slug, variant={}, size=len(bots), status=Game.Status.RUNNING)
    seats = [Seat(game=game, player=player, bot=bot) for player, bot in enumerate(bots)]
    log = _log(kind.slug, tuple(bots))
    game.version = round(len(log.events) * SHOWN)
    return Pov(game, seats, log, game.version, None)


@cache
def _log(slug: str, slugs: tuple[str, ...]) -> History:
    """Return a whole game between these bots, always the same."""
    kind = KINDS[slug]
    rules = kind.make_rules(len(slugs), {})
    events, _ = play(rules, [kind.bots[slug] for slug in slugs], SeededDice(SEED))
    return History(states=positions(rules, events), events=list(events))

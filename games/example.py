"""A position for a front page with no game to show yet: real rules, no rows in the database."""

from functools import cache

from games.engine.dice import ScriptedDice
from games.history import History
from games.models import Game, Seat
from games.pov import Pov

KIND = "cantstop"
BOTS = ("rule-of-28", "cautious", "bold", "random")
TURNS = (
    "4555 9+10 5666 12 S",
    "5252 10+4 2122 3+4 S",
    "1615 2+11 2662 12 S",
    "3162 9+3 3435 6+9 6536 9 6455 9 S",
    "1316 2+9 3651 9+6 1411 2 S",
    "2212 4+3 4555 9 S",
    "3115 8+2 1662 12 6132 8 1143 2 S",
    "5465 10+10 6534 10+8 5516 10+7 S",
    "4622 10+4 3145 4+9 6135 4 S",
    "4546 8+11 5144 6+8 5644 11+8 6536 11 S",
    "3415 4+9 6434",
)
"""Each turn as rolls, the columns advanced, and S for a stop."""


def example() -> Pov:
    """Return the middle of a game between bots, as a spectator sees it."""
    game = Game(kind=KIND, variant={}, size=len(BOTS), status=Game.Status.RUNNING)
    seats = [Seat(game=game, player=player, bot=bot) for player, bot in enumerate(BOTS)]
    log = _log()
    game.version = len(log.events)
    return Pov(game, seats, log, game.version, None)


@cache
def _log() -> History:
    """Return the moves above, each checked by the rules."""
    rules = Game(kind=KIND, variant={}, size=len(BOTS)).rules
    log = History(states=[rules.initial_state()])
    for word in " ".join(TURNS).split():
        action, dice = _read(word)
        (player,) = rules.active_players(log.states[-1])
        event = rules.resolve(log.states[-1], player, rules.parse_action(action), dice)
        log.events.append(event)
        log.states.append(rules.apply_event(log.states[-1], event))
    return log


def _read(word: str) -> tuple[str, ScriptedDice]:
    """Return the action a word of the script stands for, and its dice."""
    if word == "S":
        return "stop", ScriptedDice([])
    if len(word) == 4 and word.isdecimal():
        return "roll", ScriptedDice([[int(die) for die in word]])
    return f"split:{word}", ScriptedDice([])

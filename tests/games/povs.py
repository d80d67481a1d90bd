"""Points of view on games written down as moves, without a database."""

from typing import Any

from accounts.models import User
from games.engine.dice import ScriptedDice
from games.history import History
from games.models import Game, Seat
from games.pov import Pov

NAMES = ("ada", "ben", "cleo", "dora")


def pov_after(moves: str, *, player: int | None = 0, size: int = 2, **fields: Any) -> Pov:
    """Return what `player` sees after the moves.

    moves: a roll is its dice, `3164`; a split the columns advanced, `7+7`; `S` is a stop; `R0`
    the resignation of player 0. The rules check each of them.
    """
    values = {"kind": "cantstop", "code": "bcdfghjk", "rules_version": 1, "variant": {}}
    game = Game(size=size, **values | {"status": Game.Status.RUNNING, "creator_id": 1} | fields)
    log = _log(game, moves.split())
    game.version = len(log.events)
    if outcome := game.rules.outcome(log.states[-1]):
        game.status, game.termination = Game.Status.FINISHED, outcome.termination
    return Pov(game, seats_of(game), log, game.version, player)


def seats_of(game: Game) -> list[Seat]:
    """Return a seat for each player, all people."""
    users = [User(pk=pk, username=name) for pk, name in enumerate(NAMES, start=1)]
    return [Seat(game=game, player=player, user=users[player]) for player in range(game.size)]


def _log(game: Game, words: list[str]) -> History:
    rules = game.rules
    log = History(states=[rules.initial_state()])
    for word in words:
        state = log.states[-1]
        player = int(word[1]) if word[0] == "R" else rules.active_players(state)[0]
        text, dice = _read(word)
        event = rules.resolve(state, player, rules.parse_action(text), dice)
        log.events.append(event)
        log.states.append(rules.apply_event(state, event))
    return log


def _read(word: str) -> tuple[str, ScriptedDice]:
    if word == "S":
        return "stop", ScriptedDice([])
    if word[0] == "R":
        return "resign", ScriptedDice([])
    if len(word) == 4 and word.isdecimal():
        return "roll", ScriptedDice([[int(die) for die in word]])
    return f"split:{word}", ScriptedDice([])

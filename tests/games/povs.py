"""Points of view on games written down as moves, without a database."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from accounts.models import User
from games.engine.core import Action, Resign, State, TimeOut
from games.engine.dice import RollAddress, ScriptedDice
from games.engine.registry import KINDS
from games.history import History
from games.models import Game, Seat
from games.pov import Pov

NAMES = ("ada", "ben", "cleo", "dora")
NO_DICE = ScriptedDice([])

Move = tuple[int | None, str | Action, ScriptedDice]
"""Who moves (None: whose turn it is), what they do, and the dice it takes."""


class InOrder:
    """Chance that leaves everything in its order when a game is set up."""

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        raise LookupError(address)

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        return tuple(range(count))


IN_ORDER = InOrder()


def pov_after(
    moves: str,
    *,
    kind: str = "cantstop",
    player: int | None = 0,
    size: int = 2,
    seq: int | None = None,
    start: State | None = None,
    **fields: Any,
) -> Pov:
    """Return what `player` sees after the moves, or at an earlier `seq`.

    moves: `R0` is the resignation of player 0, `T0` that their time ran out.
      Can't Stop: a roll is its dice, `3164`; a split the columns advanced, `7+7`; `S` is a stop.
      Buttons: a roll is the white die, the gold one and the black ones, `42+2344`; `0@43` is
      player 0's button, `1-` that player 1 declines, `O` opting out, `0*43+55` stars.
      Pig: a roll is its face, `5`; `H` is a hold.
    start: the position to move from, instead of the one after set-up in order.
    The rules check each move.
    """
    values = {"code": "bcdfghjk", "rules_version": 1, "variant": {}, "status": "running"}
    game = Game(kind=kind, size=size, **values | {"creator_id": 1} | fields)
    log = _log(game, moves.split(), start)
    game.version = len(log.events)
    if outcome := game.rules.outcome(log.states[-1]):
        game.status, game.termination = Game.Status.FINISHED, outcome.termination
    return Pov(game, seats_of(game), log, game.version if seq is None else seq, player)


def seats_of(game: Game) -> list[Seat]:
    """Return a seat for each player, all people."""
    users = [User(pk=pk, username=name) for pk, name in enumerate(NAMES, start=1)]
    return [Seat(game=game, player=player, user=users[player]) for player in range(game.size)]


def read_move(game: Game, state: State, word: str) -> tuple[int, Action, ScriptedDice]:
    """Return who does what with which dice, in this position."""
    player, wish, dice = _read_leaving(word) or _READERS[game.kind](word)
    action = game.rules.parse_action(wish) if isinstance(wish, str) else wish
    return game.rules.active_players(state)[0] if player is None else player, action, dice


def _log(game: Game, words: Iterable[str], start: State | None) -> History:
    rules = game.rules
    log = History(states=[rules.initial_state()])
    for event in rules.setup(IN_ORDER):
        log.events.append(event)
        log.states.append(rules.apply_event(log.states[-1], event))
    if start is not None:
        log.states[-1] = start
    for word in words:
        player, action, dice = read_move(game, log.states[-1], word)
        event = rules.resolve(log.states[-1], player, action, dice)
        log.events.append(event)
        log.states.append(rules.apply_event(log.states[-1], event))
    return log


def _read_leaving(word: str) -> Move | None:
    if not re.fullmatch("[RT][0-3]", word):
        return None
    return int(word[1]), Resign() if word[0] == "R" else TimeOut(), NO_DICE


def _read_cantstop(word: str) -> Move:
    if word == "S":
        return None, "stop", NO_DICE
    if len(word) == 4 and word.isdecimal():
        return None, "roll", ScriptedDice([map(int, word)])
    return None, f"split:{word}", NO_DICE


def _read_buttons(word: str) -> Move:
    if word == "O":
        return None, "opt-out", NO_DICE
    if re.fullmatch(r"[1-6]{2}\+[1-6]*", word):
        return None, "roll", ScriptedDice([map(int, word.replace("+", ""))])
    player, sign, cells = int(word[0]), word[1], word[2:]
    wish = {"@": "place:", "-": "decline", "*": "stars:"}[sign]
    return player, wish + re.sub(r"(\d)(\d)", r"\1,\2", cells), NO_DICE


def _read_pig(word: str) -> Move:
    return (None, "hold", NO_DICE) if word == "H" else (None, "roll", ScriptedDice([[int(word)]]))


_READERS: dict[str, Callable[[str], Move]] = {
    "cantstop": _read_cantstop,
    "buttons": _read_buttons,
    "pig": _read_pig,
}

assert set(_READERS) == set(KINDS), "every kind of game is written down in some way"

"""Every position a game went through, kept in memory.

The log is append-only, so a list of positions once folded stays right for ever and only
grows: a new event costs one step, not a replay of the whole game.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from games.engine.core import Event, State
from games.models import Game, GameEvent

KEPT_GAMES = 256


@dataclass
class History:
    """The log of one game and its positions: `states[n]` is the position after n events."""

    states: list[State]
    events: list[Event] = field(default_factory=list)
    rows: list[GameEvent] = field(default_factory=list)


_kept: OrderedDict[tuple[int, str], History] = OrderedDict()
_lock = Lock()


def history(game: Game) -> History:
    """Return the game's log and positions up to `game.version` or later."""
    # The code is part of the key because a test database may give an id out twice.
    key = (game.pk, game.code)
    with _lock:
        kept = _kept.pop(key, None) or History(states=[game.rules.initial_state()])
        if len(kept.events) < game.version:
            _extend(kept, game)
        _kept[key] = kept
        while len(_kept) > KEPT_GAMES:
            _kept.popitem(last=False)
        return kept


def _extend(kept: History, game: Game) -> None:
    for row in game.events.filter(seq__gt=len(kept.events)).order_by("seq"):
        event = row.to_event(game.rules)
        kept.states.append(game.rules.apply_event(kept.states[-1], event))
        kept.events.append(event)
        kept.rows.append(row)

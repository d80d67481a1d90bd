"""Every position a game went through, kept in memory.

The log is append-only, so a list of positions once folded stays right for ever and only
grows: a new event costs one step, not a replay of the whole game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any

from accounts.statements import Select
from games.engine.core import Event, State
from games.lru_cache import LruCache
from games.models import Game, GameEvent

KEPT_GAMES = 256
KEPT_POSITIONS = 200_000
"""Of all games together: one alone may have thousands."""


@dataclass
class History:
    """The log of one game and its positions: `states[n]` is the position after n events.

    times: when each event was written.  by_order: the seqs of those that standing orders made.
    used: milliseconds of the player's clock that events took, by seq, where clocks ran.
    lock: held while it is made longer.
    leaders: by number of events, who leads after them, or None; as far as somebody has asked.
    turns: by language, how many events were grouped by turns last, and these turns.
    """

    states: list[State]
    events: list[Event] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)
    by_order: set[int] = field(default_factory=set)
    used: dict[int, int] = field(default_factory=dict)
    leaders: dict[int, int | None] = field(default_factory=dict)
    turns: dict[str | None, tuple[int, Sequence[Any]]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock, repr=False, compare=False)


_histories: LruCache[History] = LruCache(
    KEPT_GAMES, weigh=lambda kept: len(kept.states), heaviest=KEPT_POSITIONS
)


def history(game: Game) -> History:
    """Return the game's log and positions up to `game.version` or later."""
    kept = _of(game)
    # A lock of its own: folding reads the database, and others need not wait for this game.
    with kept.lock:
        if len(kept.events) < game.version:
            _extend(kept, game)
            _histories.trim()
    return kept


def add_to_history(  # noqa: PLR0913 - all that is stored of an event
    game: Game,
    event: Event,
    state: State,
    written_at: datetime,
    *,
    by_order: bool = False,
    used: int | None = None,
) -> None:
    """Make the history longer by an event that has just been committed, if it is kept so far.

    Args:
        game: The game.
        event: Its event number `state.seq`.
        state: The position after it.
        written_at: When it was written.
        by_order: Whether a standing order of the player made it.
        used: Milliseconds of the player's clock that it took, None where none ran.
    """
    kept = _of(game)
    with kept.lock:
        if len(kept.events) == state.seq - 1:
            kept.states.append(state)
            kept.events.append(event)
            kept.times.append(written_at)
            if by_order:
                kept.by_order.add(state.seq)
            if used is not None:
                kept.used[state.seq] = used


def _of(game: Game) -> History:
    """Return what is kept of a game, the log perhaps shorter than it is by now."""
    # The code is part of the key because a test database may give an id out twice.
    return _histories.get(
        (game.pk, game.code), lambda: History(states=[game.rules.initial_state()])
    )


# Values, not rows: of a long game, to make an object for each costs as much as to fold them.
_events = Select(
    lambda game, after: (
        GameEvent.objects.filter(game=game, seq__gt=after)
        .order_by("seq")
        .values_list("kind", "player", "data", "created_at", "by_order", "used")
    ),
    int,
    int,
)


def _extend(kept: History, game: Game) -> None:
    rules = game.rules
    for kind, player, data, written_at, by_order, used in _events(game.pk, len(kept.events)):
        event = rules.event_from_json(kind, player, data)
        kept.states.append(rules.apply_event(kept.states[-1], event))
        kept.events.append(event)
        kept.times.append(written_at)
        if by_order:
            kept.by_order.add(len(kept.events))
        if used is not None:
            kept.used[len(kept.events)] = used

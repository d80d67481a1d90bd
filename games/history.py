"""In-memory cache of the logs and positions of games.

Logs only grow, so cached positions stay right: a new event costs one step, not a replay of the
whole game.
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
"""Maximum number of positions of all cached games together: one game may have thousands."""


@dataclass
class History:
    """The log of one game and its positions: `states[n]` is the position after n events."""

    states: list[State]
    events: list[Event] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)  # when each event was written
    by_order: set[int] = field(default_factory=set)  # numbers of events caused by standing orders
    used: dict[int, int] = field(default_factory=dict)  # clock milliseconds by event number
    # Filled on request: by number of events, the leader after them.
    leaders: dict[int, int | None] = field(default_factory=dict)
    # Filled on request, by language: the number of events grouped into turns, and these turns.
    turns: dict[str | None, tuple[int, Sequence[Any]]] = field(default_factory=dict)
    # Held while events are being added.
    lock: Lock = field(default_factory=Lock, repr=False, compare=False)


histories: LruCache[History] = LruCache(
    KEPT_GAMES, weigh=lambda kept: len(kept.states), heaviest=KEPT_POSITIONS
)


def history(game: Game) -> History:
    """Return the game's log and positions, at least up to `game.version`."""
    kept = _of(game)
    # Each game has a lock: adding events reads the database, and other games must not wait for it.
    with kept.lock:
        if len(kept.events) < game.version:
            _extend(kept, game)
            histories.trim()
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
    """Add a committed event to the history, unless the history lacks an earlier event.

    state: the position after the event; `state.seq` is the event's number.
    """
    kept = _of(game)
    with kept.lock:
        # Commits of two processes or threads may arrive out of order; `_extend` fills the gaps.
        if len(kept.events) == state.seq - 1:
            kept.states.append(state)
            kept.events.append(event)
            kept.times.append(written_at)
            if by_order:
                kept.by_order.add(state.seq)
            if used is not None:
                kept.used[state.seq] = used


def _of(game: Game) -> History:
    """Return the cached history of a game, which may be shorter than its log."""
    # The code is part of the key because ids repeat in test databases.
    return histories.get((game.pk, game.code), lambda: History(states=[game.rules.initial_state()]))


# Tuples: making model instances would take as long as applying the events.
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

"""Every position a game went through, kept in memory.

The log is append-only, so positions once folded stay right: a new event costs one step, not a
replay of the whole game.
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
    """The log of one game and its positions: `states[n]` is the position after n events."""

    states: list[State]
    events: list[Event] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)  # when each event was written
    by_order: set[int] = field(default_factory=set)  # seqs of events by standing orders
    used: dict[int, int] = field(default_factory=dict)  # milliseconds by seq, if clocks ran
    # Filled when somebody asks. By number of events: the leader after them.
    leaders: dict[int, int | None] = field(default_factory=dict)
    # By language: how many events were last grouped by turns, and these turns.
    turns: dict[str | None, tuple[int, Sequence[Any]]] = field(default_factory=dict)
    # Held while events are added.
    lock: Lock = field(default_factory=Lock, repr=False, compare=False)


histories: LruCache[History] = LruCache(
    KEPT_GAMES, weigh=lambda kept: len(kept.states), heaviest=KEPT_POSITIONS
)


def history(game: Game) -> History:
    """Return the game's log and positions up to `game.version` or later."""
    kept = _of(game)
    # A lock of its own: folding reads the database, and others need not wait for this game.
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
    """Add an event that has just been committed to the history, if this has all before it.

    state: the position after the event, whose number is `state.seq`.
    """
    kept = _of(game)
    with kept.lock:
        # Commits of two processes, or threads, may come in another order: `_extend` reads the rest.
        if len(kept.events) == state.seq - 1:
            kept.states.append(state)
            kept.events.append(event)
            kept.times.append(written_at)
            if by_order:
                kept.by_order.add(state.seq)
            if used is not None:
                kept.used[state.seq] = used


def _of(game: Game) -> History:
    """Return the history kept of a game, which may be shorter than its log."""
    # The code is part of the key because a test database may give an id out twice.
    return histories.get((game.pk, game.code), lambda: History(states=[game.rules.initial_state()]))


# Values, not rows: making an object for each event of a long game costs as much as folding them.
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

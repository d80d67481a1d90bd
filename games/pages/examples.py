"""Example positions, which pages draw like a table: made by the rules, and not stored."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from games.engine.core import Event, Rules, S, State
from games.history import History
from games.models import Game, Seat
from games.pov import Pov
from games.presenters import table_of
from games.presenters.table import Table

# The players of all examples, in the order of their seats.
NAMES = ("Ada", "Bo", "Cleo", "Dev")


@dataclass(frozen=True, slots=True)
class Example:
    """An example position with the events that led to it."""

    name: str
    pov: Pov
    view: str  # the part of the board that is drawn, as `viewBox`

    @property
    def state(self) -> State:
        return self.pov.state

    @property
    def table(self) -> Table:
        # Made for each request: examples are cached, but a table is in the reader's language.
        return table_of(self.pov)


def after(rules: Rules[S], start: S, events: Iterable[Event], side: int | None = None) -> Pov:
    """Return the position after the events as a replay shows it. side: as in `Pov`."""
    log = log_after(rules, start, events)
    game = Game(
        kind=rules.kind,
        variant=rules.variant.to_json(),
        size=rules.players,
        show_odds=False,
        status=Game.Status.FINISHED,
        version=len(log.events),
    )
    seats = [
        Seat(game=game, player=player, user=User(username=NAMES[player]))
        for player in range(rules.players)
    ]
    return Pov(game, seats, log, game.version, None, side=side)


def log_after(rules: Rules[S], start: S, events: Iterable[Event]) -> History:
    """Return the log of these events from a position on.

    Raises ValueError or ActionError for an event that the rules do not allow there.
    """
    log = History(states=[start])
    state = start
    for event in events:
        rules.check_event(state, event)
        state = rules.apply_event(state, event)
        log.events.append(event)
        log.states.append(state)
    return log

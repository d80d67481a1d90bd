"""Base classes for games in which the players take turns; their log has a line for each turn."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from django.utils.translation import gettext as _

from games.engine.core import Event, Resigned, Ruled, TimedOut
from games.engine.turns import TurnState
from games.history import History
from games.presenters.base import Presenter
from games.presenters.ending import Fact, longest_risk
from games.presenters.names import name_of
from games.presenters.shared import LogEntry, left, ruled, start
from games.presenters.table import Table


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn. number: counted over all players, from 1.  first: the seq of its first event."""

    number: int
    player: int
    first: int
    steps: tuple[LogEntry, ...]
    title: ClassVar[str] = ""

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The events of the turn; each of them is a step."""
        return self.steps


class TurnTable(Table):
    """The table of a game with turns; subclasses describe the turn player's last event."""

    @abstractmethod
    def happened(self, event: Event) -> str:
        """Return the turn player's last event as a sentence with the names filled in."""

    @cached_property
    def status(self) -> str:
        pov = self.pov
        match pov.event:
            case None:
                return start(pov)
            case Ruled() as ruling:
                return ruled(pov, ruling)
            case Resigned() | TimedOut() as leaving:
                name = name_of(pov.seats, leaving.actor)
                return left(pov, leaving, you=leaving.player == pov.player) % {"name": name}
            case event:
                return self.happened(event)

    @property
    def feats(self) -> list[Fact]:
        return longest_risk(self.pov)


class TurnPresenter(Presenter):
    """The presenter of a game with turns; subclasses describe each event of a turn player."""

    @abstractmethod
    def step(self, seq: int, before: TurnState, after: TurnState, event: Event) -> LogEntry:
        """Return the log entry of an event of the turn player."""

    def turns(self, log: History, seq: int, most: int | None = None) -> Sequence[Turn]:
        """Return the turns of the first `seq` events in order: all, or the last `most` of them."""
        found: dict[int, tuple[int, list[LogEntry]]] = {}
        for index in range(seq - 1, -1, -1):
            before, after = cast("list[TurnState]", log.states[index : index + 2])
            number = sum(before.turns)
            if number not in found and len(found) == most:
                break
            _player, steps = found.setdefault(number, (before.turn_player, []))
            steps.append(self._step(index + 1, before, after, log.events[index]))
        return [
            Turn(number, player, steps[-1].seq, tuple(reversed(steps)))
            for number, (player, steps) in reversed(found.items())
        ]

    def _step(self, seq: int, before: TurnState, after: TurnState, event: Event) -> LogEntry:
        match event:
            case Ruled():
                return LogEntry(seq, "ruled", None, _("ruling"))
            case Resigned() | TimedOut():
                return LogEntry(seq, "left", event.player)
            case _:
                return self.step(seq, before, after, event)

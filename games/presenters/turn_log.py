"""Games in which the players take turns: the log as people read it, a turn a line."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from django.utils.translation import gettext as _

from games.engine.core import Event, Resigned, Ruled, TimedOut
from games.engine.turns import TurnState
from games.history import History
from games.pov import Pov
from games.presenters.base import Presenter
from games.presenters.names import name_of
from games.presenters.shared import LogEntry, left, ruled, start

RECENT = 8


@dataclass(slots=True)
class Turn:
    """One turn. number: counted over all players, from 1."""

    number: int
    player: int
    steps: list[LogEntry] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The seq of its first event."""
        return self.steps[0].seq

    @property
    def recent(self) -> list[LogEntry]:
        """The last steps, as many as fit a line or two beside the board."""
        return self.steps[-RECENT:]


class TurnPresenter(Presenter):
    """The presenter of such a game: says what an event is, and leaves the rest to this class."""

    @abstractmethod
    def happened(self, pov: Pov, event: Event) -> str:
        """Return what the turn player did last, as a sentence with the names filled in."""

    @abstractmethod
    def step(self, seq: int, before: TurnState, after: TurnState, event: Event) -> LogEntry:
        """Return the entry of what the turn player did, for the log."""

    def sentence(self, pov: Pov) -> str:
        """Return the last event shown as one sentence."""
        match pov.event:
            case None:
                return start(pov)
            case Ruled() as ruling:
                return ruled(ruling)
            case Resigned() | TimedOut() as leaving:
                name = name_of(pov.seats, leaving.actor)
                return left(leaving, you=leaving.player == pov.player) % {"name": name}
            case event:
                return self.happened(pov, event)

    def turns(self, log: History, seq: int, most: int | None = None) -> Sequence[Turn]:
        """Return the turns of the first `seq` events in order: all, or the last `most` of them."""
        found: list[Turn] = []
        for index in range(seq - 1, -1, -1):
            before, after = cast("list[TurnState]", log.states[index : index + 2])
            number = sum(before.turns)
            if not found or found[-1].number != number:
                if most is not None and len(found) == most:
                    break
                found.append(Turn(number, before.turn_player))
            found[-1].steps.append(self._step(index + 1, before, after, log.events[index]))
        for turn in found:
            turn.steps.reverse()
        found.reverse()
        return found

    def _step(self, seq: int, before: TurnState, after: TurnState, event: Event) -> LogEntry:
        match event:
            case Ruled():
                return LogEntry(seq, "ruled", None, _("ruling"))
            case Resigned() | TimedOut():
                return LogEntry(seq, "left", event.player)
            case _:
                return self.step(seq, before, after, event)

"""The log as people read it: a turn a line."""

from dataclasses import dataclass, field
from typing import cast

from games.engine.cantstop.analysis import busted
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.cantstop.state import CantStopState
from games.engine.core import Event, Ruled
from games.history import History
from games.presenters.cantstop.position import newly_claimed

RECENT = 8


@dataclass(frozen=True, slots=True)
class Step:
    """An event in a turn's line.

    kind: "roll", "split", "stop", "left" or "ruled".  player: whose event it is, None for nobody's.
    claimed: the columns a stop claimed.
    """

    seq: int
    kind: str
    player: int | None
    text: str = ""
    bust: bool = False
    claimed: tuple[int, ...] = ()


@dataclass(slots=True)
class Turn:
    """One turn. number: counted over all players, from 1."""

    number: int
    player: int
    steps: list[Step] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The seq of its first event."""
        return self.steps[0].seq

    @property
    def recent(self) -> list[Step]:
        """The last steps, as many as fit a line or two beside the board."""
        return self.steps[-RECENT:]

    @property
    def last(self) -> int:
        """The seq of its last event so far."""
        return self.steps[-1].seq


def turns(log: History, seq: int, most: int | None = None) -> list[Turn]:
    """Return the turns of the first `seq` events in order: all, or the last `most` of them."""
    found: list[Turn] = []
    for index in range(seq - 1, -1, -1):
        before, after = cast("list[CantStopState]", log.states[index : index + 2])
        number = sum(before.turns)
        if not found or found[-1].number != number:
            if most is not None and len(found) == most:
                break
            found.append(Turn(number, before.turn_player))
        found[-1].steps.append(_step(index + 1, before, after, log.events[index]))
    for turn in found:
        turn.steps.reverse()
    found.reverse()
    return found


def _step(seq: int, before: CantStopState, after: CantStopState, event: Event) -> Step:
    player = event.player
    match event:
        case Rolled(dice=dice):
            text = "·".join(map(str, dice))
            return Step(seq, "roll", player, text, bust=busted(before, event))
        case SplitChosen(columns=columns):
            return Step(seq, "split", player, "+".join(map(str, columns)))
        case Stopped():
            return Step(seq, "stop", player, claimed=newly_claimed(before, after))
        case Ruled():
            return Step(seq, "ruled", None)
        case _:
            return Step(seq, "left", player)

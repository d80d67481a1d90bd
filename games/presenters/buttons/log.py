"""The log as people read it: a line for each turn, simultaneous decisions in one step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.templatetags.names import as_name
from games.engine.buttons.events import Dealt, Declined, OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.state import ButtonsState, Phase
from games.engine.core import Event, Ruled
from games.history import History
from games.presenters.buttons.position import begins_step
from games.presenters.buttons.words import cell_words
from games.presenters.shared import LogEntry, bust_mark

_WITHOUT_TEXT = {OptedOut.type: "out", Declined.type: "decline", Ruled.type: "ruled"}
_EMPHASIZED = {"out", "left", "ruled"}


@dataclass(frozen=True, slots=True)
class Part(LogEntry):
    """kind: "deal", "roll", "place", "decline", "out", "stars", or a kind that `LogEntry` lists."""

    def as_html(self, names: Sequence[str], turn_player: int | None) -> str:
        with_name = self.player is not None and self.player != turn_player
        text = _with_name(self, names) if with_name else _without_name(self)
        if self.kind in _EMPHASIZED:
            return f"<em>{text}</em>"
        return f"{text} {bust_mark()}" if self.bust else text


@dataclass(frozen=True, slots=True)
class Step:
    """One event, or decisions made together. seq: that of its last event, where a replay stops."""

    seq: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A line: the deal, a turn, the stars of a round, or a ruling.

    number: counted over the turns of all players, from 1; None if the line is no turn.
    first: the seq of its first event.
    """

    number: int | None
    kind: str
    player: int | None
    round: int
    first: int
    steps: tuple[Step, ...] = ()

    @property
    def title(self) -> str:
        """The title before its steps; "" for a turn, which has the player's name there."""
        match self.kind:
            case "turn":
                return ""
            case "stars":
                return _("Stars for round %(n)d") % {"n": self.round}
            case "ruling":
                return _("Ruling")
            case _:
                return _("Deal")

    @property
    def entries(self) -> list[Part]:
        """The events of all steps."""
        return [part for step in self.steps for part in step.parts]


def turns(log: History, seq: int, most: int | None = None) -> list[Turn]:
    """Return the turns of the first `seq` events in order: all, or the last `most` of them."""
    found: list[tuple[Turn, list[list[Part]]]] = []
    for index in range(_first(log, seq, most), seq):
        before = cast("ButtonsState", log.states[index])
        turn = _turn(index + 1, before, log.events[index])
        if not found or (found[-1][0].number, found[-1][0].kind) != (turn.number, turn.kind):
            found.append((turn, []))
        steps = found[-1][1]
        if begins_step(log, index) or not steps:
            steps.append([])
        separator = "·" if steps[-1] else "→" if len(steps) > 1 else ""
        steps[-1].append(_part(index + 1, before, log.events[index], separator))
    return [
        replace(turn, steps=tuple(Step(parts[-1].seq, tuple(parts)) for parts in steps))
        for turn, steps in (found if most is None else found[-most:])
    ]


def _first(log: History, seq: int, most: int | None) -> int:
    """Return the index of an event no later than the start of the last `most` turns."""
    if most is None:
        return 0
    index, begun = seq, 0
    while index and begun < most:
        index -= 1
        begun += isinstance(log.events[index], Rolled | OptedOut | Dealt | Ruled)
    return index


def _turn(seq: int, before: ButtonsState, event: Event) -> Turn:
    """Return the turn of this event, without steps."""
    if isinstance(event, Ruled):
        return Turn(None, "ruling", None, before.round, seq)
    match before.phase:
        case Phase.SETUP:
            return Turn(None, "deal", None, before.round, seq)
        case Phase.STARS:
            return Turn(None, "stars", None, before.round, seq)
        case _:
            return Turn(sum(before.turns), "turn", before.turn_player, before.round, seq)


def _part(seq: int, before: ButtonsState, event: Event, separator: str) -> Part:
    player = event.player
    match event:
        case Dealt(layouts=layouts):
            return Part(seq, "deal", None, " · ".join(layouts), separator=separator)
        case Rolled(white=white, gold=gold, black=black):
            text = f"{white} × {gold}" + "".join(f"·{face}" for face in black)
            bust = not before.roller_cells(event)
            return Part(seq, "roll", player, text, bust, separator)
        case Placed(cell=cell):
            return Part(seq, "place", player, cell_words(cell), separator=separator)
        case StarsPlaced(cells=cells):
            text = "★ " + " ".join(map(cell_words, cells))
            return Part(seq, "stars", player, text, separator=separator)
        case _:
            return Part(seq, _WITHOUT_TEXT.get(event.type, "left"), player, separator=separator)


def _with_name(part: Part, names: Sequence[str]) -> str:
    """Describe a decision, as HTML, of a player who is not named at the start of the line."""
    name = {"name": as_name(names[cast("int", part.player)])}
    match part.kind:
        case "out":
            return _("%(name)s opts out") % name
        case "decline":
            return _("%(name)s declines") % name
        case "left":
            return _("%(name)s leaves") % name
        case _:
            return f"{name['name']} {escape(part.text)}"


def _without_name(part: Part) -> str:
    """Describe a decision, as HTML, of the player who is named at the start of the line."""
    match part.kind:
        case "out":
            return pgettext("after a name", "opts out")
        case "decline":
            return pgettext("after a name", "declines")
        case "left":
            return pgettext("after a name", "leaves")
        case "ruled":
            return _("by the site")
        case _:
            return escape(part.text)

"""The events of Can't Stop. Busts and claims have none: they follow from the other events."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine.cantstop.actions import ROLL, SPLITS, Split, Stop
from games.engine.cantstop.board import DICE
from games.engine.core import Action, Event, Json, Resign, Resigned, Ruled, TimedOut, TimeOut
from games.engine.dice import FACES
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """The turn player rolled."""

    type: ClassVar[str] = "rolled"
    dice: tuple[int, ...]  # four faces, 1 to 6, in the order rolled


@dataclass(frozen=True, slots=True)
class SplitChosen(Event):
    """The turn player took a split."""

    type: ClassVar[str] = "split"
    columns: tuple[int, ...]  # as in the action `Split`


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The turn player stopped, and their runners became their markers."""

    type: ClassVar[str] = "stopped"


_EVENT_OF: dict[type[Action], type[Event]] = {
    Stop: Stopped,
    Resign: Resigned,
    TimeOut: TimedOut,
}
_ACTION_OF = {event: action for action, event in _EVENT_OF.items()}
_WITHOUT_DATA = {event.type: event for event in _ACTION_OF}


def event_of(player: int, action: Action) -> Event:
    """Return the event of any action except `Roll`."""
    if isinstance(action, Split):
        return SplitChosen(player, action.columns)
    return _EVENT_OF[type(action)](player)


def action_of(event: Event) -> Action:
    """Return the action that causes an event of a player."""
    match event:
        case Rolled():
            return ROLL
        case SplitChosen(columns=columns):
            return Split(columns)
        case _:
            return _ACTION_OF[type(event)]()


def event_to_json(event: Event) -> Json:
    """Return the event's own fields as plain JSON."""
    match event:
        case Rolled(dice=dice):
            return {"dice": list(dice)}
        case SplitChosen(columns=columns):
            return {"columns": list(columns)}
        case Ruled() | TimedOut():
            return event.to_json()
        case _:
            return {}


def event_from_json(type: str, player: int, data: Mapping[str, Any]) -> Event:
    """Return an event of a player. Unknown keys are ignored.

    Raises:
        ValueError: The type is unknown, or a value is missing or impossible.
    """
    if type == Rolled.type:
        return Rolled(player, _dice(data.get("dice")))
    if type == SplitChosen.type:
        return SplitChosen(player, _columns(data.get("columns")))
    if type == TimedOut.type:
        return TimedOut.from_json(player, data)
    if type in _WITHOUT_DATA:
        return _WITHOUT_DATA[type](player)
    unknown = Fault("unknown-event", _("unknown event type %(type)r"), type=type)
    raise unknown.allowing((Rolled.type, SplitChosen.type, TimedOut.type, *_WITHOUT_DATA))


def _dice(value: object) -> tuple[int, ...]:
    dice = _whole_numbers(value)
    if len(dice) != DICE or not all(1 <= die <= FACES for die in dice):
        raise Fault("cantstop-dice", _("not four dice: %(value)r"), value=value)
    return dice


def _columns(value: object) -> tuple[int, ...]:
    columns = _whole_numbers(value)
    if columns not in SPLITS:
        raise Fault("cantstop-split", _("not one or two columns: %(value)r"), value=value)
    return columns


def _whole_numbers(value: object) -> tuple[int, ...]:
    # `true` is an `int` in Python, and `1.0 == 1`: neither is a whole number here.
    if not isinstance(value, list) or any(type(item) is not int for item in value):
        raise Fault("not-whole-numbers", _("not a list of whole numbers: %(value)r"), value=value)
    return tuple(value)

"""What players of Pig ask for, and what then happens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine.core import Action, Event, Json, Resign, Resigned, Ruled, TimedOut, TimeOut
from games.engine.dice import FACES
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll the die (PG-2)."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """End the turn and keep its points (PG-4)."""

    def __str__(self) -> str:
        return "hold"


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    type: ClassVar[str] = "rolled"
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Held(Event):
    type: ClassVar[str] = "held"


FACES_WRITTEN = [[str(face)] for face in range(1, FACES + 1)]
ROLL, HOLD = Roll(), Hold()
ACTIONS: Mapping[str, Action] = {str(action): action for action in (ROLL, HOLD, Resign())}
ACTION_OF: Mapping[type[Event], Action] = {
    Rolled: ROLL,
    Held: HOLD,
    Resigned: Resign(),
    TimedOut: TimeOut(),
}
_WITHOUT_CHANCE = {action: event for event, action in ACTION_OF.items() if event is not Rolled}
_WITHOUT_DATA: Mapping[str, type[Event]] = {event.type: event for event in (Held, Resigned)}


def event_of(player: int, action: Action) -> Event:
    """Return the event of an action other than a roll."""
    return _WITHOUT_CHANCE[action](player)


def event_to_json(event: Event) -> Json:
    match event:
        case Rolled(dice=dice):
            return {"dice": list(dice)}
        case Ruled() | TimedOut():
            return event.to_json()
        case _:
            return {}


def event_from_json(type: str, player: int, data: Mapping[str, Any]) -> Event:
    if type == Rolled.type:
        dice = data.get("dice")
        if not isinstance(dice, list) or [repr(face) for face in dice] not in FACES_WRITTEN:
            raise Fault("pig-dice", _("not one die: %(dice)r"), dice=dice)
        return Rolled(player, tuple(dice))
    if type == TimedOut.type:
        return TimedOut.from_json(player, data)
    if type in _WITHOUT_DATA:
        return _WITHOUT_DATA[type](player)
    raise Fault("unknown-event", _("unknown event type %(type)r"), type=type)

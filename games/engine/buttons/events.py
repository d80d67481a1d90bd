"""The events of Buttons.

Busts, scores and players who are passed over have no events: they follow from other events.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeGuard

from games.engine.buttons.actions import DECLINE, OPT_OUT, ROLL, Decline, OptOut, Place, PlaceStars
from games.engine.buttons.board import Cell, cell_of
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.core import Action, Event, Json, Resign, Resigned, Ruled, TimedOut, TimeOut
from games.engine.dice import FACES
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

MAX_BLACK = 4
"""Maximum number of black dice apart from the gold one (BT-1)."""

Hand = tuple[Colour, ...]
"""The cards of a player in the order of `Colour`."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The game was set up (BT-3, BT-4). The event has no player."""

    type: ClassVar[str] = "dealt"
    layouts: tuple[str, ...]  # name of each player's layout
    cards: tuple[Hand, ...]  # each player's hand
    starter: int  # the player who holds red


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """The turn player rolled."""

    type: ClassVar[str] = "rolled"
    white: int  # 1 to 6
    gold: int  # 1 to 6
    black: tuple[int, ...]  # the other black dice, none to four, in ascending order

    @property
    def columns(self) -> frozenset[int]:
        """The columns the roller may use: those of the gold and the other black dice (BT-7)."""
        return frozenset((self.gold, *self.black))


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """The player placed a button."""

    type: ClassVar[str] = "placed"
    cell: Cell


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """The player did not use another player's roll."""

    type: ClassVar[str] = "declined"


@dataclass(frozen=True, slots=True)
class OptedOut(Event):
    """The turn player opted out."""

    type: ClassVar[str] = "opted_out"


@dataclass(frozen=True, slots=True)
class StarsPlaced(Event):
    """The player replaced buttons by stars."""

    type: ClassVar[str] = "stars_placed"
    cells: tuple[Cell, ...]  # all different, in ascending order


_EVENT_OF: dict[type[Action], type[Event]] = {
    Decline: Declined,
    OptOut: OptedOut,
    Resign: Resigned,
    TimeOut: TimedOut,
}
_ACTION_OF: dict[type[Event], Action] = {
    Rolled: ROLL,
    Declined: DECLINE,
    OptedOut: OPT_OUT,
    Resigned: Resign(),
    TimedOut: TimeOut(),
}
_WITHOUT_DATA = {event.type: event for event in _EVENT_OF.values()}


def event_of(player: int, action: Action) -> Event:
    """Return the event of any action except `Roll`."""
    match action:
        case Place(cell=cell):
            return Placed(player, cell)
        case PlaceStars(cells=cells):
            return StarsPlaced(player, cells)
        case _:
            return _EVENT_OF[type(action)](player)


def action_of(event: Event) -> Action:
    """Return the action that causes an event of a player."""
    match event:
        case Placed(cell=cell):
            return Place(cell)
        case StarsPlaced(cells=cells):
            return PlaceStars(cells)
        case _:
            return _ACTION_OF[type(event)]


def event_to_json(event: Event) -> Json:
    """Return the event's own fields as plain JSON."""
    match event:
        case Dealt(layouts=layouts, cards=cards, starter=starter):
            hands = [[card.value for card in hand] for hand in cards]
            return {"layouts": list(layouts), "cards": hands, "starter": starter}
        case Rolled(white=white, gold=gold, black=black):
            return {"white": white, "gold": gold, "black": list(black)}
        case Placed(cell=cell):
            return {"cell": list(cell)}
        case StarsPlaced(cells=cells):
            return {"cells": [list(cell) for cell in cells]}
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
        black = tuple(map(_face, _list(data.get("black"))))
        if len(black) > MAX_BLACK or list(black) != sorted(black):
            raise Fault(
                "buttons-black",
                _("must be up to %(most)d faces in ascending order, not %(value)r"),
                most=MAX_BLACK,
                value=black,
            )
        return Rolled(player, _face(data.get("white")), _face(data.get("gold")), black)
    if type == Placed.type:
        return Placed(player, cell_of(data.get("cell")))
    if type == StarsPlaced.type:
        return StarsPlaced(player, tuple(map(cell_of, _list(data.get("cells")))))
    if type == TimedOut.type:
        return TimedOut.from_json(player, data)
    if type in _WITHOUT_DATA:
        return _WITHOUT_DATA[type](player)
    unknown = Fault("unknown-event", _("unknown event type %(type)r"), type=type)
    types = (Rolled.type, Placed.type, StarsPlaced.type, TimedOut.type)
    raise unknown.allowing((*types, *_WITHOUT_DATA))


def setup_from_json(type: str, data: Mapping[str, Any]) -> Event:
    """Return the event of the set-up. Raises ValueError as `event_from_json` does."""
    if type != Dealt.type:
        raise Fault(
            "unknown-event-of-nobody",
            _("no event without a player has the type %(type)r"),
            type=type,
        )
    starter = data.get("starter")
    if not _is_whole(starter):
        raise Fault(
            "buttons-starter-no-player", _("starter must be a player, not %(value)r"), value=starter
        )
    layouts = tuple(map(_layout, _list(data.get("layouts"))))
    hands = [_list(hand) for hand in _list(data.get("cards"))]
    return Dealt(None, layouts, tuple(tuple(map(_colour, hand)) for hand in hands), starter)


def _is_whole(value: object) -> TypeGuard[int]:
    # `True` is an `int` in Python, but not a number in a record.
    return type(value) is int


def _face(value: object) -> int:
    if not _is_whole(value) or not 1 <= value <= FACES:
        raise Fault("buttons-face", _("not a face: %(value)r"), value=value)
    return value


def _layout(value: object) -> str:
    if not isinstance(value, str) or value not in LAYOUTS:
        raise Fault("buttons-no-layout", _("not a layout: %(value)r"), value=value)
    return value


def _colour(value: Any) -> Colour:
    try:
        return Colour(value)
    except ValueError:
        raise Fault("buttons-card", _("not a card: %(value)r"), value=value) from None


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Fault("not-a-list", _("not a list: %(value)r"), value=value)
    return value

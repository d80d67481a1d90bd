"""Short text of events, for logs."""

from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.core import Event, Resigned, TimedOut

_LETTERS: dict[type[Event], str] = {Stopped: "S", Resigned: "R", TimedOut: "T"}


def text(event: Event) -> str:
    """Return the event without its player.

    A roll is its dice, `3164`; a split the columns advanced, `7+7`; a stop `S`, a
    resignation `R`, a player out of time `T`.
    """
    match event:
        case Rolled(dice=dice):
            return "".join(map(str, dice))
        case SplitChosen(columns=columns):
            return "+".join(map(str, columns))
        case _:
            return _LETTERS[type(event)]

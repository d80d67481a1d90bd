"""Events of Buttons as short text."""

from games.engine.buttons.events import Dealt, Declined, OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.notation import text
from games.engine.core import Event, Resigned, TimedOut
from tests.each_case import each_case
from tests.engine.buttons_positions import HANDS, dealt, roll


@each_case(
    ("event", "written"),
    [
        (dealt(2), "1A1B rb|yg"),
        (Dealt(None, ("4B", "2A", "1A"), HANDS[3], 0), "4B2A1A r|y|g"),
        (roll("42 2344"), "4x2+2344"),
        (roll("53 1"), "5x3+1"),
        (Rolled(0, 5, 3, ()), "5x3"),
        (Placed(0, (4, 3)), "43"),
        (Placed(0, (3, 4)), "34"),
        (StarsPlaced(0, ((4, 3),)), "*43"),
        (StarsPlaced(0, ((4, 3), (5, 5))), "*43+55"),
        (Declined(0), "-"),
        (OptedOut(0), "O"),
        (Resigned(0), "R"),
        (TimedOut(0), "T"),
    ],
)
def test_events_as_text(event: Event, written: str) -> None:
    assert text(event) == written

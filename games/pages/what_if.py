"""What if: the moves of a line, and what can be done where it leads."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.analysis.explanation import in_hundredths, in_tenths
from games.analysis.judgement import Judgement, Values
from games.pov import Pov
from games.presenters import presenter, table_of
from games.presenters.judged import Figures
from games.presenters.names import name_of

MOST_CHOICES = 12
"""Of more choices only the best are shown."""


class Move(NamedTuple):
    """A move of a line. address: of the position after it."""

    name: str
    what: str
    address: str


class WhatIfChoice(NamedTuple):
    """An action. address: where it leads, "" for a roll.  worth: "" where that is not known.

    letter, press: its letter on the board and the id it is pressed by, or "".
    """

    name: str
    letter: str
    press: str
    worth: str
    address: str
    is_best: bool


def moves(pov: Pov, seq: int, addresses: Sequence[str]) -> Iterator[Move]:
    """Yield the moves of a line that began after `seq` events.

    Args:
        pov: Where it leads.
        seq: Where it begins.
        addresses: Of its beginning, and of the position after each move.
    """
    for event, address in zip(pov.log.events[seq:], addresses[1:], strict=True):
        faces = pov.rules.faces_of(event)
        name = presenter(pov.game.kind).move_name
        what = name(str(pov.rules.action_of(event)))
        if faces is not None:
            what = " · ".join(map(str, faces.faces))
        yield Move(name_of(pov.seats, event.actor), what, address)


def choices(
    pov: Pov, player: int | None, judgement: Judgement | None, address: Callable[[str], str]
) -> list[WhatIfChoice]:
    """Return what a player can do, the best first where the analysis says what that is.

    Args:
        pov: The position.
        player: Who decides there, None if nobody does.
        judgement: What the analysis says, None if it says nothing.
        address: Returns where an action leads.
    """
    if player is None:
        return []
    name, roll = presenter(pov.game.kind).move_name, "roll"
    on_board = table_of(pov).on_board
    legal = [str(action) for action in pov.rules.legal_actions(pov.state, player)]
    worth: dict[str, float] = {}
    if judgement is not None:
        worth = {text: judgement.actions[text][player] for text in legal}
        legal.sort(key=lambda text: -worth[text])
    return [
        WhatIfChoice(
            name(text),
            *on_board.get(text, ("", "")),
            worth=_worth(pov, judgement.actions[text], player) if judgement else "",
            address="" if text == roll else address(text),
            is_best=bool(worth) and text == legal[0] and len(legal) > 1,
        )
        for text in legal[:MOST_CHOICES]
    ]


def _worth(pov: Pov, values: Values, player: int) -> str:
    if pov.game.size > 1:
        return Figures(alone=False).worth(in_tenths(values)[player])
    turns = pov.rules.length(pov.state)["turns"]
    return Figures(alone=True).worth(in_hundredths(values, turns)[0])

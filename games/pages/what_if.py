"""What if: the moves of a line that a visitor tries, and the choices in the position after it."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.analysis.evaluation import Evaluation, Values
from games.analysis.explanation import in_hundredths, in_tenths
from games.pov import Pov
from games.presenters import presenter, table_of
from games.presenters.evaluated import Figures
from games.presenters.names import name_of

# At most this number of choices is shown: with an evaluation, the best ones.
MOST_CHOICES = 12
ROLL = "roll"


class Move(NamedTuple):
    """A move of a line, or its roll."""

    name: str
    what: str
    address: str  # of the position after it


class WhatIfChoice(NamedTuple):
    """An action to choose."""

    name: str
    letter: str  # on the board, or ""
    press: str  # `data-press` of its mark on the board, or ""
    worth: str  # "" without an evaluation
    address: str  # of the position after it, "" for a roll
    is_best: bool


def moves(pov: Pov, seq: int, addresses: Sequence[str]) -> Iterator[Move]:
    """Yield the moves of a line that began after `seq` events.

    addresses: of the line's beginning, and of the position after each move.
    """
    for event, address in zip(pov.log.events[seq:], addresses[1:], strict=True):
        if faces := pov.rules.faces_of(event):
            what = " · ".join(map(str, faces.faces))
        else:
            what = presenter(pov.game.kind).move_name(str(pov.rules.action_of(event)))
        yield Move(name_of(pov.seats, event.actor), what, address)


def choices(
    pov: Pov, player: int | None, evaluation: Evaluation | None, address: Callable[[str], str]
) -> list[WhatIfChoice]:
    """List a player's choices, the best first if there is an evaluation.

    player: None if nobody can decide.  address: returns the address for an action's text.
    """
    if player is None:
        return []
    on_board = table_of(pov).on_board
    legal = [str(action) for action in pov.rules.legal_actions(pov.state, player)]
    worth: dict[str, float] = {}
    if evaluation is not None:
        worth = {text: evaluation.actions[text][player] for text in legal}
        legal.sort(key=lambda text: -worth[text])
    return [
        WhatIfChoice(
            presenter(pov.game.kind).move_name(text),
            *on_board.get(text, ("", "")),
            worth=_worth(pov, evaluation.actions[text], player) if evaluation else "",
            # A roll leads nowhere before its dice are known.
            address="" if text == ROLL else address(text),
            is_best=bool(worth) and text == legal[0] and len(legal) > 1,
        )
        for text in legal[:MOST_CHOICES]
    ]


def _worth(pov: Pov, values: Values, player: int) -> str:
    if pov.game.size > 1:
        return Figures(alone=False).worth(in_tenths(values)[player])
    turns = pov.rules.length(pov.state)["turns"]
    return Figures(alone=True).worth(in_hundredths(values, turns)[0])

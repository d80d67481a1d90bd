"""A mistake as a question to its reader: the actions to choose from, and the worth of each."""

from collections.abc import Sequence
from typing import NamedTuple

from games.pages.mistakes import Mistake
from games.pov import Pov
from games.presenters import presenter, table_of
from games.presenters.evaluated import Figures


class Option(NamedTuple):
    """An action to choose."""

    text: str
    name: str
    worth: str
    letter: str  # on the board, or ""
    press: str  # `data-press` of its mark on the board, or ""


class Trial(NamedTuple):
    """The question, and the answer if there is one."""

    options: Sequence[Option]  # in the order of the rules
    answer: Option | None
    best: Option
    is_right: bool  # whether the answer loses too little to be a mistake


class Series(NamedTuple):
    """The place of a mistake in the series that a reader tries one after the other."""

    number: int  # from 1
    total: int
    next: Mistake | None


def trial_of(pov: Pov, mistake: Mistake, answer: str | None, *, marked_from: int) -> Trial | None:
    """Return a mistake as a question; None if the answer is not among the options.

    pov: the game before the mistake.  answer: the action that a reader would take.
    marked_from: the least loss that is a mistake, in the units of `Standing` (explanation.py).
    """
    kind, figures = presenter(pov.game.kind), Figures(alone=pov.game.size == 1)
    worth, best = mistake.choice.worth, mistake.choice.best
    on_board = table_of(pov).on_board
    options = {
        text: Option(
            text, kind.move_name(text), figures.value(worth[text]), *on_board.get(text, ("", ""))
        )
        for text in map(str, pov.rules.legal_actions(pov.state, mistake.player))
        if text in worth
    }
    if answer is not None and answer not in options:
        return None
    lost = 0 if answer is None else worth[best] - worth[answer]
    return Trial(
        list(options.values()),
        options[answer] if answer else None,
        options[best],
        is_right=lost < marked_from,
    )


def series_of(mistakes: Sequence[Mistake], mistake: Mistake, me: int | None) -> Series:
    """Place a mistake among its player's mistakes, or for spectators among everyone's."""
    own = [each for each in mistakes if each.player == mistake.player or me is None]
    number = own.index(mistake) + 1
    return Series(number, len(own), own[number] if number < len(own) else None)

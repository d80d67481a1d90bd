"""Shared parts of the notations of games with turns and without a random set-up.

games/engine/notation.py describes each function.
"""

import re

from games.engine.core import Event
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.notation import LETTERS, Stored, Values
from games.engine.turns import TurnState

SETUP: tuple[str, ...] = ()
HEADING = re.compile(r"[0-9]+[a-d]")


def write_setup(event: Event) -> tuple[str, Values]:
    """Raise TypeError: such a game has no events of a set-up."""
    raise TypeError(f"no event of a set-up: {event!r}")


def read_setup(name: str, values: Values) -> Stored:
    """Raise ValueError: such a game has no tags for a set-up."""
    raise Fault("no-setup", _("not a set-up tag: %(name)s %(values)r"), name=name, values=values)


def headings(state: TurnState) -> tuple[str, ...]:
    """Return the number of the turn with the player's letter, such as `2a`."""
    player = speaker(state)
    return () if player is None else (f"{state.turns[player]}{LETTERS[player]}",)


def speaker(state: TurnState) -> int | None:
    """Return the turn player, or None when the game is over."""
    return state.turn_player if state.result is None else None

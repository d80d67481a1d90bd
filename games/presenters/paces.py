"""Paces of live games: each kind has its own fast, normal and relaxed."""

from typing import NamedTuple

from games.engine.time_control import Live, TurnByTurn


class Paces(NamedTuple):
    """The live time controls that a kind of game offers by name."""

    fast: Live
    normal: Live
    relaxed: Live


USUAL_PACES = Paces(Live(60, 10), Live(180, 20), Live(600, 45))
"""For kinds without paces of their own."""

USUAL_TURN_BY_TURN = TurnByTurn(days=1)
"""For players who choose "turn by turn", but no number of days."""

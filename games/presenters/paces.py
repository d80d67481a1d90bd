"""How fast live games are played: each kind says what it takes to be fast, normal and relaxed."""

from typing import NamedTuple

from games.engine.time_control import Live, TurnByTurn


class Paces(NamedTuple):
    """The live time controls that a kind of game offers by name."""

    fast: Live
    normal: Live
    relaxed: Live


USUAL_PACES = Paces(Live(60, 10), Live(180, 20), Live(600, 45))
"""For a kind that does not say what suits it."""

USUAL_TURN_BY_TURN = TurnByTurn(days=1)
"""What people get who want to play turn by turn, and choose nothing else."""

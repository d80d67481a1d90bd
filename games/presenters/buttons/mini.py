"""The small board of lists: one player's layout."""

from dataclasses import dataclass

from games.engine.buttons.actions import PLACES
from games.engine.buttons.layouts import LAYOUTS
from games.engine.buttons.state import ButtonsState

PITCH = 100
_FIRST = 62


@dataclass(frozen=True, slots=True)
class MiniCell:
    """A cell. look: the id of its drawing."""

    x: int
    y: int
    look: str


def mini_board(state: ButtonsState, player: int | None) -> tuple[MiniCell, ...]:
    """Return the cells of a player's layout; player: None for the turn player."""
    shown = state.turn_player if player is None else player
    return tuple(
        MiniCell(
            x=_FIRST + PITCH * (cell[1] - 1),
            y=_FIRST + PITCH * (cell[0] - 1),
            look=_look(state, shown, cell),
        )
        for cell in sorted(PLACES)
    )


def _look(state: ButtonsState, player: int, cell: tuple[int, int]) -> str:
    if not state.layouts:
        return "blank"
    if cell in state.stars[player]:
        return "star"
    colour = LAYOUTS[state.layouts[player]][cell]
    return f"on-{colour}" if cell in state.buttons[player] else str(colour)

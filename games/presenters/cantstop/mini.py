"""The small board in lists of games: columns on one ground line, with their pieces."""

from collections import defaultdict
from dataclasses import dataclass

from games.engine.cantstop.board import COLUMNS, LENGTHS, spaces
from games.engine.cantstop.state import CantStopState
from games.presenters.cantstop.geometry import SPREAD

WIDTH, HEIGHT = 636, 422
GROUND = 408
_STEP_X, _STEP_Y = 56, 29
_LEFT, _LOWEST, _ABOVE_TOP = 38, 394, 33


@dataclass(frozen=True, slots=True)
class MiniColumn:
    """A column. x: its middle.  top: its upper end.  summit: the middle of its highest space."""

    number: int
    x: int
    top: int
    summit: int


@dataclass(frozen=True, slots=True)
class Peg:
    """A piece. climbed: y of the start of a runner's climb, None for a marker."""

    player: int
    x: int
    y: int
    climbed: int | None = None


@dataclass(frozen=True, slots=True)
class MiniBoard:
    """A position. claims: the claimed columns, each with its owner."""

    claims: tuple[tuple[MiniColumn, int], ...]
    pegs: tuple[Peg, ...]


def _x_of(column: int) -> int:
    return _LEFT + (column - COLUMNS.start) * _STEP_X


def _y_of(space: int) -> int:
    return _LOWEST - (space - 1) * _STEP_Y


COLUMNS_DRAWN = tuple(
    MiniColumn(number, _x_of(number), summit - _ABOVE_TOP, summit)
    for number in COLUMNS
    for summit in [_y_of(LENGTHS[number])]
)


def mini_board(state: CantStopState) -> MiniBoard:
    owned = [(column, state.owners[column.number]) for column in COLUMNS_DRAWN]
    turn = state.turn_player
    here: dict[tuple[int, int], list[int]] = defaultdict(list)
    for player, track in enumerate(state.markers):
        for column, space in spaces(track).items():
            if state.owners[column] is None:
                here[column, space].append(player)
    markers = [
        Peg(player, _x_of(column) + 11 * dx // 9, _y_of(space) + 11 * dy // 9)
        for (column, space), players in here.items()
        for player, (dx, dy) in zip(players, SPREAD[len(players)], strict=True)
    ]
    runners = [
        Peg(turn, _x_of(column), _y_of(space), _y_of(state.markers[turn][column] or 1))
        for column, space in spaces(state.runners).items()
    ]
    claims = tuple((column, owner) for column, owner in owned if owner is not None)
    return MiniBoard(claims, (*markers, *runners))

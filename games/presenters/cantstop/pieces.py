"""The pieces on the board: markers, runners, claims, and traces of past and possible moves."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.cantstop.analysis import Choice
from games.engine.cantstop.board import COLUMNS, pairings, spaces
from games.engine.cantstop.events import SplitChosen
from games.engine.cantstop.state import Bust, CantStopState
from games.engine.core import Event
from games.presenters.cantstop.geometry import (
    BESIDE_SIGN,
    GROUND,
    SPREAD,
    XS,
    YS,
    Column,
    column_at,
)

LETTERS = "ABCDEF"
"""Letters that name the choices of a roll, on the board and beside it."""

_SIZES = ("", "", "-2", "-3", "-3")
"""Endings of the names of drawings, by the number of pieces on the space."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A player's marker or runner.

    id: the same in the next position, so that the page moves the piece.
    crowd: the number of pieces on its space.  moved: whether the last event advanced it.
    """

    id: str
    x: int
    y: int
    player: int
    is_runner: bool = False
    crowd: int = 1
    moved: bool = False

    @property
    def drawing(self) -> str:
        """The id of its drawing, smaller if several pieces share the space."""
        return f"{'r' if self.is_runner else 'b'}{self.player}{_SIZES[self.crowd]}"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed column and its player. won: whether the player has won the game."""

    column: Column
    player: int
    won: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """A space to which a choice leads. way: the choice's number.  start: y of the climb."""

    x: int
    y: int
    way: int
    start: int
    column: int

    @property
    def letter(self) -> str:
        return LETTERS[self.way - 1]


@dataclass(frozen=True, slots=True)
class Trail:
    """A runner's way this turn, from y up to `end`."""

    x: int
    y: int
    end: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A runner lost by a bust. steps: those climbed this turn.  end: y at the end of the fall."""

    x: int
    y: int
    end: int
    steps: int
    column: int

    @property
    def fall(self) -> int:
        return self.end - self.y

    @property
    def arrow(self) -> str:
        """The head of an arrow just above the end, as the `d` of a path."""
        tip = self.end - (_ABOVE_GROUND if self.end == GROUND else _ABOVE_MARKER)
        return f"M{self.x - 6} {tip - 6}l6 6 6-6"

    @property
    def path(self) -> str:
        """The way down to the arrow, as the `d` of a path; "" if there is no room."""
        begin, end = self.y + _BELOW_RING, self.end - _ABOVE_MARKER - 4
        return f"M{self.x} {begin}V{end}" if begin < end else ""


_ABOVE_MARKER, _ABOVE_GROUND, _BELOW_RING, _ROUND_END = 15, 3, 19, 6


def claims(state: CantStopState) -> list[Claim]:
    """Return the claimed columns, left to right."""
    winners = state.result.winners if state.result else ()
    return [
        Claim(column_at(column), owner, owner in winners)
        for column in COLUMNS
        if (owner := state.owners[column]) is not None
    ]


def pieces(
    state: CantStopState, event: Event | None, choices: Sequence[Choice] = ()
) -> list[Piece]:
    """Return each marker in an open column, then each runner, at its place.

    Pieces make room for signs: at the ends of `choices`, and at runners lost by a bust.
    """
    advanced = set(event.columns) if isinstance(event, SplitChosen) else set()
    signs = {(step.column, step.space) for choice in choices for step in choice.advances}
    signs |= set(spaces(state.bust.runners).items()) if state.bust else set()
    placed = []
    for (column, space), who in _standing(state).items():
        offsets = BESIDE_SIGN[len(who)][1:] if (column, space) in signs else SPREAD[len(who)]
        for piece, (dx, dy) in zip(who, offsets, strict=True):
            x, y = XS[column] + dx, YS[space] + dy
            moved = piece.is_runner and column in advanced
            crowd = max(len(who), 3) if (column, space) in signs else len(who)
            placed.append(replace(piece, x=x, y=y, crowd=crowd, moved=moved))
    return sorted(placed, key=lambda piece: piece.is_runner)


def trails(state: CantStopState) -> list[Trail]:
    """Return the way of each runner, from the player's marker or the ground."""
    markers = state.markers[state.turn_player]
    return [
        Trail(
            x=XS[column],
            y=min(YS[markers[column]], GROUND - _ROUND_END),
            end=YS[space],
        )
        for column, space in spaces(state.runners).items()
    ]


def lost(state: CantStopState) -> list[Lost]:
    """Return the runners lost by a bust."""
    bust = state.bust
    if bust is None:
        return []
    markers = state.markers[bust.player]
    return [
        Lost(
            x=XS[column] + _aside(state, column, space),
            y=YS[space],
            end=YS[markers[column]],
            steps=space - markers[column],
            column=column,
        )
        for column, space in spaces(bust.runners).items()
    ]


def rolled_sums(bust: Bust) -> list[int]:
    """Return the middles of the columns that are sums of the dice of a bust, from the left."""
    sums = {total for pairing in pairings(bust.dice) for total in pairing.sums}
    return [XS[column] for column in sorted(sums)]


def previews(state: CantStopState, choices: Sequence[Choice]) -> list[Preview]:
    """Return the end of each choice in each of its columns."""
    return [
        Preview(
            x=XS[step.column] + _aside(state, step.column, step.space),
            y=YS[step.space],
            way=way,
            start=YS[step.start],
            column=step.column,
        )
        for way, choice in enumerate(choices, start=1)
        for step in choice.advances
    ]


def _standing(state: CantStopState) -> dict[tuple[int, int], list[Piece]]:
    """Return the pieces on each space, markers first, with x and y still 0."""
    here: dict[tuple[int, int], list[Piece]] = defaultdict(list)
    for player, markers in enumerate(state.markers):
        for column, space in spaces(markers).items():
            if state.owners[column] is None:
                here[column, space].append(Piece(f"{player}-{column}", 0, 0, player))
    for column, space in spaces(state.runners).items():
        runner = Piece(f"r{column}", 0, 0, state.turn_player, is_runner=True)
        here[column, space].append(runner)
    return here


def _aside(state: CantStopState, column: int, space: int) -> int:
    """Return how far a sign is from the middle of its space, beside the markers there."""
    count = sum(markers[column] == space for markers in state.markers)
    return BESIDE_SIGN[count][0][0]

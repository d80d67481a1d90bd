"""What stands on the board: markers, runners, claims, and traces of what was or could be."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.cantstop.analysis import Choice
from games.engine.cantstop.board import COLUMNS, Track, spaces
from games.engine.cantstop.events import SplitChosen
from games.engine.cantstop.state import CantStopState
from games.engine.core import Event
from games.presenters.cantstop.geometry import Column, column_at, spread, x_of, y_of


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a space.

    id: the same for the same piece in the next position, so that it can glide there.
    player: the owner of a marker, or None for a runner.  small: whether it shares its space.
    moved: whether the last event advanced it.
    """

    id: str
    x: int
    y: int
    player: int | None = None
    small: bool = False
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A column that belongs to a player."""

    column: Column
    player: int

    @property
    def top(self) -> int:
        """The middle of its highest space."""
        return self.column.spaces[-1]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the board that is marked. way: number of the choice that leads there, or 0."""

    x: int
    y: int
    way: int = 0


@dataclass(frozen=True, slots=True)
class Trail:
    """The way a runner has come this turn, from y to `end` above it."""

    x: int
    y: int
    end: int


def claims(state: CantStopState) -> list[Claim]:
    """Return the claimed columns, left to right."""
    return [
        Claim(column_at(column), owner)
        for column in COLUMNS
        if (owner := state.owners[column]) is not None
    ]


def pieces(state: CantStopState, event: Event | None) -> list[Piece]:
    """Return every runner, and every marker in an open column, each at its place."""
    advanced = set(event.columns) if isinstance(event, SplitChosen) else set()
    here: dict[tuple[int, int], list[int | None]] = defaultdict(list)
    for column, space in spaces(state.runners).items():
        here[column, space].append(None)
    for player, markers in enumerate(state.markers):
        for column, space in spaces(markers).items():
            if state.owners[column] is None:
                here[column, space].append(player)
    return [piece for at, who in here.items() for piece in _placed(*at, who, advanced)]


def trails(state: CantStopState) -> list[Trail]:
    """Return the way of each runner, from the player's marker or the foot of the column."""
    markers = state.markers[state.turn_player]
    return [
        Trail(x_of(column), y_of(column, markers[column] or 1), y_of(column, space))
        for column, space in spaces(state.runners).items()
        if space > (markers[column] or 1)
    ]


def lost(runners: Track) -> list[Spot]:
    """Return where the runners of a bust stood."""
    return [Spot(x_of(column), y_of(column, space)) for column, space in spaces(runners).items()]


def previews(choices: tuple[Choice, ...]) -> list[Spot]:
    """Return where each of the choices would take the runners."""
    return [
        Spot(x_of(advance.column), y_of(advance.column, advance.space), way)
        for way, choice in enumerate(choices, start=1)
        for advance in choice.advances
    ]


def _placed(column: int, space: int, who: list[int | None], advanced: set[int]) -> Iterator[Piece]:
    for player, (dx, dy) in zip(who, spread(len(who)), strict=True):
        yield Piece(
            id=f"r{column}" if player is None else f"{player}-{column}",
            x=x_of(column) + dx,
            y=y_of(column, space) + dy,
            player=player,
            small=len(who) > 1,
            moved=player is None and column in advanced,
        )

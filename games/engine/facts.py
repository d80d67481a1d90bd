"""The facts of a log that every game has in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """A fact in the log. Subclasses add what cannot be recomputed, as plain fields.

    player: whose event it is, 0..n-1; None for nobody's, such as what chance sets up.
    """

    type: ClassVar[str] = ""
    player: int | None

    @property
    def actor(self) -> int:
        """Return whose event it is. Raises ValueError when it is nobody's."""
        if self.player is None:
            raise ValueError(f"nobody's event: {self}")
        return self.player


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """The player left the game."""

    type: ClassVar[str] = "resigned"


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """The player's time ran out.

    also: the players whose time ran out at the same moment, ascending. This player has the
    smallest number of them, and their own events follow at once.
    """

    type: ClassVar[str] = "timed_out"
    also: tuple[int, ...] = ()

    def to_json(self) -> Json:
        """Return what is stored of it: nothing when it was this player alone."""
        return {"also": list(self.also)} if self.also else {}

    @classmethod
    def from_json(cls, player: int, data: Mapping[str, Any]) -> Self:
        """Return the event of this player that `to_json` wrote, or raise ValueError."""
        also = data.get("also", [])
        if not isinstance(also, list) or any(type(other) is not int for other in also):
            raise ValueError(f"not a list of players: {also!r}")
        if also != sorted({*also} - set(range(player + 1))):
            raise ValueError(f"not players after {player}, ascending: {also!r}")
        return cls(player, tuple(also))


def timed_out(players: Sequence[int]) -> tuple[TimedOut, ...]:
    """Return the events of players, ascending, whose time ran out at the same moment."""
    first, *others = players
    return (TimedOut(first, tuple(others)), *map(TimedOut, others))


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """A moderator ended the game, or gave one that is over to others: nobody's event.

    winners: who has it now, ascending; () for nobody.
    """

    type: ClassVar[str] = "ruled"
    winners: tuple[int, ...]

    def to_json(self) -> Json:
        """Return what is stored of it."""
        return {"winners": list(self.winners)}

    @classmethod
    def from_json(cls, players: int, data: Mapping[str, Any]) -> Self:
        """Return the ruling on a game of so many that `to_json` wrote, or raise ValueError."""
        winners = data.get("winners")
        everybody = range(players)
        if not isinstance(winners, list) or any(type(winner) is not int for winner in winners):
            raise ValueError(f"not a list of players: {winners!r}")
        if winners != [player for player in everybody if player in winners]:
            raise ValueError(f"not players of {players}, ascending: {winners!r}")
        return cls(None, tuple(winners))

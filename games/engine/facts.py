"""The facts of a log that every game has in common."""

from collections.abc import Mapping
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
    """The player's time ran out."""

    type: ClassVar[str] = "timed_out"


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

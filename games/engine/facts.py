"""The base of all events, and the events that all games have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """A fact in the log. Subclasses only have fields that don't follow from earlier events."""

    type: ClassVar[str] = ""  # in logs and records
    player: int | None  # from 0; None if the event has no player, such as the set-up

    @property
    def actor(self) -> int:
        """The player of the event. Raises ValueError if it has none."""
        if self.player is None:
            raise ValueError(f"nobody's event: {self}")
        return self.player


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """The player left the game."""

    type: ClassVar[str] = "resigned"


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """The player's time ran out, perhaps at the same moment as other players' time."""

    type: ClassVar[str] = "timed_out"
    also: tuple[int, ...] = ()  # the other players, ascending, above `player`; their events follow

    def to_json(self) -> Json:
        """Return the event's own fields; empty when only this player timed out."""
        return {"also": list(self.also)} if self.also else {}

    @classmethod
    def from_json(cls, player: int, data: Mapping[str, Any]) -> Self:
        """Return the event written by `to_json`. Raises ValueError."""
        also = data.get("also", [])
        if not isinstance(also, list) or any(type(other) is not int for other in also):
            raise Fault("not-players", _("not a list of players: %(value)r"), value=also)
        if also != sorted({*also} - set(range(player + 1))):
            raise Fault(
                "not-players-after",
                _("must be players after %(player)d in ascending order, not %(value)r"),
                player=player,
                value=also,
            )
        return cls(player, tuple(also))


def timed_out(players: Sequence[int]) -> tuple[TimedOut, ...]:
    """Return the events of one or more players, in ascending order, who time out together."""
    first, *others = players
    return (TimedOut(first, tuple(others)), *map(TimedOut, others))


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The site decided the game. The event has no player.

    A moderator ended the game or changed its winners after the end, or the game ended without
    result because a player never made a move.
    """

    type: ClassVar[str] = "ruled"
    winners: tuple[int, ...]  # ascending; empty for nobody

    def to_json(self) -> Json:
        """Return the event's own fields."""
        return {"winners": list(self.winners)}

    @classmethod
    def from_json(cls, players: int, data: Mapping[str, Any]) -> Self:
        """Return the event written by `to_json`. players: number of players. Raises ValueError."""
        winners = data.get("winners")
        everybody = range(players)
        if not isinstance(winners, list) or any(type(winner) is not int for winner in winners):
            raise Fault("not-players", _("not a list of players: %(value)r"), value=winners)
        if winners != [player for player in everybody if player in winners]:
            raise Fault(
                "not-players-of",
                _("must be some of the %(players)d players in ascending order, not %(value)r"),
                players=players,
                value=winners,
            )
        return cls(None, tuple(winners))

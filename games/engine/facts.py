"""Events that all games have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """A fact in the log.

    Subclasses add the fields that cannot be computed from earlier events.

    Attributes:
        type: Name of the event in logs and records.
        player: The player of the event, from 0; None for an event of nobody, such as the set-up.
    """

    type: ClassVar[str] = ""
    player: int | None

    @property
    def actor(self) -> int:
        """The player of an event that belongs to a player.

        Raises:
            ValueError: The event belongs to nobody.
        """
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

    Attributes:
        also: The other players whose time ran out at the same moment, in ascending order. Their
            numbers are greater than this player's, and their own events follow immediately.
    """

    type: ClassVar[str] = "timed_out"
    also: tuple[int, ...] = ()

    def to_json(self) -> Json:
        """Return the event's own fields as plain JSON; empty when only this player timed out."""
        return {"also": list(self.also)} if self.also else {}

    @classmethod
    def from_json(cls, player: int, data: Mapping[str, Any]) -> Self:
        """Return the event written by `to_json`.

        Args:
            player: The player of the event.
            data: The event's own fields; other keys are ignored.

        Raises:
            ValueError: `also` is no ascending list of players with greater numbers.
        """
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
    """Return the events of players whose time ran out at the same moment.

    Args:
        players: At least one player, in ascending order.
    """
    first, *others = players
    return (TimedOut(first, tuple(others)), *map(TimedOut, others))


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The site decided the game. It is nobody's event.

    A moderator ended it, or changed the winners when it was over; or it ended without result
    because somebody never made a move.

    Attributes:
        winners: The winners by the ruling, in ascending order; empty for nobody.
    """

    type: ClassVar[str] = "ruled"
    winners: tuple[int, ...]

    def to_json(self) -> Json:
        """Return the event's own fields as plain JSON."""
        return {"winners": list(self.winners)}

    @classmethod
    def from_json(cls, players: int, data: Mapping[str, Any]) -> Self:
        """Return the ruling written by `to_json`.

        Args:
            players: Number of players of the game.
            data: The event's own fields; other keys are ignored.

        Raises:
            ValueError: `winners` is no ascending list of players of the game.
        """
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

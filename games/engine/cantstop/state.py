"""Positions of Can't Stop."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from games.engine.cantstop.board import (
    COLUMNS,
    LENGTHS,
    NO_PIECES,
    RUNNERS,
    Track,
    track_from_json,
    track_to_json,
)
from games.engine.core import Json, Outcome
from games.engine.turns import TurnState


class Phase(StrEnum):
    """The next step of the turn player."""

    ROLL = "roll"
    """Roll at the beginning of a turn (CS-3)."""

    CHOOSE = "choose"
    """Choose a split of the dice (CS-8)."""

    DECIDE = "decide"
    """Roll again or stop (CS-14)."""

    OVER = "over"
    """Nothing: the game is over."""


@dataclass(frozen=True, slots=True)
class Bust:
    """A lost turn: its player, its last roll, and the runners before they were removed."""

    player: int
    dice: tuple[int, ...]
    runners: Track

    def to_json(self) -> Json:
        """Return the bust as plain JSON."""
        return {
            "player": self.player,
            "dice": list(self.dice),
            "runners": track_to_json(self.runners),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the bust written by `to_json`."""
        return cls(data["player"], tuple(data["dice"]), track_from_json(data["runners"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class CantStopState(TurnState):
    """A position of Can't Stop."""

    markers: tuple[Track, ...]  # of each player; an owner's marker stays on the column's top
    owners: tuple[int | None, ...]  # player who claimed each column (CS-17), by column
    phase: Phase = Phase.ROLL
    dice: tuple[int, ...] = ()  # last roll of the current turn; empty before the first
    runners: Track = NO_PIECES
    bust: Bust | None = None  # the last turn, if it was lost; None after the next roll

    @property
    def free_runners(self) -> int:
        """The number of runners that are not on the board, 0 to 3 (CS-7)."""
        return RUNNERS - (len(self.runners) - self.runners.count(0))

    def is_closed(self, column: int) -> bool:
        """Return whether nothing can move in the column for the rest of the turn (CS-15, CS-17)."""
        return self.owners[column] is not None or self.runners[column] == LENGTHS[column]

    def can_use(self, column: int) -> bool:
        """Return whether a single sum that names the column allows an advance (CS-5)."""
        return not self.is_closed(column) and (self.runners[column] > 0 or self.free_runners > 0)

    def usable_columns(self) -> frozenset[int]:
        """Return the columns in which a single sum allows an advance."""
        return frozenset(column for column in COLUMNS if self.can_use(column))

    def other_markers(self, column: int) -> frozenset[int]:
        """Return the spaces of the column with a marker of any player but the turn player."""
        return frozenset(
            pieces[column]
            for player, pieces in enumerate(self.markers)
            if player != self.turn_player and pieces[column]
        )

    def claimed(self, player: int) -> tuple[int, ...]:
        """Return the columns that the player owns, in ascending order."""
        return tuple(column for column in COLUMNS if self.owners[column] == player)

    def to_json(self) -> Json:
        """Return the position as plain JSON."""
        return {
            "seq": self.seq,
            "left": sorted(self.left),
            "markers": [track_to_json(pieces) for pieces in self.markers],
            "owners": {
                str(column): owner for column, owner in enumerate(self.owners) if owner is not None
            },
            "turns": list(self.turns),
            "turn_player": self.turn_player,
            "phase": self.phase.value,
            "roll": self.roll,
            "dice": list(self.dice),
            "runners": track_to_json(self.runners),
            "opened": self.opened,
            "bust": self.bust and self.bust.to_json(),
            "result": self.result and self.result.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the position written by `to_json`."""
        return cls(
            seq=data["seq"],
            left=frozenset(data["left"]),
            markers=tuple(map(track_from_json, data["markers"])),
            owners=tuple(data["owners"].get(str(column)) for column in range(len(LENGTHS))),
            turns=tuple(data["turns"]),
            turn_player=data["turn_player"],
            phase=Phase(data["phase"]),
            roll=data["roll"],
            dice=tuple(data["dice"]),
            runners=track_from_json(data["runners"]),
            opened=data["opened"],
            bust=data["bust"] and Bust.from_json(data["bust"]),
            result=data["result"] and Outcome.from_json(data["result"]),
        )

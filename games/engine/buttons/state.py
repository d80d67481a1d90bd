"""Positions of Buttons."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from games.engine.buttons.board import Cell, cells_from_json, cells_to_json, is_legal, legal_in_row
from games.engine.buttons.events import Hand, Rolled, event_to_json
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.core import Json, Outcome, State

Cells = frozenset[Cell]

DICE = 6
"""Number of dice at the start of a round, including the white and the gold one (BT-1)."""


def dice_taken(players: int) -> int:
    """Return how many dice a bust or opting out takes out of play (BT-10, BT-11)."""
    return 2 if players == 2 else 1


class Phase(StrEnum):
    """The stage of a game."""

    SETUP = "setup"
    """Layouts and cards are not dealt yet (BT-3, BT-4)."""

    TURN = "turn"
    """The turn player must roll or opt out (BT-5)."""

    PLACE = "place"
    """Players must decide on a roll (BT-13)."""

    STARS = "stars"
    """The players who opted out must place their stars (BT-17)."""

    OVER = "over"
    """The game is over."""


class Standing(StrEnum):
    """Whether a player is still in the round, and if not, why."""

    IN = "in"
    OPTED_OUT = "opted-out"
    BUST = "bust"

    LEFT = "left"
    """The player has left the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonsState(State):
    """A position of Buttons. Most fields have one value for each player."""

    # While players decide on a roll, `turn_player` is the roller, even after leaving the game.
    layouts: tuple[str, ...] = ()  # names of the layouts; empty before the deal
    cards: tuple[Hand, ...] = ()  # hands in this round (BT-4, BT-20); empty before the deal
    buttons: tuple[Cells, ...]
    stars: tuple[Cells, ...]
    standing: tuple[Standing, ...]
    taken: tuple[int, ...]  # black dice taken out of play this round (BT-10, BT-11)
    round: int = 1
    turns: tuple[int, ...]  # number of turns begun in the game
    phase: Phase = Phase.SETUP
    pending: frozenset[int] = frozenset()  # players still to decide on the roll or on their stars
    opened: tuple[int, ...]  # seq of the event that led to the player's latest decision
    # Players who timed out together with another player, until their own events follow.
    absent: frozenset[int] = frozenset()
    rolled: Rolled | None = None  # last roll of the round; None before the first
    result: Outcome | None = None  # None while the game is running

    @property
    def dice(self) -> int:
        """The number of dice of the next roll, 2 to 6 (BT-6, BT-14)."""
        return DICE - sum(self.taken)

    def players_with(self, standing: Standing) -> tuple[int, ...]:
        """Return the players with this standing, in ascending order."""
        return tuple(player for player, own in enumerate(self.standing) if own is standing)

    def is_legal(self, player: int, cell: Cell) -> bool:
        """Return whether the player may place a button on the cell (BT-9)."""
        return is_legal(self.buttons[player], self.stars[player], cell)

    def roller_cells(self, rolled: Rolled) -> tuple[Cell, ...]:
        """Return the cells on which the roller may place (BT-7); () for a bust (BT-10)."""
        own = rolled.actor
        return legal_in_row(self.buttons[own], self.stars[own], rolled.white, rolled.columns)

    def colours(self, player: int) -> dict[Colour, int]:
        """Return the number of the player's buttons on each colour."""
        layout = LAYOUTS[self.layouts[player]]
        under = [layout[cell] for cell in self.buttons[player]]
        return {colour: under.count(colour) for colour in Colour}

    def to_json(self) -> Json:
        """Return the position as plain JSON."""
        return {
            "seq": self.seq,
            "left": sorted(self.left),
            "layouts": list(self.layouts),
            "cards": [[card.value for card in hand] for hand in self.cards],
            "buttons": [cells_to_json(cells) for cells in self.buttons],
            "stars": [cells_to_json(cells) for cells in self.stars],
            "standing": [standing.value for standing in self.standing],
            "taken": list(self.taken),
            "round": self.round,
            "turns": list(self.turns),
            "turn_player": self.turn_player,
            "phase": self.phase.value,
            "pending": sorted(self.pending),
            "opened": list(self.opened),
            **({"absent": sorted(self.absent)} if self.absent else {}),
            "rolled": self.rolled and {"player": self.rolled.player, **event_to_json(self.rolled)},
            "result": self.result and self.result.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the position written by `to_json`."""
        rolled = data["rolled"]
        return cls(
            seq=data["seq"],
            left=frozenset(data["left"]),
            layouts=tuple(data["layouts"]),
            cards=tuple(tuple(map(Colour, hand)) for hand in data["cards"]),
            buttons=tuple(map(cells_from_json, data["buttons"])),
            stars=tuple(map(cells_from_json, data["stars"])),
            standing=tuple(map(Standing, data["standing"])),
            taken=tuple(data["taken"]),
            round=data["round"],
            turns=tuple(data["turns"]),
            turn_player=data["turn_player"],
            phase=Phase(data["phase"]),
            pending=frozenset(data["pending"]),
            opened=tuple(data["opened"]),
            absent=frozenset(data.get("absent", ())),
            rolled=rolled and Rolled(**rolled | {"black": tuple(rolled["black"])}),
            result=data["result"] and Outcome.from_json(data["result"]),
        )

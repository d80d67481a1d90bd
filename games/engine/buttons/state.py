"""A position of Buttons."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from games.engine.buttons.board import Cell, cells_from_json, cells_to_json, is_legal, legal_in_row
from games.engine.buttons.events import Hand, Rolled
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.core import Json, Outcome, State

Cells = frozenset[Cell]

DICE = 6
"""Dice of a round, the white and the gold one among them (BT-1)."""


def dice_taken(players: int) -> int:
    """Return how many dice a bust or opting out takes when 2..4 began the game (BT-10, BT-11)."""
    return 2 if players == 2 else 1


class Phase(StrEnum):
    """What the game waits for."""

    SETUP = "setup"
    """Chance: nothing is dealt yet (BT-3, BT-4)."""

    TURN = "turn"
    """The turn player rolls or opts out (BT-5)."""

    PLACE = "place"
    """The roller and the others use the roll (BT-13)."""

    STARS = "stars"
    """Those who opted out place their stars (BT-17)."""

    OVER = "over"
    """Nothing: the game has ended."""


class Standing(StrEnum):
    """A player's part in the round."""

    IN = "in"
    OPTED_OUT = "opted-out"
    BUST = "bust"

    LEFT = "left"
    """Outside the game for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonsState(State):
    """A position; see `State` for `seq` and `left`.

    layouts: the name of each player's; () before the deal, like cards.
    cards: the hand of each player this round (BT-4, BT-20).
    buttons: of each player, the cells with a button of this round.
    stars: of each player, the cells with a star.
    standing: of each player.
    taken: of each player, how many black dice they took out of play this round (BT-10, BT-11).
    round: from 1.
    turns: of each player, how many turns they have begun in the game.
    turn_player: whose turn it is; while the roll is used, the roller, even if they left since.
    phase: what the game waits for.
    pending: the players whose decision on the roll, or on their stars, is open.
    opened: of each player, seq of the event that opened their latest decision.
    absent: those whose time ran out together with somebody's, and whose events follow at once.
    rolled: the last roll of the round, None before the first.
    result: how the game ended, or None while it runs.
    """

    layouts: tuple[str, ...] = ()
    cards: tuple[Hand, ...] = ()
    buttons: tuple[Cells, ...]
    stars: tuple[Cells, ...]
    standing: tuple[Standing, ...]
    taken: tuple[int, ...]
    round: int = 1
    turns: tuple[int, ...]
    turn_player: int = 0
    phase: Phase = Phase.SETUP
    pending: frozenset[int] = frozenset()
    opened: tuple[int, ...]
    absent: frozenset[int] = frozenset()
    rolled: Rolled | None = None
    result: Outcome | None = None

    @property
    def dice(self) -> int:
        """Return how many dice the next roll has, 2..6 (BT-6, BT-14)."""
        return DICE - sum(self.taken)

    def players_with(self, standing: Standing) -> tuple[int, ...]:
        """Return the players with this part in the round, ascending."""
        return tuple(player for player, own in enumerate(self.standing) if own is standing)

    def is_legal(self, player: int, cell: Cell) -> bool:
        """Return whether the cell may take a button of the player (BT-9)."""
        return is_legal(self.buttons[player], self.stars[player], cell)

    def roller_cells(self, rolled: Rolled) -> tuple[Cell, ...]:
        """Return the cells the roller may choose from, ascending; () is a bust (BT-7, BT-10)."""
        own = rolled.actor
        return legal_in_row(self.buttons[own], self.stars[own], rolled.white, rolled.columns)

    def colours(self, player: int) -> dict[Colour, int]:
        """Return how many of the player's buttons stand on cells of each colour."""
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
            "rolled": self.rolled and _rolled_to_json(self.rolled),
            "result": self.result and self.result.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the position that `to_json` wrote."""
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
            rolled=data["rolled"] and _rolled_from_json(data["rolled"]),
            result=data["result"] and Outcome.from_json(data["result"]),
        )


def _rolled_to_json(rolled: Rolled) -> Json:
    return {
        "player": rolled.actor,
        "white": rolled.white,
        "gold": rolled.gold,
        "black": list(rolled.black),
    }


def _rolled_from_json(data: Mapping[str, Any]) -> Rolled:
    return Rolled(data["player"], data["white"], data["gold"], tuple(data["black"]))

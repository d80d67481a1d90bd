"""Standing orders in Buttons: which cells to take, and when to leave a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from games.engine.buttons.actions import DECLINE, OPT_OUT, PLACES, ROLL
from games.engine.buttons.analysis import bust_chance, stars_if_out
from games.engine.buttons.board import Cell
from games.engine.buttons.events import Rolled
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.state import ButtonsState, Phase
from games.engine.core import Action, Json, Rules
from games.engine.orders import Orders


class Use(StrEnum):
    """The use of a roll."""

    ASK = "ask"
    """Ask the player."""

    GOLD = "gold"
    """Take the cell of the gold die."""

    NEVER = "never"
    """Decline the roll, which is impossible on one's own roll (BT-7)."""

    COLOURS = "colours"
    """Take the cell whose colour the player likes best. See `ButtonsOrders.colours`."""


@dataclass(frozen=True, slots=True)
class ButtonsOrders(Orders[ButtonsState]):
    """Orders for using rolls and for opting out. The player always places the stars."""

    others: Use = Use.ASK  # use of other players' rolls, for the gold die's cell (BT-8)
    own: Use = Use.ASK  # use of the player's own rolls (BT-7)
    # Colours wanted with `Use.COLOURS`, best first. Other players' rolls without them are declined.
    colours: tuple[Colour, ...] = ()
    # Roll while the chance of a bust is below this percentage, 1 to 100; None: ask.
    roll_under: int | None = None
    out_at: int | None = None  # opt out if that brings this number of stars, from 1; None: ask

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the orders written by `to_json`."""
        return cls(
            others=Use(data["others"]),
            own=Use(data["own"]),
            colours=tuple(map(Colour, data["colours"])),
            roll_under=data["roll_under"],
            out_at=data["out_at"],
        )

    def to_json(self) -> Json:
        """Return the orders as plain JSON."""
        return {
            "others": self.others.value,
            "own": self.own.value,
            "colours": [colour.value for colour in self.colours],
            "roll_under": self.roll_under,
            "out_at": self.out_at,
        }

    def action(self, rules: Rules[ButtonsState], state: ButtonsState, player: int) -> Action | None:
        """Return the ordered action in a turn or on a roll, or None to ask the player."""
        if state.phase is Phase.TURN:
            return self._turn(rules, state, player)
        if state.phase is Phase.PLACE and state.rolled is not None:
            if player == state.rolled.player:
                return self._own_cell(state, state.rolled, player)
            return self._gold_cell(state, state.rolled, player)
        return None

    def _turn(self, rules: Rules[ButtonsState], state: ButtonsState, player: int) -> Action | None:
        may_leave = OPT_OUT in rules.legal_actions(state, player)
        if may_leave and self.out_at is not None and stars_if_out(state, player) >= self.out_at:
            return OPT_OUT
        if self.roll_under is not None and bust_chance(state, player) * 100 < self.roll_under:
            return ROLL
        return None

    def _own_cell(self, state: ButtonsState, rolled: Rolled, player: int) -> Action | None:
        gold = (rolled.white, rolled.gold)
        # The gold die's cell comes first, so it is preferred to another cell of its colour.
        cells = sorted(state.roller_cells(rolled), key=lambda cell: cell != gold)
        match self.own:
            case Use.GOLD:
                return PLACES[gold] if gold in cells else None
            case Use.COLOURS:
                best = self._best(cells, state, player)
                return None if best is None else PLACES[best]
            case _:
                return None

    def _gold_cell(self, state: ButtonsState, rolled: Rolled, player: int) -> Action | None:
        gold = (rolled.white, rolled.gold)
        match self.others:
            case Use.GOLD:
                return PLACES[gold]
            case Use.NEVER:
                return DECLINE
            case Use.COLOURS:
                return DECLINE if self._best([gold], state, player) is None else PLACES[gold]
            case Use.ASK:
                return None

    def _best(self, cells: Sequence[Cell], state: ButtonsState, player: int) -> Cell | None:
        layout = LAYOUTS[state.layouts[player]]
        wanted = [cell for cell in cells if layout[cell] in self.colours]
        return min(wanted, key=lambda cell: self.colours.index(layout[cell]), default=None)

"""A layout: its pieces, the cells to choose from, and its player's progress."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from django.utils.translation import gettext as _

from games.engine.buttons.analysis import longest_line, longest_lines, stars_in_line
from games.engine.buttons.board import Cell
from games.engine.buttons.events import Placed, StarsPlaced
from games.engine.buttons.layouts import LAYOUTS
from games.engine.buttons.scoring import score
from games.engine.buttons.state import ButtonsState, Phase, Standing
from games.pov import Pov
from games.presenters.buttons import geometry
from games.presenters.buttons.geometry import MIDDLES
from games.presenters.buttons.position import Scene, state_of
from games.presenters.buttons.words import (
    Card,
    cards,
    colour_name,
    goal_words,
    layout_words,
    won_by,
)
from games.presenters.names import name_of, name_or_you


@dataclass(frozen=True, slots=True)
class Spot:
    """A mark or piece on a cell. id: unchanged while it lies there.  colour: that of the cell."""

    id: str
    x: int
    y: int
    colour: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell the viewer may choose.

    label: for screen readers.  count: buttons on its colour, including one placed here.
    key: its key on the keyboard, or "".  picked: whether it is chosen already.
    """

    id: str
    row: int
    column: int
    colour: str
    colour_name: str
    label: str
    count: int
    key: str = ""
    picked: bool = False

    @property
    def value(self) -> str:
        """The value of its form field: row and column."""
        return f"{self.row},{self.column}"


@dataclass(frozen=True, slots=True)
class BarredCell:
    """A cell that the viewer's roll names but the rules forbid. label: its place, and why."""

    row: int
    column: int
    label: str


@dataclass(frozen=True, slots=True)
class Board:
    """One player's layout.

    whole, cells_only: parts of the drawing, as `viewBox`.

    layout: its name, "" before the deal.  line: stars in the longest unbroken line.
    dice: how many the player took out of play.  fresh_buttons, fresh_stars: placed in this scene;
    buttons, stars: placed before.  counted: buttons of colours that earn stars.
    open: cells that the player may choose now; none on the layout of a viewer who is to choose.
    picking: whether stars are being placed.
    offered: the cell of somebody else's roll, which the viewer may use.
    lit: the upper edge of the light on the row of the roll, or None.
    band: a path through the stars that have won, or make the longest line while stars are placed.
    goal: stars and longest line, each with the number that wins.  won: whether they won the game.
    """

    whole: ClassVar[str] = geometry.WHOLE
    cells_only: ClassVar[str] = geometry.CELLS_ONLY

    player: int
    name: str
    you: bool
    layout: str
    cards: tuple[Card, ...]
    standing: Standing
    deciding: bool
    dice: int
    line: int
    buttons: tuple[Spot, ...]
    stars: tuple[Spot, ...]
    fresh_buttons: tuple[Spot, ...]
    fresh_stars: tuple[Spot, ...]
    lost: tuple[Spot, ...]
    open: tuple[Spot, ...]
    counted: tuple[Spot, ...]
    offered: tuple[Spot, ...]
    choices: tuple[Choice, ...]
    barred: tuple[BarredCell, ...]
    picking: bool
    lit: int | None
    band: str
    goal: str
    won: bool
    words: str

    @property
    def drawn(self) -> Self:
        """This board without fields that its drawing doesn't show, so that all viewers share it."""
        return replace(
            self,
            name="",
            you=False,
            cards=(),
            standing=Standing.IN,
            deciding=False,
            dice=0,
            line=0,
            goal="",
        )


def boards(pov: Pov, now: Scene) -> list[Board]:
    """Return every player's layout; the layout of the player on the near side comes first."""
    found = [_board(pov, now, seat.player) for seat in pov.seats]
    return sorted(found, key=lambda board: board.player != pov.near)


def _board(pov: Pov, now: Scene, player: int) -> Board:
    state = state_of(pov)
    you = player == pov.player
    chooses = you and pov.my_turn
    choices = _choices(state, player) if chooses else ()
    buttons, stars, fresh = state.buttons[player], state.stars[player], _fresh_cells(now, player)
    lines = won_by(pov, player)
    won = lines or _stars_that_won(pov, player)
    layout = state.layouts[player] if state.layouts else ""

    def spots(prefix: str, cells: Iterable[Cell]) -> tuple[Spot, ...]:
        return tuple(
            Spot(f"{prefix}-{cell[0]}{cell[1]}", *MIDDLES[cell], LAYOUTS[layout][cell].value)
            for cell in sorted(cells)
        )

    return Board(
        player=player,
        name=name_or_you(pov, player),
        you=you,
        layout=layout,
        cards=cards(state, player),
        standing=state.standing[player],
        deciding=pov.live and player in pov.active,
        dice=state.taken[player],
        line=longest_line(stars),
        buttons=spots(f"b{player}", buttons - fresh),
        stars=spots(f"s{player}", stars - fresh),
        fresh_buttons=spots(f"b{player}", buttons & fresh),
        fresh_stars=spots(f"s{player}", stars & fresh),
        lost=spots("l", now.lost) if now.rolled and now.rolled.player == player else (),
        open=() if chooses else spots("o", _open_cells(state, player)),
        counted=spots("c", _counted_cells(state, player)),
        offered=spots("o", _open_cells(state, player)) if chooses and not choices else (),
        choices=choices,
        barred=_barred(state, player) if choices else (),
        picking=state.phase is Phase.STARS,
        lit=geometry.ALONG[state.rolled.white - 1] - geometry.LIT
        if state.phase is Phase.PLACE and state.rolled
        else None,
        band=geometry.path_through(won or _band(state, player, choices)),
        goal=goal_words(stars) if layout else "",
        won=bool(won),
        words=layout_words(state, player, name_of(pov.seats, player), lines),
    )


def _stars_that_won(pov: Pov, player: int) -> tuple[tuple[Cell, ...], ...]:
    """Return each star as a line of its own, if the player has won by the number of stars."""
    outcome = pov.outcome
    if outcome is None or outcome.termination != "stars" or player not in outcome.winners:
        return ()
    return tuple((cell,) for cell in sorted(state_of(pov).stars[player]))


def _band(
    state: ButtonsState, player: int, choices: Sequence[Choice]
) -> tuple[tuple[Cell, ...], ...]:
    """Return the longest lines of the player's stars, including stars about to be placed."""
    if state.phase is not Phase.STARS or not choices:
        return ()
    placed = {(choice.row, choice.column) for choice in choices if choice.picked}
    return longest_lines(state.stars[player] | placed)


def _fresh_cells(now: Scene, player: int) -> set[Cell]:
    """Return the cells on which the player has put a piece in this scene."""
    cells: set[Cell] = set()
    for event in now.events:
        match event:
            case Placed(cell=cell) if event.player == player:
                cells.add(cell)
            case StarsPlaced(cells=starred) if event.player == player:
                cells.update(starred)
    return cells


def _open_cells(state: ButtonsState, player: int) -> tuple[Cell, ...]:
    """Return the cells on which the player may place a button now (BT-7, BT-8)."""
    rolled = state.rolled
    if state.phase is not Phase.PLACE or rolled is None or player not in state.pending:
        return ()
    if player == rolled.player:
        return state.roller_cells(rolled)
    return ((rolled.white, rolled.gold),)


def _counted_cells(state: ButtonsState, player: int) -> list[Cell]:
    """Return the player's buttons that earn stars by their colour, while stars are placed."""
    if state.phase is not Phase.STARS or state.standing[player] is not Standing.OPTED_OUT:
        return []
    colours = score(state, player).colours
    layout = LAYOUTS[state.layouts[player]]
    return [cell for cell in state.buttons[player] if layout[cell] in colours]


def _choices(state: ButtonsState, player: int) -> tuple[Choice, ...]:
    """Return the cells to choose from: for a button after the player's own roll, or for stars.

    The one cell that another player's roll offers is not among them: see `Board.offered`.
    """
    if state.phase is Phase.STARS:
        preset = stars_in_line(state, player)
        return tuple(
            _choice(state, player, cell, picked=cell in preset)
            for cell in sorted(state.buttons[player])
        )
    if state.rolled is None or state.rolled.player != player:
        return ()
    cells = _open_cells(state, player)
    return tuple(
        _choice(state, player, cell, key=str(cell[1]), picked=len(cells) == 1) for cell in cells
    )


def _barred(state: ButtonsState, player: int) -> tuple[BarredCell, ...]:
    """Return the cells that the player's own roll names and on which no button may lie (BT-9)."""
    rolled = state.rolled
    if state.phase is not Phase.PLACE or rolled is None or rolled.player != player:
        return ()
    named = {(rolled.white, column) for column in rolled.columns}
    return tuple(
        BarredCell(*cell, label=_why_barred(state, player, cell))
        for cell in sorted(named.difference(state.roller_cells(rolled)))
    )


def _why_barred(state: ButtonsState, player: int, cell: Cell) -> str:
    if cell in state.stars[player]:
        text = _("Row %(row)d, column %(column)d is closed: your star is there.")
    elif cell in state.buttons[player]:
        text = _("Row %(row)d, column %(column)d is closed: your button is there.")
    else:
        text = _("Row %(row)d, column %(column)d is closed: it's next to your button.")
    return text % {"row": cell[0], "column": cell[1]}


def _choice(state: ButtonsState, player: int, cell: Cell, *, picked: bool, key: str = "") -> Choice:
    colour = LAYOUTS[state.layouts[player]][cell]
    label = _("Row %(row)d, column %(column)d: %(colour)s")
    words = {"row": cell[0], "column": cell[1], "colour": colour_name(colour)}
    if key and state.rolled and cell[1] == state.rolled.gold:
        label = _("Row %(row)d, column %(column)d: %(colour)s, gold: open to everyone")
    return Choice(
        f"c{cell[0]}{cell[1]}",
        *cell,
        colour.value,
        colour_name(colour),
        label % words,
        count=state.colours(player)[colour] + 1,
        key=key,
        picked=picked,
    )

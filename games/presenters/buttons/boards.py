"""What a layout shows: its pieces, the cells that may be chosen, and how far its player is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games.engine.buttons.actions import PLACES
from games.engine.buttons.analysis import longest_line
from games.engine.buttons.board import Cell
from games.engine.buttons.events import Placed, StarsPlaced
from games.engine.buttons.layouts import LAYOUTS
from games.engine.buttons.scoring import score
from games.engine.buttons.state import ButtonsState, Phase, Standing
from games.pov import Pov
from games.presenters.buttons import geometry
from games.presenters.buttons.position import Scene, scene, state_of
from games.presenters.buttons.words import (
    Card,
    cards,
    colour_name,
    goal_words,
    layout_words,
    won_by,
)
from games.presenters.names import name_of


@dataclass(frozen=True, slots=True)
class Spot:
    """A mark or piece on a cell. id: the same while it lies there."""

    id: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Line:
    """A stroke through stars, from the edge of the first to that of the last."""

    x: int
    y: int
    to_x: int
    to_y: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell the viewer may choose.

    value: what choosing it sends.  label: for those who hear it.  key: what chooses it, or "".
    picked: whether it is chosen already.
    """

    id: str
    row: int
    column: int
    value: str
    label: str
    key: str = ""
    picked: bool = False


@dataclass(frozen=True, slots=True)
class Barred:
    """A cell that the viewer's roll names and the rules close. label: where it is, and why."""

    row: int
    column: int
    label: str


@dataclass(frozen=True, slots=True)
class Board:
    """One player's layout.

    whole, cells_only: what a drawing shows of it, as `viewBox`.

    layout: its name, "" before the deal.  line: stars in the longest unbroken line.
    dice: how many the player took out of play.  fresh_buttons, fresh_stars: put there in this
    scene; buttons, stars: before.  counted: buttons of colours that earn stars.
    open: cells somebody may choose just now.  picking: whether choices are picked, then sent.
    goal: how far its player is from winning.
    won: the lines that have won the game.
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
    choices: tuple[Choice, ...]
    barred: tuple[Barred, ...]
    picking: bool
    goal: str
    won: tuple[Line, ...]
    words: str


def boards(pov: Pov) -> list[Board]:
    """Return every player's layout, first the one whose side is shown."""
    now = scene(pov)
    found = [_board(pov, now, seat.player) for seat in pov.seats]
    return sorted(found, key=lambda board: board.player != pov.near)


def _board(pov: Pov, now: Scene, player: int) -> Board:
    state = state_of(pov)
    you = player == pov.player
    choices = _choices(pov, state, player) if you and pov.my_turn else ()
    buttons, stars, fresh = state.buttons[player], state.stars[player], _fresh(now, player)
    return Board(
        player=player,
        name=_("You") if you and not pov.hosts else name_of(pov.seats, player),
        you=you,
        layout=state.layouts[player] if state.layouts else "",
        cards=cards(state, player),
        standing=state.standing[player],
        deciding=pov.live and player in pov.active,
        dice=state.taken[player],
        line=longest_line(state.stars[player]),
        buttons=_spots(f"b{player}", buttons - fresh),
        stars=_spots(f"s{player}", stars - fresh),
        fresh_buttons=_spots(f"b{player}", buttons & fresh),
        fresh_stars=_spots(f"s{player}", stars & fresh),
        lost=_spots("l", now.lost) if now.rolled and now.rolled.player == player else (),
        open=() if choices else _spots("o", _open_cells(state, player)),
        counted=_spots("c", _counted(state, player)),
        choices=choices,
        barred=_barred(state, player) if choices else (),
        picking=state.phase is Phase.STARS,
        goal=goal_words(state.stars[player]) if state.layouts else "",
        won=tuple(map(_line, won_by(pov, player))),
        words=layout_words(state, player, name_of(pov.seats, player), won_by(pov, player)),
    )


def _line(cells: Sequence[Cell]) -> Line:
    first, last = cells[0], cells[-1]
    along = geometry.REACH if first[0] == last[0] else 0
    down = geometry.REACH - along
    return Line(
        x=geometry.x_of(first) - along,
        y=geometry.y_of(first) - down,
        to_x=geometry.x_of(last) + along,
        to_y=geometry.y_of(last) + down,
    )


def _spots(prefix: str, cells: Iterable[Cell]) -> tuple[Spot, ...]:
    return tuple(
        Spot(f"{prefix}-{cell[0]}{cell[1]}", geometry.x_of(cell), geometry.y_of(cell))
        for cell in sorted(cells)
    )


def _fresh(now: Scene, player: int) -> set[Cell]:
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


def _counted(state: ButtonsState, player: int) -> list[Cell]:
    """Return the player's buttons that earn stars by their colour, while stars are placed."""
    if state.phase is not Phase.STARS or state.standing[player] is not Standing.OPTED_OUT:
        return []
    colours = score(state, player).colours
    layout = LAYOUTS[state.layouts[player]]
    return [cell for cell in state.buttons[player] if layout[cell] in colours]


def _choices(pov: Pov, state: ButtonsState, player: int) -> tuple[Choice, ...]:
    if state.phase is Phase.STARS:
        return _star_choices(state, player)
    roller = state.rolled is not None and state.rolled.player == player
    return tuple(
        _choice(state, player, cell, str(PLACES[cell]), key=str(cell[1]) if roller else "")
        for cell in _open_cells(state, player)
    )


def _barred(state: ButtonsState, player: int) -> tuple[Barred, ...]:
    """Return the cells that the player's own roll names and on which no button may lie (BT-9)."""
    rolled = state.rolled
    if state.phase is not Phase.PLACE or rolled is None or rolled.player != player:
        return ()
    named = {(rolled.white, column) for column in rolled.columns}
    return tuple(
        Barred(*cell, label=_why_barred(state, player, cell))
        for cell in sorted(named.difference(state.roller_cells(rolled)))
    )


def _why_barred(state: ButtonsState, player: int, cell: Cell) -> str:
    if cell in state.stars[player]:
        text = _("Row %(row)d, column %(column)d is closed: a star of yours lies there.")
    elif cell in state.buttons[player]:
        text = _("Row %(row)d, column %(column)d is closed: a button of yours lies there.")
    else:
        text = _("Row %(row)d, column %(column)d is closed: next to it lies a button of yours.")
    return text % {"row": cell[0], "column": cell[1]}


def _star_choices(state: ButtonsState, player: int) -> tuple[Choice, ...]:
    own = state.buttons[player]
    only_way = len(own) == score(state, player).stars
    return tuple(
        _choice(state, player, cell, f"{cell[0]},{cell[1]}", picked=only_way)
        for cell in sorted(own)
    )


def _choice(  # noqa: PLR0913 - what a choice is made of
    state: ButtonsState,
    player: int,
    cell: Cell,
    value: str,
    *,
    key: str = "",
    picked: bool = False,
) -> Choice:
    colour = LAYOUTS[state.layouts[player]][cell]
    label = _("Row %(row)d, column %(column)d: %(colour)s")
    words = {"row": cell[0], "column": cell[1], "colour": colour_name(colour)}
    if key and state.rolled and cell[1] == state.rolled.gold:
        label = _("Row %(row)d, column %(column)d: %(colour)s, gold: open to the others, too")
    return Choice(f"c{cell[0]}{cell[1]}", *cell, value, label % words, key, picked)

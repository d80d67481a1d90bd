"""What people do at a table of Buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from games.engine.buttons.board import CELLS, Cell, neighbours
from games.engine.buttons.layouts import LAYOUTS
from tests.browser.server import Server
from tests.browser.steps import (
    Hand,
    Look,
    act,
    click,
    code_at,
    look,
    record,
    wait_for_version,
)
from tests.browser.tables import Table

KIND = "buttons"
ENOUGH_BUTTONS = 5
"""With so many buttons the players of these tests opt out."""

OFFER = """() => {
  const LAID = "#t-pieces .layout:first-child [data-p^=b]";
  const usable = (id) => Boolean(document.querySelector(`button#${id}:not(:disabled)`));
  const ids = (chosen) => [...document.querySelectorAll(chosen)].map((element) => element.id);
  const stars = Number(document.getElementById("a-stars")?.dataset.pick ?? 0);
  return {
    roll: usable("a-roll"),
    opt_out: usable("a-out"),
    place: usable("a-place:not([data-pick])"),
    decline: usable("a-decline"),
    cells: ids("#t-pieces input.cell[type=radio]"),
    stars,
    picks: ids("#t-pieces input.cell[type=checkbox]").slice(0, stars),
    buttons: document.querySelectorAll(LAID).length,
  };
}"""
TOKEN = "document.querySelector('#play [name=token]')?.value"
PRESS_IN_A_MOMENT = "id => setTimeout(() => document.getElementById(id).click())"


@dataclass(frozen=True)
class Offer:
    """What a player may do.

    stars: how many to place.  picks: as many cells for them.  buttons: how many lie.
    """

    roll: bool
    opt_out: bool
    place: bool
    decline: bool
    cells: list[str]
    stars: int
    picks: list[str]
    buttons: int

    @property
    def anything(self) -> bool:
        return bool(self.roll or self.place or self.decline or self.cells or self.stars)


def offer(page: Page) -> Offer:
    return Offer(**page.evaluate(OFFER))


def id_of(cell: Cell) -> str:
    """Return the id of the cell's element: "c43"."""
    return f"c{cell[0]}{cell[1]}"


# --- Tables --------------------------------------------------------------------


def sit_down(server: Server, *pages: Page) -> Table:
    """Seat these people at a table of their own, and look at it."""
    table = Table(server, *pages, kind=KIND)
    table.show()
    return table


def together(*pages: Page) -> int:
    """Wait until all pages show what the newest of them shows; return that version."""
    newest = max(look(page).version for page in pages)
    for page in pages:
        wait_for_version(page, newest)
    return newest


def events(page: Page) -> list[tuple[str, int | None]]:
    """Return the types of the events of the table so far, each with its player."""
    return [(event["type"], event.get("player")) for event in _record_here(page)["events"]]


def _record_here(page: Page) -> Any:
    return record(page, code_at(page))


# --- Single decisions ----------------------------------------------------------


def press_at_once(*presses: tuple[Page, str]) -> None:
    """Press a control on each page without waiting in between."""
    for page, control in presses:
        page.evaluate(PRESS_IN_A_MOMENT, control)


def dice_for(cell: Cell) -> str:
    """Return dice that all name this cell."""
    row, column = cell
    return f"{row}" + f"{column}" * 5


def roll(server: Server, roller: Page, cell: Cell) -> None:
    """Have the player roll so that every die names this cell."""
    server.load(dice_for(cell), game=code_at(roller))
    act(roller, "a-roll")


def turn(table: Table, roller: Page, cell: Cell) -> None:
    """Have the player place a button on this cell, without a page; the others do without it."""
    table.act(roller, "roll", dice_for(cell))
    table.act(roller, f"place:{cell[0]},{cell[1]}")
    while pending := table.state.pending:
        table.act(table.people[min(pending)], "decline")


def place(page: Page, cell: str) -> int:
    """Choose a cell and place a button there; return the version that the page shows then."""
    page.locator(f"#{cell}").check()
    return act(page, "a-place")


def pick(page: Page, *cells: str) -> None:
    """Have the stars on these cells, and on no other."""
    checked = page.locator("#t-pieces input.cell:checked").evaluate_all(
        "(boxes) => boxes.filter((box) => box.type === 'checkbox').map((box) => box.id)"
    )
    for cell in set(checked).difference(cells):
        page.locator(f"#{cell}").uncheck()
    for cell in cells:
        page.locator(f"#{cell}").check()


def three_of_a_colour(table: Table, page: Page) -> list[Cell]:
    """Return cells of the player's layout that can take a button each: three of one colour first.

    There is a fourth, of another colour.
    """
    layout = LAYOUTS[table.state.layouts[table.number_of(page)]]
    for colour in set(layout.values()):
        alike = _apart([cell for cell in CELLS if layout[cell] is colour])[:3]
        others = [cell for cell in CELLS if layout[cell] is not colour]
        found = _apart([*alike, *others])[:4]
        if len(alike) == 3 and len(found) == 4:
            return found
    raise AssertionError("no layout is like this")


def _apart(cells: Sequence[Cell]) -> list[Cell]:
    """Return those of the cells that are no neighbours of one before."""
    found: list[Cell] = []
    for cell in cells:
        if not set(neighbours(cell)) & set(found):
            found.append(cell)
    return found


# --- Whole games ---------------------------------------------------------------


class ButtonsHand(Hand):
    """A player's hand: uses every roll, opts out with a few buttons, places stars."""

    def __init__(
        self, page: Page, use: Callable[[Page, str], None] = click, enough: int = ENOUGH_BUTTONS
    ) -> None:
        super().__init__(page, use)
        self.enough = enough

    def move(self) -> Look:
        token = self.page.evaluate(TOKEN)
        self._act(offer(self.page))
        # Not the version: others decide at the same time.
        self.page.wait_for_function(f"token => {TOKEN} !== token", arg=token)
        return look(self.page)

    def _act(self, offered: Offer) -> None:
        if offered.stars:
            self.use(self.page, "a-stars")  # they are preset
        elif offered.cells:
            cell = offered.cells[-1]
            if not self.page.locator(f"#{cell}").is_checked():
                self.use(self.page, cell)
            self.use(self.page, "a-place")
        elif offered.place:
            self.use(self.page, "a-place")
        elif offered.opt_out and offered.buttons >= self.enough:
            self.use(self.page, "a-out")
        else:
            self.use(self.page, "a-roll")


# --- By keyboard ---------------------------------------------------------------

LETTERS = {"a-roll": "r", "a-out": "o", "a-place": "p", "a-decline": "d", "a-stars": "p"}
FOCUSED = "document.activeElement.id"
CELL_HAS_FOCUS = "document.activeElement.matches('#t-pieces .cell')"
MOST_TABS = 60
MOST_ARROWS = 15


class Keys:
    """Uses controls by keyboard alone: letters and Enter in turn, cells by arrows."""

    def __init__(self) -> None:
        self._enter = False

    def __call__(self, page: Page, control: str) -> None:
        page.bring_to_front()  # in Firefox only the page in front has the focus
        if control not in LETTERS:
            walk_to(page, control)
            page.keyboard.press("Space")
        elif self._enter:
            tab_to(page, f"{FOCUSED} === '{control}'")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(LETTERS[control])
        self._enter = not self._enter


def tab_to(page: Page, there: str) -> None:
    """Press Tab until this is so."""
    for _ in range(MOST_TABS):
        if page.evaluate(there):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {there}")


def walk_to(page: Page, cell: str) -> None:
    """Go to a cell by Tab and, between cells, by arrows."""
    tab_to(page, CELL_HAS_FOCUS)
    for _ in range(MOST_ARROWS):
        here = page.evaluate(FOCUSED)
        if here == cell:
            return
        for arrow in _arrows(here, cell):
            page.keyboard.press(arrow)
            if page.evaluate(FOCUSED) != here:
                break
    tab_to(page, f"{FOCUSED} === '{cell}'")


def _arrows(here: str, there: str) -> list[str]:
    """Return the arrows that lead from cell to cell, the longer way first."""
    down, right = (int(there[i]) - int(here[i]) for i in (1, 2))
    ways = [(abs(down), "ArrowDown" if down > 0 else "ArrowUp")]
    ways.append((abs(right), "ArrowRight" if right > 0 else "ArrowLeft"))
    return [arrow for length, arrow in sorted(ways, reverse=True) if length]

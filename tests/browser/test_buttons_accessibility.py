"""axe finds nothing to complain about on any page of Buttons, in light and dark."""

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import (
    KIND,
    act,
    in_order,
    offer,
    pick,
    roll,
    three_of_a_colour,
    together,
    turn,
    watch,
)
from tests.browser.steps import create_table, join, look, resign, wait_for_version
from tests.browser.test_accessibility import CALM, Examiner
from tests.browser.visitors import Visitors


def test_no_page_of_buttons_hinders_anybody(loaded_visitors: Visitors) -> None:
    ada, bob, eve = (loaded_visitors.open(None, **CALM) for _ in range(3))
    axe = Examiner()
    axe.visit(eve, "/", "/rules/buttons/", "/rules/buttons/strategy/", "/games/new/?kind=buttons")
    eve.get_by_label("Chosen by me").check()
    for box in eve.locator(".chosen-layouts input").all()[:2]:
        box.check()
    axe.examine(eve, "chosen layouts")

    code = create_table(ada, KIND)
    axe.examine(ada, "a table that waits")
    join(bob, code)
    watch(eve, code)
    _examine_a_round(axe, loaded_visitors, eve, ada, bob)
    resign(ada)
    expect(bob.locator("#t-controls .end")).to_be_visible()
    for page in (ada, bob, eve):
        axe.examine(page, "a finished game")
    steps = look(bob).version
    for seq in (0, 2, 5, steps - 1, steps):
        axe.visit(eve, f"/games/{code}/replay/{seq}/")
    axe.visit(eve, "/watch/", "/replays/")
    assert not axe.found, "\n".join(axe.found)


def _examine_a_round(axe: Examiner, visitors: Visitors, eve: Page, *pages: Page) -> None:
    """Look at all pages in every phase of a round: whose turn it is, who decides, who waits."""
    server = visitors.server
    for page in pages:
        wait_for_version(page, 1)
    first, second = in_order(*pages)

    def examine(what: str) -> None:
        together(first, second, eve)
        for page, who in ((first, "first"), (second, "second"), (eve, "spectator")):
            axe.examine(page, f"{what}: {who}")

    cells = three_of_a_colour(first)
    examine("the first roll")
    roll(server, first, cells[0])
    examine("choosing and using")
    act(second, "a-place")
    together(first, second)
    act(first, f"c{cells[0][0]}{cells[0][1]}")
    together(first, second)
    turn(server, second, _far_from(cells[0]), first)
    examine("rolling or opting out")
    turn(server, first, cells[1], second)
    roll(server, second, _far_from(cells[0]))
    examine("a bust")
    for page in (first, second):
        if offer(page).decline:
            act(page, "a-decline")
            together(first, second)
    for cell in cells[2:]:
        turn(server, first, cell)
    act(first, "a-out")
    examine("placing stars")
    pick(first, *offer(first).suggested)
    examine("stars picked")
    act(first, "a-stars")
    examine("a new round")


def _far_from(cell: tuple[int, int]) -> tuple[int, int]:
    """Return a corner that is no neighbour of the cell."""
    return (6, 6) if max(cell) < 4 else (1, 1)

"""axe finds nothing to complain about on any page of Buttons, in light and dark."""

from playwright.sync_api import Page

from tests.browser.buttons_steps import KIND, dice_for, offer, pick, three_of_a_colour, turn
from tests.browser.steps import act, create_table
from tests.browser.tables import Table
from tests.browser.test_accessibility import Examiner
from tests.browser.visitors import Visitors


def test_no_page_of_buttons_hinders_anybody(visitors: Visitors) -> None:
    ada, eve = visitors.open(None), visitors.open(None)
    axe = Examiner()
    axe.visit(eve, "/", "/rules/buttons/", "/rules/buttons/strategy/", "/games/new/?kind=buttons")
    eve.get_by_label("Chosen by me").check()
    for box in eve.locator(".chosen-layouts input").all()[:2]:
        box.check()
    axe.examine(eve, "chosen layouts")

    create_table(ada, KIND)
    axe.examine(ada, "a table that waits")
    code, steps = _examine_a_round(axe, visitors, eve)
    for seq in (0, 5, steps):
        axe.visit(eve, f"/games/{code}/replay/{seq}/")
    axe.visit(eve, "/watch/", "/replays/")
    assert not axe.found, "\n".join(axe.found)


def _examine_a_round(axe: Examiner, visitors: Visitors, eve: Page) -> tuple[str, int]:
    """Look at every phase of a round: whose turn it is, who decides, who waits, who watches.

    Return the code of the game, which is over, and how many events it has.
    """
    table = Table(visitors.server, visitors.open(None), visitors.open(None), kind=KIND)
    first, second = table.in_order
    table.show(first, second, eve)

    def examine(what: str, *pages: Page) -> None:
        table.wait_for(first, second, eve)
        for page in pages:
            axe.examine(page, what, in_the_dark=page is first)

    cells = three_of_a_colour(table, first)
    free = _far_from(cells[0])
    examine("the first roll", first, eve)
    table.act(first, "roll", dice_for(cells[0]))
    examine("choosing and using", first, second, eve)
    table.act(second, f"place:{cells[0][0]},{cells[0][1]}")
    table.act(first, f"place:{cells[0][0]},{cells[0][1]}")
    turn(table, second, free)
    examine("rolling or opting out", first, second)
    turn(table, first, cells[1])
    table.act(second, "roll", dice_for(free))
    examine("a bust", first, second, eve)
    while pending := table.state.pending:
        table.act(table.people[min(pending)], "decline")
    for cell in cells[2:]:
        turn(table, first, cell)
    table.act(first, "opt-out")
    examine("placing stars", first, second)
    pick(first, *offer(first).suggested)
    axe.examine(first, "stars picked")
    act(first, "a-stars")
    table.learn()
    examine("a new round", first, eve)
    table.act(second, "resign")
    examine("a finished game", first, second, eve)
    return table.code, table.state.seq


def _far_from(cell: tuple[int, int]) -> tuple[int, int]:
    """Return a corner that is no neighbour of the cell."""
    return (6, 6) if max(cell) < 4 else (1, 1)

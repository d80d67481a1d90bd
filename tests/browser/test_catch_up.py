"""Who comes back to a running game sees what happened meanwhile, and may act at once."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.buttons_steps import KIND, offer, place
from tests.browser.steps import Hand, wait_live
from tests.browser.tables import Table
from tests.browser.visitors import Visitors

LOOKED = "(looks) => localStorage.setItem('looks', JSON.stringify(looks))"
SLOWLY = """
{
  const now = performance.now.bind(performance);
  let skipped = 0; // ms
  performance.now = () => now() / 10 + skipped;
  window.hurry = () => { skipped = 60_000; };
}
"""
"""What is played lasts ten times as long, until a test has seen it: no machine is too slow."""

PHONE: ViewportSize = {"width": 390, "height": 844}
KNOWN = "JSON.parse(localStorage.getItem('looks'))"


def come_back(page: Page, code: str, looked: int) -> None:
    """Open the table as if one had last looked when so many events were in its log."""
    page.route("**/blank/", lambda route: route.fulfill(body="<!doctype html>"))
    page.goto("/blank/")
    page.evaluate(LOOKED, {code: looked})
    page.goto(f"/games/{code}/")


def moving(visitors: Visitors) -> Page:
    """Return a page of somebody who did not ask for calm."""
    return visitors.open(None, reduced_motion="no-preference")


def played(visitors: Visitors, page: Page, until: int = 14) -> Table:
    """Return a game against somebody else with so many events, or a few more: it is one's turn."""
    table = Table(visitors.server, page, visitors.open(None))
    table.play(until)
    while table.in_order[0] is not page:
        table.play(table.state.seq + 1)
    return table


def test_what_happened_is_played_until_one_skips_it_acts_or_is_in_the_present(
    visitors: Visitors,
) -> None:
    page = moving(visitors)
    table = played(visitors, page)
    code, version = table.code, table.state.seq
    table.show(page)
    page.wait_for_function(f"() => {KNOWN}['{code}'] === {version}")
    page.add_init_script(SLOWLY)

    come_back(page, code, 2)
    expect(page.locator("#catch-up-count")).to_have_text(
        f"Steps since you last looked: {version - 2}"
    )
    expect(page.locator("#c-pieces")).to_be_visible()
    expect(page.locator("#t-pieces")).to_be_hidden()
    page.evaluate("hurry()")
    require_present(page)
    page.reload()
    assert page.evaluate(KNOWN)[code] == version
    expect(page.locator("#catch-up")).to_be_hidden()

    come_back(page, code, 2)
    page.get_by_role("button", name="Skip").click()
    require_present(page)

    page.set_viewport_size(PHONE)
    come_back(page, code, 2)
    require_uncovered_board(page)
    wait_live(page)
    assert Hand(page).move().version > version
    require_present(page)


def require_present(page: Page) -> None:
    expect(page.locator("#catch-up")).to_be_hidden()
    expect(page.locator("#t-pieces")).to_be_visible()
    expect(page.locator("#c-pieces")).to_have_count(0)


def require_uncovered_board(page: Page) -> None:
    """Require that on a phone the past is told above the board, not over it."""
    expect(page.locator("#catch-up")).to_be_visible()
    expect(page.locator("#catch-up-say")).not_to_be_empty()
    strip, board = (page.locator(f).bounding_box() for f in ("#catch-up", ".stack"))
    assert strip
    assert board
    page.locator("#catch-up-skip").click(trial=True)  # neither the head nor the seats cover it
    assert strip["y"] >= 0
    assert strip["y"] + strip["height"] <= board["y"] + 1


def test_a_few_steps_and_a_first_look_are_not_played_and_who_wants_calm_gets_a_list(
    visitors: Visitors,
) -> None:
    page = visitors.open(None)
    table = played(visitors, page)
    code = table.code
    come_back(page, code, 2)
    expect(page.locator("#catch-up-list li")).to_have_count(8)
    expect(page.locator("#t-pieces")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#catch-up")).to_be_hidden()

    page.emulate_media(reduced_motion="no-preference")
    come_back(page, code, table.state.seq - 3)
    page.wait_for_load_state("networkidle")
    expect(page.locator("#catch-up")).to_be_hidden()
    stranger = moving(visitors)
    stranger.goto(f"/games/{code}/")
    stranger.wait_for_load_state("networkidle")
    expect(stranger.locator("#catch-up")).to_be_hidden()
    assert list(stranger.evaluate(KNOWN)) == [code]


def test_a_board_with_cells_to_choose_is_never_covered(visitors: Visitors) -> None:
    table = Table(visitors.server, moving(visitors), moving(visitors), kind=KIND)
    while table.state.seq < 9 or table.state.turn_player not in table.state.pending:
        table.play(table.state.seq + 1)
    chooser = table.in_order[0]
    come_back(chooser, table.code, 1)
    wait_live(chooser)
    expect(chooser.locator(".moves #catch-up-list li").first).to_be_visible()
    place(chooser, offer(chooser).cells[0])

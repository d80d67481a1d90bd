"""Who comes back to a running game sees what happened meanwhile, and may act at once."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import KIND, offer
from tests.browser.steps import Hand, act, wait_live
from tests.browser.tables import Table
from tests.browser.visitors import Visitors

LOOKED = "(looks) => localStorage.setItem('looks', JSON.stringify(looks))"
SLOWLY = "{ const now = performance.now.bind(performance); performance.now = () => now() / 10; }"
"""What is played lasts ten times as long: a slow machine is not too late to look at it."""
KNOWN = "JSON.parse(localStorage.getItem('looks'))"


def come_back(page: Page, code: str, looked: int) -> None:
    """Open the table as if one had last looked when so many events were in its log."""
    page.goto("/rules/")
    page.evaluate(LOOKED, {code: looked})
    page.goto(f"/games/{code}/")


def moving(visitors: Visitors, **options: Any) -> Page:
    """Return a page of somebody who did not ask for calm."""
    return visitors.open(None, reduced_motion="no-preference", **options)


def played(visitors: Visitors, page: Page, until: int = 14) -> Table:
    """Return a game against somebody else with so many events, or a few more: it is one's turn."""
    table = Table(visitors.server, page, visitors.open(None))
    table.play(until)
    while table.in_order[0] is not page:
        table.play(table.state.seq + 1)
    return table


def test_what_happened_is_played_and_then_the_present_is_shown(visitors: Visitors) -> None:
    page = moving(visitors)
    table = played(visitors, page)
    code, version = table.code, table.state.seq
    table.show(page)
    page.wait_for_function(f"() => {KNOWN}['{code}'] === {version}")
    come_back(page, code, 2)
    expect(page.locator("#catch-up-count")).to_have_text(
        f"Steps since you last looked: {version - 2}"
    )
    expect(page.locator("#c-pieces")).to_be_visible()
    expect(page.locator("#t-pieces")).to_be_hidden()
    expect(page.locator("#catch-up")).to_be_hidden()
    expect(page.locator("#t-pieces")).to_be_visible()
    expect(page.locator("#c-pieces")).to_have_count(0)
    page.reload()
    assert page.evaluate(KNOWN)[code] == version
    expect(page.locator("#catch-up")).to_be_hidden()


def test_it_can_be_skipped(visitors: Visitors) -> None:
    page = moving(visitors)
    table = played(visitors, page)
    page.add_init_script(SLOWLY)
    come_back(page, table.code, 2)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#catch-up")).to_be_hidden()
    expect(page.locator("#t-pieces")).to_be_visible()


def test_who_acts_is_in_the_present(visitors: Visitors) -> None:
    page = moving(visitors)
    table = played(visitors, page)
    page.add_init_script(SLOWLY)
    come_back(page, table.code, 2)
    expect(page.locator("#catch-up")).to_be_visible()
    wait_live(page)
    assert Hand(page).move().version > table.state.seq
    expect(page.locator("#catch-up")).to_be_hidden()
    expect(page.locator("#t-pieces")).to_be_visible()


def test_a_few_steps_and_a_first_look_are_not_played(visitors: Visitors) -> None:
    page = moving(visitors)
    table = played(visitors, page)
    code = table.code
    come_back(page, code, table.state.seq - 3)
    page.wait_for_load_state("networkidle")
    expect(page.locator("#catch-up")).to_be_hidden()
    stranger = moving(visitors)
    stranger.goto(f"/games/{code}/")
    stranger.wait_for_load_state("networkidle")
    expect(stranger.locator("#catch-up")).to_be_hidden()
    assert list(stranger.evaluate(KNOWN)) == [code]


def test_who_wants_calm_gets_a_list(visitors: Visitors) -> None:
    page = visitors.open(None)
    come_back(page, played(visitors, page).code, 2)
    expect(page.locator("#catch-up-list li")).to_have_count(8)
    expect(page.locator("#t-pieces")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#catch-up")).to_be_hidden()


def test_a_board_with_cells_to_choose_is_never_covered(visitors: Visitors) -> None:
    table = Table(visitors.server, moving(visitors), moving(visitors), kind=KIND)
    while table.state.seq < 9 or table.state.turn_player not in table.state.pending:
        table.play(table.state.seq + 1)
    chooser = table.in_order[0]
    come_back(chooser, table.code, 1)
    wait_live(chooser)
    expect(chooser.locator(".moves #catch-up-list li").first).to_be_visible()
    act(chooser, offer(chooser).cells[0])


def test_on_a_phone_no_part_of_the_board_is_covered(visitors: Visitors) -> None:
    page = moving(visitors, viewport={"width": 390, "height": 844})
    table = played(visitors, page)
    page.add_init_script(SLOWLY)
    come_back(page, table.code, 2)
    expect(page.locator("#catch-up")).to_be_visible()
    expect(page.locator("#catch-up-say")).not_to_be_empty()
    strip, board = (page.locator(f).bounding_box() for f in ("#catch-up", ".stack"))
    assert strip
    assert board
    assert strip["y"] >= 0
    assert strip["y"] + strip["height"] <= board["y"] + 1


def test_only_so_many_games_are_remembered(visitors: Visitors) -> None:
    page = visitors.open(None)
    code = played(visitors, page, until=6).code
    page.goto("/rules/")
    page.evaluate(LOOKED, {f"game{number:04}": 1 for number in range(80)})
    page.goto(f"/games/{code}/")
    page.wait_for_function(f"() => '{code}' in {KNOWN}")
    assert len(json.loads(page.evaluate("localStorage.getItem('looks')"))) == 50

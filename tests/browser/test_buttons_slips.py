"""Who clicks twice at a table of Buttons acts once, and reads of no mistake."""

from playwright.sync_api import Page, Request, expect

from tests.browser.buttons_steps import events, offer, sit_down, together
from tests.browser.steps import act, code_at, look, wait_for_version, wait_live
from tests.browser.visitors import Visitors

SLOW_DOUBLE_CLICK = 120
"""So many milliseconds lie between press and release: time enough for an answer in between."""
CLICK_AT = """([id, moment]) =>
  setTimeout(() => document.getElementById(id)?.click(), moment - Date.now())"""


def click_twice(page: Page, control: str, pace: int) -> None:
    """Double click where the control is, whatever takes its place; require one request."""
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(request.method)

    page.on("request", note)
    before = look(page).version
    place = page.locator(f"#{control}").bounding_box()
    assert place is not None
    middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.click(*middle, click_count=2, delay=pace)
    wait_for_version(page, before + 1)
    page.wait_for_load_state("networkidle")
    page.remove_listener("request", note)
    assert sent.count("POST") == 1
    expect(page.locator("#t-notice")).to_be_empty()


def test_a_double_click_on_roll_a_cell_or_place_counts_once(visitors: Visitors) -> None:
    require_single_actions(visitors, pace=0)


def test_a_slow_double_click_hits_nothing_that_came_in_between(
    visitors: Visitors,
) -> None:
    require_single_actions(visitors, pace=SLOW_DOUBLE_CLICK)


def require_single_actions(visitors: Visitors, pace: int) -> None:
    pages = sit_down(visitors.server, visitors.open(None), visitors.open(None)).in_order
    first, second = pages
    visitors.server.load("111111", "333333", game=code_at(first))
    click_twice(first, "a-roll", pace)
    together(*pages)
    click_twice(first, "c11", pace)
    together(*pages)
    click_twice(second, "a-place", pace)
    together(*pages)
    assert [kind for kind, _ in events(first)] == ["dealt", "rolled", "placed", "placed"]
    click_twice(second, "a-roll", pace)
    together(*pages)
    click_twice(first, "a-decline", pace)
    together(*pages)
    click_twice(second, "c33", pace)
    together(*pages)
    assert [kind for kind, _ in events(first)][4:] == ["rolled", "declined", "placed"]
    click_twice(first, "a-out", pace)
    together(*pages)
    click_twice(second, "a-out", pace)
    together(*pages)
    assert [kind for kind, _ in events(first)][7:] == ["opted_out"] * 2
    for page in pages:
        click_twice(page, "a-stars" if offer(page).buttons == 1 else _with_a_pick(page), pace)
        together(*pages)
    assert [kind for kind, _ in events(first)][9:] == ["stars_placed"] * 2


def _with_a_pick(page: Page) -> str:
    page.locator("#t-pieces input.suggested").check()
    return "a-stars"


def test_two_tabs_that_choose_different_cells_place_one_button(visitors: Visitors) -> None:
    visitors.allow("status of 409")
    pages = sit_down(visitors.server, visitors.open(None), visitors.open(None)).in_order
    first, second = pages
    visitors.server.load("112345", game=code_at(first))
    act(first, "a-roll")
    tab = first.context.new_page()
    tab.goto(first.url)
    wait_live(tab)
    moment = first.evaluate("Date.now()") + 300
    for page, cell in ((first, "c12"), (tab, "c14")):
        page.evaluate(CLICK_AT, [cell, moment])
    for page in (first, tab, second):
        wait_for_version(page, 3)
    assert [kind for kind, _ in events(first)] == ["dealt", "rolled", "placed"]
    assert offer(first).buttons == offer(tab).buttons == 1
    assert offer(second).place

"""A replay of Buttons steps over what was decided at the same time at once."""

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import KIND, turn
from tests.browser.played import finished_game, once
from tests.browser.tables import Table
from tests.browser.test_replay_player import ADDRESS, patient
from tests.browser.visitors import Visitors

CELLS = ((1, 1), (3, 3), (5, 5))
STOPS = [1, 2, 5, 6, 9, 10, 13, 14, 15]
"""After the deal, three rolls, what was decided on each, and two resignations."""


def short_game(visitors: Visitors) -> str:
    """Return the address of the replay of a turn each of three."""
    code = once(visitors, "a turn each", lambda: play_a_turn_each(visitors))
    return f"/games/{code}/replay/"


def play_a_turn_each(visitors: Visitors) -> str:
    table = Table(visitors.server, *(visitors.open(None) for _ in range(3)), kind=KIND)
    pages = table.in_order
    for page, cell in zip(pages, CELLS, strict=True):
        turn(table, page, cell)
    for page in pages[:2]:
        table.act(page, "resign")
    return table.code


def test_arrow_keys_take_all_decisions_on_a_roll_in_one_step(visitors: Visitors) -> None:
    base = short_game(visitors)
    page = patient(visitors, f"{base}0/")
    expect(page.locator("#r-slider")).to_have_attribute("max", str(len(STOPS)))
    for seq in STOPS:
        page.keyboard.press("ArrowRight")
        expect(page.locator("#r-count")).to_have_text(f"{seq} / {STOPS[-1]}")
        page.clock.run_for(ADDRESS)
        expect(page).to_have_url(f"{base}{seq}/")
    for seq in reversed([0, *STOPS[:-1]]):
        page.keyboard.press("ArrowLeft")
        page.clock.run_for(ADDRESS)
        expect(page).to_have_url(f"{base}{seq}/")
    page.get_by_label("Step", exact=True).fill("3")  # the slider has a place for each stop
    expect(page).to_have_url(f"{base}5/")
    expect(page.locator("#r-step .parts li")).to_have_count(3)
    require_parts_with_addresses(page, base)


def require_parts_with_addresses(page: Page, base: str) -> None:
    """A part of a step has an address, and shows only what was decided by then."""
    page.locator("#r-log [data-seq='4']").click()
    expect(page).to_have_url(f"{base}4/")
    expect(page.locator("#r-step .parts li")).to_have_count(2)
    expect(page.locator("#r-step .parts .now")).to_contain_text("declines")
    expect(page.locator("#r-count")).to_have_text(f"4 / {STOPS[-1]}")
    drawn = page.locator("#r-step .parts").inner_html()
    page.reload()
    expect(page).to_have_url(f"{base}4/")
    assert page.locator("#r-step .parts").inner_html() == drawn
    expect(page.locator("#r-log [data-seq='4']")).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{base}5/")


def test_steps_are_drawn_by_the_script_as_the_server_draws_them(visitors: Visitors) -> None:
    code = finished_game(visitors, KIND)
    base = f"/games/{code}/replay/"
    reader, other = visitors.open(f"{base}0/"), visitors.open(None)
    drawn = """['t-pieces', 't-seats', 'r-step'].map((id) => {
      const copy = document.getElementById(id).cloneNode(true);
      copy.querySelectorAll(".proof").forEach((tick) => tick.remove());
      return copy.outerHTML;
    })"""
    last = int(reader.locator("#r-slider").get_attribute("max") or 0)
    stops = reader.locator("#r-log [data-seq]:not([data-part])")
    # The deal, a roll, what was decided on it, and the end.
    for stop, key in ((1, "ArrowRight"), (2, "ArrowRight"), (3, "ArrowRight"), (last, "End")):
        reader.keyboard.press(key)
        expect(reader.locator("#r-slider")).to_have_js_property("value", str(stop))
        # The slider follows the key at once; the log marks what is drawn.
        expect(stops.nth(stop - 1)).to_have_attribute("aria-current", "step")
        by_script = reader.evaluate(drawn)
        address = reader.locator("#r-log [aria-current='step']").get_attribute("href")
        other.goto(address or "")
        assert other.evaluate(drawn) == by_script

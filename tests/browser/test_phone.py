"""On a phone nothing is wider than the screen, and what is pressed most keeps its place.

That no page is wider than a phone: test_every_page.py and test_table_fits.py.
"""

from playwright.sync_api import Page, expect

from tests.browser.steps import Hand, wait_for_turn
from tests.browser.tables import play_now
from tests.browser.visitors import Visitors

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOVES = 6
SLIGHT = 16
"""Pixels: what would be kept has one digit or two."""

WIDER = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.outerHTML.slice(0, 80))"""


def require_no_sideways_scroll(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, f"{page.url}: {page.evaluate(WIDER)}"


def left_of(page: Page, control: str) -> float:
    """Return where a control begins, looked up at once: a push may draw it anew any time."""
    expect(page.locator(f"#{control}")).to_be_visible()
    place = "(id) => document.getElementById(id).getBoundingClientRect().x"
    return float(page.evaluate(place, control))


def test_roll_and_stop_are_on_the_first_screen_and_keep_their_places(visitors: Visitors) -> None:
    page = visitors.open(None, **PHONE)
    play_now(page)
    wait_for_turn(page)
    hand, places = Hand(page), set[float]()
    for _ in range(MOVES):
        seen = wait_for_turn(page)
        require_no_sideways_scroll(page)
        if seen.split:
            page.locator("#o1").check()
            for control in ("a-roll", "a-stop"):
                expect(page.locator(f"#{control}")).to_be_in_viewport()
            places.add(left_of(page, "a-stop"))
        hand.move()
    assert max(places) - min(places) < SLIGHT

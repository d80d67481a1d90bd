"""On a phone nothing is wider than the screen, and everything to tap is there."""

from playwright.sync_api import Page, expect

from tests.browser.steps import (
    Hand,
    create_table,
    look,
    resign,
    sign_up,
    unique,
    wait_for_turn,
)
from tests.browser.tables import Table, play_now
from tests.browser.visitors import Visitors

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDER = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.outerHTML.slice(0, 80))"""


def require_no_sideways_scroll(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, f"{page.url}: {page.evaluate(WIDER)}"


def require_all_narrow(page: Page, *paths: str) -> None:
    for path in paths:
        page.goto(path)
        require_no_sideways_scroll(page)


def test_no_page_scrolls_sideways(visitors: Visitors) -> None:
    page = visitors.open(None, **PHONE)
    require_all_narrow(page, "/", "/accounts/signup/", "/accounts/login/", "/rules/cantstop/")
    require_all_narrow(page, "/rules/cantstop/strategy/")
    name = unique("Twenty-letters-name-")[:20]
    sign_up_on_phone(page, name)
    require_all_narrow(page, "/lobby/", "/games/new/", "/watch/", "/accounts/", "/my-games/")
    create_table(page)
    require_no_sideways_scroll(page)
    require_all_narrow(page, "/lobby/")

    table = Table(visitors.server, page, *(visitors.open(None) for _ in range(3)))
    table.play(until=60)
    table.show(page)
    require_no_sideways_scroll(page)

    code = play_now(page)
    hand = Hand(page)
    for _ in range(4):
        wait_for_turn(page)
        require_no_sideways_scroll(page)
        hand.move()
    resign(page)
    require_no_sideways_scroll(page)
    steps = look(page).version
    require_all_narrow(page, f"/games/{code}/", f"/games/{code}/replay/{steps // 2}/")
    require_all_narrow(page, f"/players/{name}/", "/dice/", "/replays/", "/my-games/", "/")


def sign_up_on_phone(page: Page, name: str) -> None:
    sign_up(page, name)
    require_no_sideways_scroll(page)


def left_of(page: Page, control: str) -> float:
    """Return where a control begins, looked up at once: a push may draw it anew any time."""
    expect(page.locator(f"#{control}")).to_be_visible()
    place = "(id) => document.getElementById(id).getBoundingClientRect().x"
    return float(page.evaluate(place, control))


def test_roll_and_stop_are_on_the_first_screen_and_keep_their_places(visitors: Visitors) -> None:
    page = visitors.open(None, **PHONE)
    play_now(page)
    wait_for_turn(page)
    places = [left_of(page, control) for control in ("a-roll", "a-stop")]
    hand = Hand(page)
    seen = look(page)
    while not seen.stop:
        seen = hand.move()
        if not seen.mine:
            seen = wait_for_turn(page)
    for control, place in zip(("a-roll", "a-stop"), places, strict=True):
        assert left_of(page, control) == place
        expect(page.locator(f"#{control}")).to_be_in_viewport()

"""Games that nobody plays are shown to nobody as live, and those of guests end."""

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.server import HASTY_SECONDS, Server
from tests.browser.steps import at_table
from tests.browser.tables import play_now
from tests.browser.visitors import Visitors

RESTS = "([time, seconds]) => Date.now() - new Date(time.dateTime) > seconds * 1000"


def rested(page: Page, row: Locator) -> None:
    """Wait until the game rests for longer than games live, and load the list again."""
    page.wait_for_function(RESTS, arg=[row.locator("time").element_handle(), HASTY_SECONDS + 1])
    page.reload()


def test_a_guests_game_lives_while_they_look_and_ends_when_they_have_gone(
    browser: Browser, hasty_server: Server
) -> None:
    with Visitors(browser, hasty_server).watched() as visitors:
        guest, fan, stranger = (visitors.open(None) for _ in range(3))
        code = play_now(guest)
        fan.goto(f"/games/{code}/")
        at_table(fan)
        stranger.goto("/watch/")
        row = stranger.locator(".game", has=stranger.locator(f"a[href='/games/{code}/']"))
        rested(stranger, row)
        expect(row).to_contain_text("1 watching")
        stranger.goto("/")
        expect(stranger.locator("#featured")).not_to_contain_text("Live")
        expect(fan.locator("#t-controls .end")).to_have_count(0)

        guest.goto("/rules/")
        expect(fan.locator("#t-controls .end")).to_be_visible()
        expect(fan.locator("#t-status")).to_contain_text("ran out of time")
        stranger.goto("/watch/")
        expect(stranger.locator("[data-empty='live-games']")).to_be_visible()

"""Importing a game and looking at it hinders nobody."""

from playwright.sync_api import expect

from tests.browser.steps import unique
from tests.browser.tables import register
from tests.browser.test_accessibility import Examiner
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.visitors import Visitors
from tests.games.records import record_text


def test_importing_hinders_nobody_and_fits_a_phone(visitors: Visitors) -> None:
    visitors.allow("status of 422")
    page = visitors.open(None, **PHONE)
    axe = Examiner()
    register(page, unique("Ada"))
    page.goto("/replays/import/")
    page.locator(".notation summary").click()
    axe.examine(page, "how a game is written")
    require_no_sideways_scroll(page)
    page.get_by_label("Paste a record").fill("1a 3164:7+8")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator(".errors, .errorlist")).to_contain_text("line 1, column 1")
    axe.examine(page, "a record that is refused")
    page.get_by_label("Paste a record").fill(record_text())
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#replay")).to_be_visible()
    page.get_by_label("Your comment on this step").fill("Well played.")
    page.get_by_role("button", name="Add comment").click()
    page.locator("#r-comments summary").click()
    axe.examine(page, "an imported game with a comment")
    require_no_sideways_scroll(page)
    assert not axe.found, "\n".join(axe.found)

"""The browser tells its time zone once, and nobody's choice is overwritten by it."""

from playwright.sync_api import expect

from tests.browser.steps import unique
from tests.browser.tables import register
from tests.browser.visitors import Visitors

VACATIONS, PREFERENCES = "/accounts/vacations/", "/accounts/preferences/"
NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"


def test_the_zone_of_the_browser_is_kept_where_none_was_chosen(visitors: Visitors) -> None:
    page = visitors.open(None, timezone_id=NEW_YORK)
    register(page, unique("Ada"))
    page.goto(VACATIONS)
    expect(page.locator("[data-zone]")).to_have_text(NEW_YORK)
    page.goto(PREFERENCES)
    expect(page.locator("[data-time-zone]")).to_have_count(0)  # it is asked no more
    expect(page.get_by_label("Time zone")).to_have_value(NEW_YORK)


def test_a_chosen_zone_is_not_overwritten_by_that_of_the_browser(visitors: Visitors) -> None:
    page = visitors.open(None, timezone_id=NEW_YORK)
    register(page, unique("Ada"))
    page.goto(PREFERENCES)
    page.get_by_label("Time zone").select_option(BERLIN)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Time zone")).to_have_value(BERLIN)
    page.goto(VACATIONS)
    expect(page.locator("[data-zone]")).to_have_text(BERLIN)
    page.goto(PREFERENCES)
    expect(page.get_by_label("Time zone")).to_have_value(BERLIN)

"""The browser tells its time zone once; tests/accounts/test_time_zone.py knows when it is asked."""

from playwright.sync_api import expect

from tests.browser.steps import unique
from tests.browser.tables import register
from tests.browser.visitors import Visitors

VACATIONS, PREFERENCES = "/accounts/vacations/", "/accounts/preferences/"
NEW_YORK = "America/New_York"


def test_the_zone_of_the_browser_is_kept_where_none_was_chosen(visitors: Visitors) -> None:
    page = visitors.open(None, timezone_id=NEW_YORK)
    register(page, unique("Ada"))
    page.goto(VACATIONS)
    expect(page.locator("[data-zone]")).to_have_text(NEW_YORK)
    page.goto(PREFERENCES)
    expect(page.locator("[data-time-zone]")).to_have_count(0)  # it is asked no more
    expect(page.get_by_label("Time zone", exact=True)).to_have_value(NEW_YORK)

"""What a visitor does on the front page, and where it leads."""

import re

from playwright.sync_api import expect

from tests.browser.steps import PASSWORD, unique
from tests.browser.tables import Table
from tests.browser.visitors import Visitors


def test_signing_up_on_the_front_page_leads_back_to_it_not_to_the_game_it_shows(
    visitors: Visitors,
) -> None:
    Table(visitors.server, visitors.open(None), visitors.open(None)).play(3)
    page = visitors.open("/")
    expect(page.locator("#watch-featured")).to_be_visible()
    page.locator(".site-header").get_by_role("link", name="Sign up").click()
    page.get_by_label("Username").fill(unique("front"))
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("header .menu summary")).to_be_visible()
    expect(page).to_have_url(re.compile(r"^http://[^/]+/$"))

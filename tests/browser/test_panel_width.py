"""Lists of the panel fit a small laptop."""

from playwright.sync_api import expect

from tests.browser.panel import open_account, open_administrator
from tests.browser.steps import unique
from tests.browser.tables import post, register
from tests.browser.visitors import Visitors

LIST = "/admin/moderation/moderationaction/"


def test_the_log_is_not_cut_off_on_a_small_laptop(visitors: Visitors) -> None:
    administrator = open_administrator(visitors)
    administrator.set_viewport_size({"width": 1280, "height": 800})
    name = unique("Long").ljust(20, "w")
    register(visitors.open(None), name)
    open_account(administrator, name)
    account = administrator.url.split("/")[-3]
    reason = "Has helped for years, is always patient and kind, and knows the rules by heart."
    post(administrator, f"/admin/moderation/users/{account}/role/", role="senior", reason=reason)
    administrator.goto(LIST)
    expect(administrator.locator("#result_list")).to_contain_text("Has helped")
    hidden = "(list) => list.scrollWidth - list.clientWidth"
    assert administrator.locator(".results").evaluate(hidden) == 0

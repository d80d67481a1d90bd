"""A webhook that somebody names on their phone."""

from playwright.sync_api import expect

from tests.browser.steps import unique
from tests.browser.tables import register
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.visitors import Visitors
from tests.notices.receivers import receiving


def test_a_test_message_arrives_where_somebody_says_on_their_phone(visitors: Visitors) -> None:
    with receiving() as receiver:
        page = visitors.open(None, **PHONE)
        register(page, unique("ada"))
        page.goto("/notices/webhook/")
        page.get_by_label("Address").fill(receiver.url)
        page.get_by_role("button", name="Save address").click()
        expect(page.locator(".secret")).to_contain_text("whsec_")
        require_no_sideways_scroll(page)
        page.get_by_role("button", name="Send test").click()
        expect(page.locator("#webhook-facts [role=status]")).to_contain_text("sent")
        assert [post.content["event"]["kind"] for post in receiver.posts] == ["test"]

        receiver.answers = [(500, {})]
        page.get_by_role("button", name="Send test").click()
        expect(page.locator("#webhook-facts [role=status]")).to_contain_text("failed")
        page.get_by_role("button", name="Remove webhook").click()
        expect(page.locator(".secret")).to_have_count(0)

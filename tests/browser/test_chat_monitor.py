"""Somebody watches the chat of all tables: new lines come by themselves, and one is acted on."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.panel import open_administrator
from tests.browser.steps import unique
from tests.browser.tables import register, sit_down
from tests.browser.test_accessibility import EVERY_RULE
from tests.browser.test_chat import write
from tests.browser.visitors import Visitors

MONITOR = "/admin/moderation/chat/"
REFRESHED_MS = 6000
"""After so long the monitor has asked for new lines."""


def test_the_monitor_keeps_itself_up_to_date_but_not_under_a_hand(visitors: Visitors) -> None:
    ada, ben = visitors.open(None), visitors.open(None)
    register(ada, unique("Ada"))
    register(ben, rude := unique("Ben"))
    code = sit_down(ada, ben)
    hal = open_administrator(visitors)
    hal.clock.install()
    hal.goto(f"{MONITOR}?table={code}")
    expect(hal.get_by_text("All times are in UTC.")).to_be_visible()
    expect(hal.get_by_text("No messages.")).to_be_visible()
    lines = hal.locator("#mod-lines .mod-text")

    write(ben, "You are all fools")
    hal.clock.fast_forward(REFRESHED_MS)
    expect(lines).to_have_text(["You are all fools"])
    hal.locator("#mod-lines").get_by_text("Take action").first.click()
    reason = hal.get_by_label("Reason the person sees")
    reason.fill("You called others fools.")
    write(ada, "Please stop")
    hal.clock.fast_forward(REFRESHED_MS)
    expect(reason).to_have_value("You called others fools.")
    expect(lines).to_have_count(1)
    results = Axe().run(hal, options=EVERY_RULE)
    assert not results.violations_count, results.generate_report()

    hal.get_by_role("button", name="Mute", exact=True).click()
    expect(hal.get_by_text(f"{rude} is muted.")).to_be_visible()
    expect(lines).to_have_text(["Please stop", "You are all fools"])
    expect(hal.locator(".mod-gone")).to_have_count(1)
    expect(ada.locator("#c-lines")).not_to_contain_text("You are all fools")
    write(ada, "Thank you")
    hal.clock.fast_forward(REFRESHED_MS)
    expect(lines.first).to_have_text("Thank you")

"""A helper watches the chat of all tables: new lines come by themselves, and one is acted on."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.server import Server, manage
from tests.browser.steps import unique
from tests.browser.tables import register, sit_down
from tests.browser.test_accessibility import EVERY_RULE
from tests.browser.test_chat import write
from tests.browser.test_passkeys import add_passkey, with_key
from tests.browser.visitors import Visitors

MADE_HELPER = """
from django.contrib.auth.models import Group
from accounts.models import User
user = User.objects.get(username={name!r})
user.is_staff = True
user.save()
user.groups.add(Group.objects.get(name="helper"))
"""
MONITOR = "/admin/moderation/chat/"
REFRESHED_MS = 6000
"""After so long the monitor has asked for new lines."""


def helper(visitors: Visitors, server: Server) -> Page:
    """Return the browser of a helper, on the monitor."""
    page = visitors.open(None, base_url=server.url.replace("127.0.0.1", "localhost"))
    with_key(page)
    register(page, name := unique("Hal"))
    add_passkey(page)
    manage(server.environment, "shell", "--command", MADE_HELPER.format(name=name))
    page.goto(MONITOR)
    return page


def test_the_monitor_keeps_itself_up_to_date_but_not_under_a_hand(
    visitors: Visitors, server: Server
) -> None:
    ada, ben = visitors.open(None), visitors.open(None)
    register(ada, unique("Ada"))
    register(ben, rude := unique("Ben"))
    code = sit_down(ada, ben)
    hal = helper(visitors, server)
    hal.clock.install()
    hal.goto(f"{MONITOR}?table={code}")
    expect(hal.get_by_text("All times are in UTC.")).to_be_visible()
    expect(hal.get_by_text("Nobody says anything.")).to_be_visible()
    lines = hal.locator("#mod-lines .mod-text")

    write(ben, "You are all fools")
    hal.clock.fast_forward(REFRESHED_MS)
    expect(lines).to_have_text(["You are all fools"])
    hal.get_by_text("Act", exact=False).first.click()
    reason = hal.get_by_label("Reason the person reads")
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

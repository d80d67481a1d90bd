"""What waits for somebody is shown on each of their pages, without loading it again."""

import re
from datetime import timedelta

from playwright.sync_api import Page, expect

from games.services.notices import TELL_AFTER
from tests.browser.server import Server
from tests.browser.steps import PASSWORD, unique, wait_live
from tests.browser.tables import post, register, sit_down
from tests.browser.visitors import Visitors

PHONE = {"viewport": {"width": 390, "height": 844}}
ICON = "link[rel=icon]"


def shows(page: Page, unread: str, *, waiting: int) -> None:
    """Check what the header, the title and the icon of a page say."""
    count = page.locator("#bell .count")
    if unread:
        expect(count).to_have_text(unread)
    else:
        expect(count).to_have_count(0)
    expect(page).to_have_title(re.compile(rf"^\({waiting}\) " if waiting else r"^[^(]"))
    expect(page.locator(ICON)).to_have_attribute("href", f"/icons/waiting-{waiting}.svg")


def test_what_waits_is_shown_on_every_page_and_read_on_all_devices_at_once(
    visitors: Visitors,
) -> None:
    ada, bob, phone = visitors.open(None), visitors.open(None), visitors.open(None, **PHONE)
    name = unique("Bob")
    register(ada, unique("Ada"))
    register(bob, name)
    post(phone, "/accounts/login/", login=name, password=PASSWORD)
    told = bob.locator(".notices .new")  # the list grows while one looks at it
    for page, path in ((bob, "/notices/"), (phone, "/rules/")):
        page.goto(path)
        expect(page.locator("#bell .count")).to_have_count(0)
        expect(page.locator("html[data-live=yes]")).to_be_visible()
    post(ada, f"/players/{name}/invite/", kind="cantstop")
    for page in (bob, phone):
        shows(page, "1", waiting=1)
    expect(told).to_contain_text("Game invitation")
    bob.get_by_role("button", name="Mark all as read").click()
    expect(bob.locator(".notices li")).to_have_count(1)
    expect(told).to_have_count(0)
    shows(phone, "", waiting=1)

    post(ada, f"/players/{name}/invite/", kind="buttons")
    shows(phone, "1", waiting=2)
    phone.locator("#bell").click()
    phone.get_by_role("link", name="Game invitation").first.click()
    expect(phone).to_have_url(re.compile("/games/"))
    for page in (bob, phone):
        shows(page, "", waiting=2)
    phone.locator("form[action$='/join/'] button").first.click()
    expect(phone.locator("#t-status")).to_be_visible()


def test_who_looks_elsewhere_is_told_of_the_end_and_no_more_when_they_have_seen_it(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    pages = [timely_visitors.open(None), timely_visitors.open(None)]
    for page, name in zip(pages, ("Ada", "Bob"), strict=True):
        register(page, unique(name))
    code = sit_down(*pages)
    mine = next(page for page in pages if page.locator("#t-status[data-turn=me]").count())
    [other] = [page for page in pages if page is not mine]
    mark = mine.locator("#t-seats .seat:not(.me) .presence")
    expect(mark).to_have_attribute("data-is", "here")
    other.goto("/watch/")
    wait_live(other)
    # The socket of the table may close after that of the next page has opened.
    expect(mark).to_have_attribute("data-is", "away")
    post(mine, f"/games/{code}/act/", action="resign")
    timely_server.pass_time(TELL_AFTER + timedelta(seconds=1))
    shows(other, "1", waiting=0)
    expect(other.locator("#bell")).to_have_accessible_name("Notifications: 1 new")
    other.goto(f"/games/{code}/")
    shows(other, "", waiting=0)


def test_a_form_that_ends_the_session_leads_on_although_the_socket_closes_first(
    visitors: Visitors,
) -> None:
    guest = visitors.open("/accounts/signup/")
    post(guest, "/games/play-now/", kind="cantstop")
    guest.goto("/accounts/signup/?next=/rules/")
    expect(guest.locator("html[data-live=yes]")).to_be_visible()
    guest.get_by_label("Username").fill(unique("Eve"))
    guest.get_by_label("Password", exact=True).fill(PASSWORD)
    guest.get_by_role("button", name="Sign up").last.click()
    expect(guest).to_have_url(re.compile("/rules/$"))
    expect(guest.locator("html[data-live=yes]")).to_be_visible()
    guest.goto("/accounts/password/change/")
    expect(guest.locator("html[data-live=yes]")).to_be_visible()
    guest.locator("[name=oldpassword]").fill(PASSWORD)
    for name in ("password1", "password2"):
        guest.locator(f"[name={name}]").fill(f"another {PASSWORD}")
    guest.get_by_role("button", name="Save password").click()
    expect(guest).to_have_url(re.compile("/accounts/$"))
    expect(guest.locator("#bell")).to_be_visible()

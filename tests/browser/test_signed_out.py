"""A page whose session is gone says so, offers to sign in, and comes back to the table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Server
from tests.browser.steps import PASSWORD, at_table, click, sign_up, unique, wait_for_turn
from tests.browser.tables import play_now, post
from tests.browser.visitors import Visitors

NO_SOCKETS = "window.WebSocket = class extends EventTarget { close() {} send() {} };"


def at_a_table(visitors: Visitors, *, sockets: bool = True) -> tuple[Page, str, str]:
    """Return the page of somebody whose turn it is, their name and their table."""
    page, name = visitors.open_new(None), unique("ada")
    sign_up(page, name)
    code = play_now(page)
    wait_for_turn(page)
    if not sockets:
        page.add_init_script(NO_SOCKETS)
        page.reload()
    return page, name, code


def forget(page: Page, *cookies: str) -> None:
    for cookie in cookies:
        page.context.clear_cookies(name=cookie)


def sign_in_and_come_back(page: Page, name: str, code: str) -> None:
    page.get_by_label("Username or e-mail").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"**/games/{code}/")
    expect(page.locator("#t-seats .me")).to_have_count(1)
    expect(page.locator("#signed-out")).to_have_count(0)


def test_who_signs_out_in_another_tab_is_told_and_comes_back(visitors: Visitors) -> None:
    page, name, code = at_a_table(visitors)
    post(page, "/accounts/logout/")
    page.get_by_role("alert").get_by_role("link", name="Sign in and come back").click()
    sign_in_and_come_back(page, name, code)


def test_who_acts_after_the_session_has_expired_is_offered_to_sign_in(visitors: Visitors) -> None:
    visitors.allow("403")
    page, name, code = at_a_table(visitors, sockets=False)
    forget(page, "sessionid")
    click(page, "a-roll")
    page.get_by_role("alert").get_by_role("link", name="Sign in").click()
    sign_in_and_come_back(page, name, code)


def test_who_acts_without_any_cookies_left_is_offered_to_sign_in(visitors: Visitors) -> None:
    visitors.allow("403")
    page, name, code = at_a_table(visitors, sockets=False)
    forget(page, "sessionid", "csrftoken")
    click(page, "a-roll")
    page.get_by_role("alert").get_by_role("link", name="Sign in and come back").click()
    sign_in_and_come_back(page, name, code)


def test_a_visitor_who_only_watches_is_told_nothing_of_it(visitors: Visitors) -> None:
    _, _, code = at_a_table(visitors)
    eve = visitors.open(f"/games/{code}/")
    at_table(eve)
    expect(eve.locator("#signed-out")).to_be_hidden()


@pytest.mark.parametrize("own_server", [{"DEBUG": "True"}], indirect=True)
def test_a_refused_action_leaves_the_page_as_it_is_with_debug_too(
    own_server: Server, own_visitors: Visitors
) -> None:
    own_visitors.allow("400|404")
    page, _, code = at_a_table(own_visitors, sockets=False)
    page.evaluate("document.querySelector('#a-roll').value = 'jump'")
    click(page, "a-roll")
    expect(page.locator("#t-notice")).to_have_attribute("data-refusal", "invalid")
    expect(page.locator("header .brand")).to_be_visible()
    page.route(
        f"**/games/{code}/act/",
        lambda route: route.continue_(url=route.request.url.replace(code, "bcdfghjk")),
    )
    click(page, "a-roll")
    expect(page.locator("#t-notice")).to_contain_text("did not reach the table")
    expect(page.locator("header .brand")).to_be_visible()

"""A page whose session is gone says so, offers to sign in, and comes back to the table."""

from playwright.sync_api import Page, Route, expect

from tests.browser.steps import PASSWORD, at_table, click, unique, wait_for_turn
from tests.browser.tables import play_now, post, register
from tests.browser.visitors import Visitors

NO_SOCKETS = "window.WebSocket = class extends EventTarget { close() {} send() {} };"
PAGE_OF_AN_ERROR = "<!doctype html><title>Page not found</title><h1>Page not found</h1>"


def forget(page: Page, *cookies: str) -> None:
    for cookie in cookies:
        page.context.clear_cookies(name=cookie)


def sign_in_and_come_back(page: Page, name: str, code: str) -> None:
    page.get_by_role("alert").get_by_role("link", name="Sign in and come back").click()
    page.get_by_label("Username or email").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"**/games/{code}/")
    expect(page.locator("#t-seats .me")).to_have_count(1)
    expect(page.locator("#signed-out")).to_have_count(0)


def test_who_is_signed_out_is_told_wherever_that_happened_and_comes_back(
    visitors: Visitors,
) -> None:
    """In another tab, because the session has expired, or without any cookies left."""
    visitors.allow("403")
    page, name = visitors.open_new(None), unique("ada")
    register(page, name)
    code = play_now(page)
    wait_for_turn(page)
    eve = visitors.open(f"/games/{code}/")
    at_table(eve)
    expect(eve.locator("#signed-out")).to_be_hidden()  # who only watches is told nothing of it

    post(page, "/accounts/logout/")
    sign_in_and_come_back(page, name, code)
    page.add_init_script(NO_SOCKETS)
    for lost in (["sessionid"], ["sessionid", "csrftoken"]):
        page.reload()
        forget(page, *lost)
        click(page, "a-roll")
        sign_in_and_come_back(page, name, code)


def test_an_action_that_is_refused_leaves_the_page_as_it_is(visitors: Visitors) -> None:
    """Also if the answer is a whole page, as those of a site that is worked on are."""
    visitors.allow("400|404")
    page = visitors.open_new(None)
    code = play_now(page)
    wait_for_turn(page)
    page.add_init_script(NO_SOCKETS)
    page.reload()
    page.evaluate("document.querySelector('#a-roll').value = 'jump'")
    click(page, "a-roll")
    expect(page.locator("#t-notice")).to_have_attribute("data-refusal", "invalid")
    expect(page.locator("header .brand")).to_be_visible()

    def answer(route: Route) -> None:
        route.fulfill(status=404, content_type="text/html", body=PAGE_OF_AN_ERROR)

    page.route(f"**/games/{code}/act/", answer)
    click(page, "a-roll")
    expect(page.locator("#t-notice")).to_contain_text("didn't reach us")
    expect(page.locator("header .brand")).to_be_visible()

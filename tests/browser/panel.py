"""What staff do: they set up a second factor and use the administration, as on a real site."""

import re
import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Page, expect

from tests.browser.server import manage
from tests.browser.steps import PASSWORD, unique
from tests.browser.tables import post, register
from tests.browser.visitors import Visitors

ADMINISTRATION = re.compile(r"/admin/$")
APP = "/accounts/2fa/totp/activate/"
SECRET = re.compile(r'class="secret">(\w+)<')


def open_administrator(visitors: Visitors) -> Page:
    """Return a page of an administrator in a new browser, at the administration.

    Their second factor is set up without drawing pages: a moderator's is set up on them.
    """
    name = unique("Root")
    environment = visitors.server.environment | {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    manage(environment, "createsuperuser", "--noinput", "--username", name)
    page = visitors.open_new(None)
    post(page, "/accounts/login/", login=name, password=PASSWORD)
    [secret] = SECRET.findall(page.request.get(APP).text())
    post(page, APP, code=_code_for(secret))
    page.goto("/admin/")
    expect(page).to_have_url(ADMINISTRATION)
    return page


def open_moderator(visitors: Visitors, administrator: Page) -> Page:
    """Return the browser of somebody that the administrator made a moderator, in the panel."""
    page = visitors.open(None)
    register(page, name := unique("Mia"))
    open_account(administrator, name)
    administrator.get_by_role("link", name="Change role").click()
    administrator.get_by_label("moderator: decides cases").check()
    administrator.get_by_label("Reason").fill("We are few.")
    administrator.get_by_role("button", name="Save role").click()
    expect(administrator.get_by_text("Role changed.")).to_be_visible()
    page.goto("/")
    enter_administration(page)
    return page


def sign_in(page: Page, name: str) -> None:
    """Fill in and send the form to sign in that the page shows."""
    page.get_by_label("Username or email").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def enter_administration(page: Page) -> None:
    """Go to the administration by the menu, and set up the authenticator app it asks for."""
    page.locator("header .menu summary").click()
    page.get_by_role("link", name="Admin panel").click()
    page.get_by_role("link", name="Set up app").click()
    page.get_by_label("Code").fill(_code_for(page.locator(".secret").inner_text()))
    page.get_by_role("button", name="Turn on").click()
    page.get_by_role("link", name="Open admin panel").click()
    expect(page).to_have_url(ADMINISTRATION)


def open_account(page: Page, name: str) -> None:
    """Find somebody's account in the administration."""
    page.goto("/admin/accounts/user/")
    page.locator("#searchbar").fill(name)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"\?q="))
    page.get_by_role("link", name=name, exact=True).click()


def _code_for(secret: str) -> str:
    """Return what an authenticator app with this secret shows now."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))

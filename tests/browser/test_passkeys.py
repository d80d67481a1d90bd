"""Passkeys in a real browser, whose key is a virtual one that always says yes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Server
from tests.browser.steps import PASSWORD, unique
from tests.browser.tables import register
from tests.browser.visitors import Visitors

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_key(page: Page) -> None:
    """Give the browser a key of its own."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})


@pytest.fixture
def named(server: Server) -> str:
    """The server's address by name: there are no passkeys for numbers."""
    return server.url.replace("127.0.0.1", "localhost")


def press(page: Page) -> None:
    page.locator("[data-passkey-button]").click()


def add_passkey(page: Page) -> None:
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Name").fill("My key")
    press(page)
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def test_a_passkey_fails_before_it_is_added_and_signs_in_alone_and_after_the_password(
    visitors: Visitors, named: str
) -> None:
    ada = visitors.open(None, base_url=named)
    with_key(ada)
    ada.goto("/accounts/login/")
    press(ada)
    expect(ada.get_by_text(re.compile("^That didn't work"))).to_be_visible()
    register(ada, name := unique("Ada"))
    add_passkey(ada)
    ada.goto("/accounts/2fa/webauthn/")
    expect(ada.get_by_text("My key").first).to_be_visible()

    sign_out(ada)
    ada.goto("/accounts/login/")
    press(ada)
    expect(ada.locator(".menu summary")).to_have_text(name)

    sign_out(ada)
    ada.goto("/accounts/login/")
    ada.get_by_label("Username or email").fill(name)
    ada.get_by_label("Password", exact=True).fill(PASSWORD)
    ada.get_by_role("button", name="Sign in", exact=True).click()
    expect(ada.get_by_role("heading", name="Second step")).to_be_visible()
    press(ada)
    expect(ada.locator(".menu summary")).to_have_text(name)


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()

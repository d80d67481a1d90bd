"""What is pushed while somebody presses a button: the click counts, and the push is shown."""

import re

from playwright.sync_api import Page, expect

from tests.browser.steps import (
    at_table,
    click,
    look,
    resign,
    unique,
    wait_for_version,
    wait_live,
)
from tests.browser.tables import look_at, open_table, post, register, sit_down
from tests.browser.visitors import Visitors

HEAR = """() => {
  window.heard = "";
  document.addEventListener("push", ({ detail }) => (heard += detail));
}"""
HEARD = "text => heard.includes(text)"


def press(page: Page, control: str) -> None:
    """Press the mouse on a control, and keep it down."""
    page.evaluate(HEAR)
    page.locator(f"#{control}").hover()
    page.mouse.down()


def join_and_be_heard(page: Page, code: str, at: Page) -> str:
    """Take a seat, and wait until another page has been told; return who sat down."""
    register(page, name := unique("Bob"))
    post(page, f"/games/{code}/join/")
    at.wait_for_function(HEARD, arg=name)
    return name


def test_a_click_counts_though_a_push_came_between_press_and_release(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    code = sit_down(ada, bob)
    first, second = (ada, bob) if look(ada).mine else (bob, ada)
    second.locator("#t-seats .seat").first.hover(position={"x": 4, "y": 20})  # beside the name
    second.mouse.down()
    click(first, "a-roll")
    wait_for_version(second, 1)  # presses on other pages are not waited for
    second.mouse.up()

    resign(bob)
    expect(ada.locator("#a-rematch")).to_be_visible()
    press(ada, "a-rematch")
    bob.locator("#a-rematch").click()
    ada.wait_for_function(HEARD, arg="offers a rematch")
    ada.mouse.up()
    expect(ada).not_to_have_url(re.compile(f"/games/{code}/"))
    assert at_table(ada) != code


def test_what_was_pushed_meanwhile_is_shown_after_the_release(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    code = open_table(ada, size=3)
    look_at(code, ada)
    press(ada, "a-start")
    name = join_and_be_heard(bob, code, at=ada)
    seats = ada.locator("#t-seats")
    expect(seats).not_to_contain_text(name)
    ada.mouse.move(1, 1)  # let go elsewhere, it is no click
    ada.mouse.up()
    expect(seats).to_contain_text(name)
    expect(ada.locator("#a-start")).to_be_visible()


def test_a_push_leaves_the_focus_on_the_button_that_it_draws_anew(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    first = open_table(ada, size=2)
    bob.goto("/lobby/")
    wait_live(bob)
    bob.evaluate("id => (window.old = document.getElementById(id)).focus()", f"join-{first}")
    second = open_table(ada, size=2)
    expect(bob.locator(f"#join-{second}")).to_be_visible()
    assert not bob.evaluate("old.isConnected")
    expect(bob.locator(f"#join-{first}")).to_be_focused()

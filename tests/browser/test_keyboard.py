"""Everything can be done without a mouse."""

import re

from playwright.sync_api import Page, expect

from tests.browser.steps import (
    Hand,
    at_table,
    look,
    play_against_bots,
    press,
    record,
    unique,
    wait_for_turn,
    wait_for_version,
)
from tests.browser.tables import play_now
from tests.browser.visitors import Visitors

MOST_TABS = 40
FOCUSED = "document.activeElement.id"
PLAY_A_BOT = "Play a bot: Can't Stop"
ROLLS = (
    "4613 1234 4613 1111 1122 4444 3333 1111 1122 5566 1166 3333 2255 1234 4613 6666 3344 1122 "
    "6666 1166 1122 3344 3344 2255 2255 1234 3333 1234 2356 4444 6666 1234 2356 5566 2356 3333"
)
"""With these the game is short, no matter who begins."""


def tab_to(page: Page, text: str) -> None:
    """Press Tab until what has the focus says this."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == text:
            return
    raise AssertionError(f"Tab never reaches {text!r}")


def press_what_has_the_focus(page: Page, control: str) -> None:
    """Use Enter where the focus is on what the player wants already, or its key."""
    if page.evaluate(FOCUSED) == control:
        page.keyboard.press("Space" if control == "o1" else "Enter")
    else:
        press(page, control)


def test_a_whole_game_is_played_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.open("/")
    tab_to(page, PLAY_A_BOT)
    visitors.server.load(ROLLS)
    page.keyboard.press("Enter")
    at_table(page)

    play_against_bots(Hand(page, press_what_has_the_focus))

    expect(page.locator("#t-controls .end h2")).to_be_visible()
    tab_to(page, "Replay")
    page.keyboard.press("Enter")
    expect(page.locator("#r-count")).to_be_visible()


def test_the_focus_goes_on_to_what_can_be_done_next(visitors: Visitors) -> None:
    page = visitors.open(None)
    code = play_now(page)
    visitors.server.load(*["1234"] * 30, game=code)
    hand = Hand(page, press)
    for _ in range(8):
        wait_for_turn(page)
        hand.move()
        seen = look(page)
        if seen.mine:
            expected = "o1" if seen.split else "a-roll"
            page.wait_for_function(f"() => {FOCUSED} === {expected!r}")


def test_enter_at_a_pair_takes_that_one(visitors: Visitors) -> None:
    page = visitors.open(None)
    code = play_now(page)
    wait_for_turn(page)
    visitors.server.load(*["1235"] * 2, game=code)
    hand = Hand(page, press)
    before = hand.move().version
    page.keyboard.press("b")
    page.wait_for_function(f"() => {FOCUSED} === 'o2'")
    wanted = page.locator("#o2").get_attribute("value")
    page.keyboard.press("Enter")
    wait_for_version(page, before + 1)
    taken = record(page, code)["events"][before]
    assert wanted == f"split:{'+'.join(map(str, taken['columns']))}"


def test_the_first_tab_leads_past_the_menu(visitors: Visitors) -> None:
    page = visitors.open("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => {FOCUSED} === 'main'")


def test_a_form_that_comes_back_begins_at_the_first_field_that_is_wrong(visitors: Visitors) -> None:
    page = visitors.open(None)
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(unique("ada"))
    page.get_by_label("Password").fill("12345678")
    page.keyboard.press("Enter")
    password = page.get_by_label("Password")
    expect(password).to_be_focused()
    expect(password).to_have_accessible_description(re.compile("This password is too common.$"))

"""A table explains itself: its rules in short, and what is pointed at, tapped or reached."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.buttons_steps import KIND
from tests.browser.steps import look, wait_for_turn
from tests.browser.tables import Table, play_now
from tests.browser.test_accessibility import Examiner
from tests.browser.visitors import Visitors

PHONE = {"viewport": {"width": 360, "height": 580}, "has_touch": True}
GOALS = {"cantstop": "top of enough columns", "buttons": "twelve stars anywhere"}


def open_sheet(page: Page) -> Locator:
    page.get_by_role("link", name="How to play").press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    return sheet


@pytest.mark.parametrize("kind", GOALS)
def test_the_rules_in_short_open_over_the_table_and_keys_do_not_play_behind_them(
    visitors: Visitors, kind: str
) -> None:
    page = visitors.open(None, **PHONE)
    play_now(page, kind)
    wait_for_turn(page)
    before = look(page)
    expect(page.get_by_role("link", name="How to play")).to_be_in_viewport(ratio=1)
    sheet = open_sheet(page)
    expect(sheet).to_contain_text(GOALS[kind])
    expect(sheet.get_by_role("heading", name="In this game")).to_be_visible()
    expect(sheet.get_by_role("link", name="All rules")).to_have_attribute("href", f"/rules/{kind}/")
    axe = Examiner()
    axe.examine(page, "the rules in short")
    assert not axe.found, "\n".join(axe.found)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("link", name="How to play")).to_be_focused()
    open_sheet(page)
    page.keyboard.press("r")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    assert look(page) == before


def table_with_closed_cells(visitors: Visitors) -> Page:
    """Let somebody roll where a button of theirs lies: its cell and the next are closed."""
    table = Table(visitors.server, *(visitors.open(None, **PHONE) for _ in range(2)), kind=KIND)
    me, other = table.in_order
    table.act(me, "roll", "133333")
    table.act(other, "decline")
    table.act(me, "place:1,3")
    table.act(other, "roll", "666666")
    table.act(me, "decline")
    table.act(other, "place:6,6")
    table.act(me, "roll", "153455")
    table.show(me)
    return me


def test_in_buttons_the_goal_cells_and_cards_say_what_they_mean(visitors: Visitors) -> None:
    me = table_with_closed_cells(visitors)
    tip, goal = me.locator("#tip"), me.locator("#t-seats .me .score")
    me.locator(".barred.c3").hover()
    expect(tip).to_contain_text("your button is there")
    me.locator(".barred.c4").tap()
    expect(tip).to_contain_text("it's next to your button")
    me.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    gold = me.locator(".cell.c5")
    me.locator("#others-shown").focus()
    me.keyboard.press("Tab")
    expect(gold).to_be_focused()
    expect(tip).to_contain_text("gold: open to everyone")
    me.keyboard.press("Escape")

    expect(goal).to_contain_text("★ 0/12 line 0/5")
    goal.tap()
    expect(tip).to_contain_text("or twelve stars anywhere")
    own_card = me.locator("#t-controls .colours .own").first
    expect(own_card).to_be_in_viewport(ratio=1)
    own_card.focus()
    me.keyboard.press("Shift+Tab")
    me.keyboard.press("Tab")
    expect(tip).to_contain_text("earn two stars, not one")

"""What the page of a table does besides showing the game."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.steps import (
    Hand,
    act,
    look,
    record,
    wait_for_turn,
    wait_for_version,
)
from tests.browser.tables import look_at, play_now, sit_down
from tests.browser.visitors import Visitors

MY_TURN = re.compile("^Your turn")
NOT_MY_TURN = re.compile("^(?!Your turn)")
LONGEST_MOTION = 600
NOTE_MOTION = """
window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  motions.push(options.duration ?? options);
  return animate.call(this, frames, options);
};
"""


def in_order(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """Return who is to move, and the other."""
    return pages if look(pages[0]).mine else (pages[1], pages[0])


def test_the_title_says_whose_turn_it_is(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    sit_down(ada, bob)
    first, second = in_order((ada, bob))
    expect(first).to_have_title(MY_TURN)
    expect(second).to_have_title(NOT_MY_TURN)
    for control in ("a-roll", "o1", "a-stop"):
        act(first, control)
    expect(second).to_have_title(MY_TURN)
    expect(first).to_have_title(NOT_MY_TURN)


def test_two_tabs_of_one_player_show_the_same_and_act_once(visitors: Visitors) -> None:
    visitors.allow("status of 409")  # the later of two requests for one decision
    ada, bob = visitors.open(None), visitors.open(None)
    code = sit_down(ada, bob)
    tab, _ = in_order((ada, bob))
    other = tab.context.new_page()
    look_at(code, other)

    for page in (tab, other):
        page.evaluate("setTimeout(() => document.getElementById('a-roll').click())")
    for page in (tab, other):
        wait_for_version(page, 1)

    assert [event["type"] for event in record(tab, code)["events"]] == ["rolled"]
    dice = [page.locator("#t-controls .dice").get_attribute("aria-label") for page in (tab, other)]
    assert dice[0] == dice[1]


def test_a_double_click_rolls_once(visitors: Visitors) -> None:
    visitors.allow("status of 409")
    ada, bob = visitors.open(None), visitors.open(None)
    code = sit_down(ada, bob)
    first, _ = in_order((ada, bob))
    first.locator("#a-roll").dblclick()
    wait_for_version(first, 1)
    assert [event["type"] for event in record(first, code)["events"]] == ["rolled"]


def test_pieces_and_dice_move_briefly(visitors: Visitors) -> None:
    page = visitors.open(None, reduced_motion="no-preference")
    page.add_init_script(NOTE_MOTION)
    motions = motions_of_a_few_moves(page)
    assert motions
    assert max(motions) <= LONGEST_MOTION


def test_nothing_moves_for_those_who_asked_for_calm(visitors: Visitors) -> None:
    page = visitors.open(None, reduced_motion="reduce")
    page.add_init_script(NOTE_MOTION)
    assert motions_of_a_few_moves(page) == []
    assert page.evaluate("document.getAnimations().length") == 0


def motions_of_a_few_moves(page: Page) -> Any:
    play_now(page)
    hand = Hand(page)
    for _ in range(4):
        if wait_for_turn(page).over:
            break
        hand.move()
    return page.evaluate("motions")


def test_the_invitation_holds_a_whole_address(visitors: Visitors) -> None:
    page = visitors.open("/games/new/")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#invite")).to_have_value(page.url)


def test_a_new_table_offers_only_goals_for_its_seats(visitors: Visitors) -> None:
    page = visitors.open("/games/new/")
    size, goal = page.locator("#id_size"), page.locator("#id_columns_to_win")
    offered = goal.locator("option:enabled")
    expect(offered).to_have_text(["3", "4", "5"])
    goal.select_option("5")
    size.select_option("3")
    expect(goal).to_have_value("5")
    size.select_option("4")
    expect(offered).to_have_text(["3"])
    expect(goal).to_have_value("3")
    size.select_option("2")
    expect(offered).to_have_text(["3", "4", "5"])


def test_a_spectator_sees_the_game_begin_and_cannot_act(visitors: Visitors) -> None:
    ada, bob, eve = (visitors.open(None) for _ in range(3))
    code = sit_down(ada, bob)
    look_at(code, eve)
    first, _ = in_order((ada, bob))
    Hand(first).move()
    wait_for_version(eve, 1)
    expect(eve.locator("#t-controls button:enabled")).to_have_count(0)
    expect(eve.locator("#t-controls")).to_contain_text("You are watching this game.")

"""What the page of a table does besides showing the game."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from games.presenters.cantstop.geometry import x_of
from tests.browser.steps import (
    Hand,
    act,
    look,
    record,
    wait_for_turn,
    wait_for_version,
)
from tests.browser.tables import Table, look_at, play_now, sit_down
from tests.browser.visitors import Visitors

MY_TURN = re.compile(r"^\(1\) Your turn")
NOT_MY_TURN = re.compile(r"^(?!.*Your turn)")
LONGEST_MOTION = 600
NOTE_MOTION = """
window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  motions.push(options.duration ?? options);
  return animate.call(this, frames, options);
};
"""
SMALL_PHONE = {"width": 360, "height": 580}
NOTE_LANDING = """() => {
  window.landed = false;
  const table = document.querySelector(".live-table");
  let rolled = false;
  new MutationObserver(() => {
    rolled ||= table.matches(".rolling");
    landed = rolled && !table.matches(".rolling");
  }).observe(table, { attributes: true, attributeFilter: ["class"] });
}"""
NOTE_SUSPENSE = """() => {
  window.suspense = [];
  const table = document.querySelector(".live-table");
  const opacity = (id) => getComputedStyle(document.querySelector(id)).opacity;
  let waits = false;
  const note = () => {
    if (waits === (waits = table.matches(".rolling"))) return; // htmx has classes of its own
    suspense.push({
      seen: [opacity("#t-status"), opacity("#t-controls .area")],
      heard: document.getElementById("t-say").textContent,
    });
  };
  new MutationObserver(note).observe(table, { attributes: true, attributeFilter: ["class"] });
}"""
"""Notes what is seen and heard whenever the table begins or ends to wait for dice."""


def in_order(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """Return who is to move, and the other."""
    return pages if look(pages[0]).mine else (pages[1], pages[0])


def test_what_dice_decide_is_seen_when_they_lie_still_and_heard_at_once(
    visitors: Visitors,
) -> None:
    ada, bob = (visitors.open(None, reduced_motion="no-preference") for _ in range(2))
    sit_down(ada, bob)
    first, second = in_order((ada, bob))
    for page in (first, second):
        page.evaluate(NOTE_SUSPENSE)
    first.locator("#a-roll").click()
    for page in (first, second):
        page.wait_for_function("() => suspense.length > 1")
        hidden, shown = page.evaluate("() => suspense")
        assert hidden["seen"] == ["0", "0"]
        assert "rolled" in hidden["heard"]
        assert shown["seen"] == ["1", "1"]
    first.locator("#o1").click()
    wait_for_version(second, 2)
    assert first.evaluate("() => suspense.length") == 2, "only dice are waited for"


def test_a_second_tap_on_roll_chooses_nothing_while_the_dice_tumble(visitors: Visitors) -> None:
    page = visitors.open(None, reduced_motion="no-preference", viewport=SMALL_PHONE)
    play_now(page)
    wait_for_turn(page)
    page.evaluate(NOTE_LANDING)
    page.locator("#a-roll").click()
    page.wait_for_function("() => document.querySelector('.rolling')")
    within_reach = page.evaluate(
        """() => [...document.querySelectorAll("#t-controls button")].filter((button) => {
          const {x, y, width, height} = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).length"""
    )
    assert within_reach == 0 or page.evaluate("() => landed")
    act(page, "o1")


def test_without_motion_nothing_waits_for_the_dice(visitors: Visitors) -> None:
    page = visitors.open(None)
    play_now(page)
    wait_for_turn(page)
    page.evaluate(NOTE_SUSPENSE)
    act(page, "a-roll")
    assert page.evaluate("() => suspense") == []


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


def press_ring(page: Page, column: int) -> None:
    """Press the ring that shows where a runner would go in this column (2 to 12)."""
    box = page.locator(f".gh [cx='{x_of(column)}']").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_ring_on_the_board_chooses_the_split_that_leads_there(visitors: Visitors) -> None:
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    me, _ = table.in_order
    table.act(me, "roll", "1256")  # 3 + 11, 6 + 8 or 7 + 7
    table.show(me)
    press_ring(me, 8)
    wait_for_version(me, 2)
    chosen = record(me, table.code)["events"][-1]
    assert chosen["columns"] == [6, 8]

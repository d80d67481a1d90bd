"""What the page of a table does besides showing the game."""

import re
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from games.presenters.cantstop.geometry import XS
from tests.browser.steps import act, record, wait_for_version
from tests.browser.tables import Table, look_at
from tests.browser.visitors import Visitors

MY_TURN = re.compile(r"^(\(1\) )?Your turn")
WAITS_FOR_ME = re.compile(r"^\(1\) Your turn")
"""The count of what waits, which a page has when it is loaded, comes some seconds after a turn."""
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
SMALL_PHONE: ViewportSize = {"width": 360, "height": 580}
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
NOTE_BUST = """() => {
  window.busts = [];
  const table = document.querySelector(".live-table");
  const opacity = (name) => getComputedStyle(document.querySelector(`#t-pieces ${name}`)).opacity;
  let waits = false;
  new MutationObserver(() => {
    if (waits === (waits = table.matches(".rolling"))) return;
    busts.push({ told: opacity(".lost"), runner: opacity(".fallen") });
  }).observe(table, { attributes: true, attributeFilter: ["class"] });
}"""
"""Notes what is seen of a bust whenever the table begins or ends to wait for dice."""


# --- With motion ---


def test_pieces_move_briefly_and_what_dice_decide_is_seen_when_they_lie_still(
    visitors: Visitors,
) -> None:
    """The second has a small phone, on which a hasty tap might hit what a roll brings."""
    ada, bob = (visitors.open(None, reduced_motion="no-preference") for _ in range(2))
    table = Table(visitors.server, ada, bob)
    pages = first, second = table.in_order
    second.set_viewport_size(SMALL_PHONE)
    for page in pages:
        page.add_init_script(NOTE_MOTION)
    table.show()
    for page in pages:
        page.evaluate(NOTE_SUSPENSE)
    first.locator("#a-roll").click()
    for page in pages:
        require_suspense(page)
    first.locator("#o1").check()
    act(first, "a-stop")
    wait_for_version(second, 3)
    assert first.evaluate("() => suspense.length") == 2, "only dice are waited for"
    require_nothing_to_tap_while_dice_tumble(second)
    second.locator("#o1").check()
    act(second, "a-stop")
    for page in pages:
        wait_for_version(page, 6)
        motions = page.evaluate("motions")
        assert motions
        assert max(motions) <= LONGEST_MOTION


def test_a_runner_hops_space_by_space_and_a_claimed_column_rises(visitors: Visitors) -> None:
    ada, bob = (visitors.open(None, reduced_motion="no-preference") for _ in range(2))
    table = Table(visitors.server, ada, bob)
    first = table.in_order[0]
    first.add_init_script(NOTE_MOTION)
    table.show(first)
    hop, rise = 140, 500
    for split in ("split:12+12", "split:12"):
        table.act(first, "roll", "6666")
        table.act(first, split)
        table.wait_for(first)
    first.wait_for_function(f"() => motions.includes({hop})")
    assert not first.evaluate(f"() => motions.includes({rise})")
    table.act(first, "stop")
    first.wait_for_function(f"() => motions.includes({rise})")


def test_what_a_bust_takes_is_seen_when_the_dice_lie_still(visitors: Visitors) -> None:
    ada, bob = (visitors.open(None, reduced_motion="no-preference") for _ in range(2))
    table = Table(visitors.server, ada, bob)
    first = table.in_order[0]
    for faces, split in (("6666", "split:12+12"), ("1111", "split:2+2"), ("3344", "split:7+7")):
        table.act(first, "roll", faces)
        table.act(first, split)
    table.show(first)
    first.evaluate(NOTE_BUST)
    table.act(first, "roll", "3335")
    first.wait_for_function("() => busts.length > 1")
    before, after = first.evaluate("busts")
    assert before == {"told": "0", "runner": "1"}
    assert after["told"] == "1"
    fallen = "getComputedStyle(document.querySelector('.fallen')).opacity"
    first.wait_for_function(f"() => {fallen} === '0'")


def require_suspense(page: Page) -> None:
    """Require that a roll is heard at once, and seen when the dice lie still."""
    page.wait_for_function("() => suspense.length > 1")
    hidden, shown = page.evaluate("() => suspense")
    assert hidden["seen"] == ["0", "0"]
    assert "rolled" in hidden["heard"]
    assert shown["seen"] == ["1", "1"]


def require_nothing_to_tap_while_dice_tumble(page: Page) -> None:
    """Roll, and require that a second tap there would choose nothing."""
    page.evaluate(NOTE_LANDING)
    page.locator("#a-roll").click()
    page.wait_for_function("() => document.querySelector('.rolling')")
    within_reach = page.evaluate(
        """() => [...document.querySelectorAll("#t-controls :is(button, input)")].filter((one) => {
          const {x, y, width, height} = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).length"""
    )
    assert within_reach == 0 or page.evaluate("() => landed")
    page.wait_for_function("() => landed")


# --- Without motion ---


def test_a_decision_counts_once_and_everybody_sees_whose_turn_it_is(visitors: Visitors) -> None:
    visitors.allow("status of 409")  # the later of two requests for one decision
    ada, bob, eve = (visitors.open(None) for _ in range(3))
    table = Table(visitors.server, ada, bob)
    first, second = table.in_order
    first.add_init_script(NOTE_MOTION)
    table.show(first, second, eve)
    first.evaluate(NOTE_SUSPENSE)
    expect(first).to_have_title(MY_TURN)
    expect(second).to_have_title(NOT_MY_TURN)

    visitors.server.load("1256", game=table.code)  # 3 + 11, 6 + 8 or 7 + 7
    first.locator("#a-roll").dblclick()
    wait_for_version(first, 1)
    wait_for_version(eve, 1)
    expect(eve.locator("#t-controls button:enabled")).to_have_count(0)
    expect(eve.locator("#t-controls")).to_contain_text("You're watching this game.")
    press_ring(first, 8)
    expect(first.locator("#t-controls label.way:has(:checked)")).to_contain_text("6 + 8")
    act(first, "a-stop")
    split = {"type": "split", "columns": [6, 8]}
    assert events(first, table.code) == [{"type": "rolled"}, split, {"type": "stopped"}]
    expect(second).to_have_title(WAITS_FOR_ME)
    expect(first).to_have_title(NOT_MY_TURN)

    require_one_roll_of_two_tabs(second, table.code)
    assert [event["type"] for event in events(first, table.code)[2:]] == ["stopped", "rolled"]
    wait_for_version(first, 4)
    require_calm(first)


def events(page: Page, code: str) -> list[dict[str, Any]]:
    """Return the types of the events so far, and the columns that were chosen."""
    told = ("type", "columns")
    all_of_it = record(page, code)["events"]
    return [{key: event[key] for key in told if key in event} for event in all_of_it]


def press_ring(page: Page, column: int) -> None:
    """Press the ring that shows where a runner would go in this column (2 to 12)."""
    box = page.locator(f".gh use[x='{XS[column]}']").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def require_one_roll_of_two_tabs(tab: Page, code: str) -> None:
    """Roll in two tabs of one player in the same moment; both show the same dice."""
    tabs = tab, tab.context.new_page()
    look_at(code, tabs[1])
    for page in tabs:
        page.evaluate("setTimeout(() => document.getElementById('a-roll').click())")
    for page in tabs:
        wait_for_version(page, 4)
    dice = [page.locator("#t-controls .dice").get_attribute("aria-label") for page in tabs]
    assert dice[0] == dice[1]


def require_calm(page: Page) -> None:
    """Require that nothing has moved, and that nothing waited for dice."""
    assert page.evaluate("suspense") == []
    assert page.evaluate("motions") == []
    assert page.evaluate("document.getAnimations().length") == 0


# --- Before it begins ---


def test_a_new_table_offers_only_goals_for_its_seats(visitors: Visitors) -> None:
    page = visitors.open("/games/new/")
    page.get_by_text("More options").click()
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


def test_the_list_of_turns_calls_the_reader_you_also_in_what_is_pushed(visitors: Visitors) -> None:
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    table.play(until=12)
    table.show()
    for until in (12, 20):  # what is loaded, and what is pushed
        table.play(until)
        table.wait_for(*table.people)
        for number, page in enumerate(table.people):
            own = page.locator(f"#t-log .p{number} + b")
            expect(own).to_have_text(["You"] * own.count())
            expect(page.locator(f"#t-log .p{1 - number} + b").first).to_contain_text("Guest-")

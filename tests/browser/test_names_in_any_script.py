"""Names stand alone: those from right to left turn nothing, and nothing translates them."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.test_pass_and_play import begin, choose, roll
from tests.browser.visitors import Visitors

ANNA, BEN = "אנה", "בן"

# Where each of these texts stands within the element, from the left.
PLACES = """([selector, texts]) => texts.map((text) => {
  const within = document.querySelector(selector);
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(text);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + text.length);
    return range.getBoundingClientRect().left;
  }
  return null;
})"""

# The texts of the page that have one of the names, which is no element of its own.
UNMARKED = """(names) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const skipped = "textarea, svg, #t-say"; // plain texts, labels, and what only is heard
  const marked = `bdi[translate=no], option[translate=no], ${skipped}`;
  const found = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const isNamed = names.some((name) => data.includes(name));
    if (isNamed && !parentElement.closest(marked)) found.push(data);
  }
  return found;
}"""


def require_in_order(page: Page, selector: str, *texts: str) -> None:
    places: list[Any] = page.evaluate(PLACES, [selector, texts])
    assert None not in places, f"{texts} at {places}"
    assert places == sorted(places), f"{texts} at {places}"


def require_marks(page: Page) -> None:
    assert page.evaluate(UNMARKED, [ANNA, BEN]) == []


def test_dice_and_steps_beside_a_name_from_right_to_left_keep_their_order(
    visitors: Visitors,
) -> None:
    page = visitors.open("/")
    begin(page, names=f"{ANNA} {BEN}")
    roll(page, "3164")
    choose(page, "#o1")
    require_in_order(page, "#t-log p, #t-log li", "4+", "+10")  # below the name
    require_in_order(page, "#t-status b", ANNA, "Roll again")
    require_marks(page)
    page.goto(page.url + "replay/2/")
    page.locator("h1").evaluate("(heading) => heading.classList.remove('sr')")
    require_in_order(page, "h1", ANNA, BEN)
    require_in_order(page, "#r-log li", ANNA, "3·", "·4", "→")
    require_in_order(page, "#r-step .status", ANNA, "advances in", " and ")
    require_marks(page)

"""Where a player has just pressed something, rolling and opting out never come next."""

from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import KIND, offer, pick, turn
from tests.browser.steps import unique
from tests.browser.tables import Table, register
from tests.browser.test_phone import PHONE
from tests.browser.visitors import Visitors

EVENTS = 40
SEEN = {"a-roll", "a-out", "a-place", "a-decline", "a-stars"}
"""What every page has offered by then."""
NOTE_PLACES = """
window.places = [];
const CONTROLS = ["a-roll", "a-out", "a-place", "a-decline", "a-stars"];
const notePlaces = () => {
  const seen = {};
  for (const id of CONTROLS) {
    const button = document.getElementById(id);
    if (!button || button.disabled || !button.checkVisibility()) continue;
    const {left, top, right, bottom} = button.getBoundingClientRect();
    seen[id] = [left, top, right, bottom].map(Math.round);
  }
  const text = JSON.stringify(seen);
  if (Object.keys(seen).length && text !== JSON.stringify(places.at(-1))) places.push(seen);
};
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => requestAnimationFrame(notePlaces)).observe(
    document.body, {childList: true, subtree: true, attributes: true});
  notePlaces();
});
"""
FORBIDDEN = [
    *(("a-out", before) for before in ("a-roll", "a-place", "a-decline", "a-stars")),
    *(("a-roll", before) for before in ("a-out", "a-place", "a-decline", "a-stars")),
]
"""What must not come where the other was in the state before."""

Box = list[int]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def noting(visitors: Visitors, **options: Any) -> Page:
    """Return a page of a new person's browser that notes where its controls are."""
    page = visitors.open(None, **options)
    page.add_init_script(NOTE_PLACES)
    return page


def test_no_button_comes_where_another_one_was(visitors: Visitors) -> None:
    """Two pages of the last player note what comes while four play.

    At first the longest sentence stands above Place and Decline, the shortest above Roll, next.
    """
    people = [visitors.open(None) for _ in range(4)]
    for page in people:
        register(page, unique("Longname-of-twenty").ljust(20, "m"))
    table = Table(visitors.server, *people, kind=KIND)
    first, second, third, last = table.in_order
    table.act(first, "roll", "111111")
    for page, action in (second, "place:1,1"), (third, "place:1,1"), (last, "decline"):
        table.act(page, action)
    table.act(first, "place:1,1")
    for roller, number in (second, 3), (third, 5), (last, 3):
        turn(table, roller, (number, number))
    session = last.context.storage_state()
    phone, desk = pages = [
        noting(visitors, storage_state=session, **screen) for screen in (PHONE, {})
    ]
    table.show(*pages)

    def act(page: Page, action: str, faces: str = "") -> None:
        table.act(page, action, faces)
        table.wait_for(*pages)

    act(first, "roll", "111111")
    for words in ("Bust!", "can't use it"):
        expect(phone.locator("#t-status")).to_contain_text(words)
    act(last, "decline")
    for page in (second, third):
        act(page, "opt-out")
    assert offer(phone).opt_out
    while table.state.seq < EVENTS or not all(controls(page) >= SEEN for page in pages):
        table.play(until=table.state.seq + 1)
        table.wait_for(*pages)
        for page in pages:
            pick(page, *offer(page).picks)  # with these the button that places stars appears
    found = swaps(phone) + swaps(desk)
    assert not found, "\n".join(sorted(set(found)))


def controls(page: Page) -> set[str]:
    """Return what the page has offered so far."""
    return {name for seen in page.evaluate("places") for name in seen}


def swaps(page: Page) -> list[str]:
    """Return where one control came where another had been in the state just before."""
    places = page.evaluate("places")
    return [
        f"{new} at {now[new]} where {old} was at {before[old]}"
        for before, now in pairwise(places)
        for new, old in FORBIDDEN
        if new in now and old in before and overlap(now[new], before[old])
    ]

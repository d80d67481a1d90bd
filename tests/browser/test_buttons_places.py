"""Where a player has just pressed something, rolling and opting out never come next."""

from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import (
    ButtonsHand,
    act,
    in_order,
    offer,
    roll,
    sit_down,
    together,
    turn,
    watch,
)
from tests.browser.steps import sign_up, unique, whose_turn
from tests.browser.test_phone import PHONE
from tests.browser.visitors import Visitors

MOVES = 90
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
    page.context.add_init_script(NOTE_PLACES)
    return page


def test_no_button_comes_where_another_one_was(visitors: Visitors) -> None:
    pages = [noting(visitors, **screen) for screen in ({}, PHONE) * 2]
    sit_down(*pages)
    hands = [ButtonsHand(page, enough=4) for page in pages]
    for _ in range(MOVES):
        hand = whose_turn(hands)
        if hand is None:
            break
        hand.move()
    found = [said for page in pages for said in swaps(page)]
    assert not found, "\n".join(sorted(set(found)))


def test_long_sentences_push_no_button_under_another_ones_finger(
    loaded_visitors: Visitors,
) -> None:
    """The longest sentence stands above Place and Decline, the shortest above Roll, next."""
    server = loaded_visitors.server
    pages = [noting(loaded_visitors, **PHONE) for _ in range(4)]
    for page in pages:
        sign_up(page, unique("Twenty-letters-name-")[-20:])
    sit_down(*pages)
    first, second, third, last = in_order(*pages)
    desk = noting(loaded_visitors, storage_state=last.context.storage_state())
    watch(desk, last.url.split("/")[-2])
    pages.append(desk)
    roll(server, first, (1, 1))
    together(*pages)
    for page, control in (second, "a-place"), (third, "a-place"), (last, "a-decline"):
        act(page, control)
        together(*pages)
    act(first, "c11")
    together(*pages)
    turn(server, second, (3, 3), first, third, last)
    turn(server, third, (5, 5), first, second, last)
    turn(server, last, (3, 3), first, second, third)
    roll(server, first, (1, 1))
    together(*pages)
    for words in ("Bust!", "It is of no use to"):
        expect(last.locator("#t-status")).to_contain_text(words)
    act(last, "a-decline")
    together(*pages)
    for page in (second, third):
        act(page, "a-out")
        together(*pages)
    assert offer(last).opt_out
    found = swaps(last) + swaps(desk)
    assert not found, "\n".join(found)


def swaps(page: Page) -> list[str]:
    """Return where one control came where another had been in the state just before."""
    places = page.evaluate("places")
    assert {name for seen in places for name in seen} >= {"a-roll", "a-out", "a-place"}
    return [
        f"{new} at {now[new]} where {old} was at {before[old]}"
        for before, now in pairwise(places)
        for new, old in FORBIDDEN
        if new in now and old in before and overlap(now[new], before[old])
    ]

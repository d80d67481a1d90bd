"""Buttons on a phone: what a decision needs is on one screen, and is large enough to tap."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.buttons_steps import (
    act,
    in_order,
    offer,
    pick,
    roll,
    sit_down,
    three_of_a_colour,
    together,
    turn,
)
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.visitors import Visitors

NEEDED = "#t-pieces .grid, #t-controls .dice, #t-controls .btn:not(:disabled)"
HEIGHT = 844
SMALLEST_TARGET = 24

BOXES = """(chosen) => [...document.querySelectorAll(chosen)]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width)
  .map((element) => {
    const {left, top, right, bottom} = element.getBoundingClientRect();
    return {name: element.id || element.className.baseVal || element.className || element.outerHTML,
            left, top, right, bottom};
  })"""
TARGETS = ".table :is(button, input:not([type=hidden]), summary, a)"
"""What can be tapped; a label around a box is as large as itself."""


def boxes(page: Page, chosen: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(BOXES, chosen)
    return found


def require_one_screen(page: Page, phase: str) -> None:
    """Require that all a decision needs is seen at once without scrolling."""
    page.evaluate("scrollTo(0, 0)")
    needed = boxes(page, NEEDED)
    assert len(needed) >= 2
    outside = [
        box
        for box in needed
        if box["top"] < 0 or box["left"] < 0 or box["bottom"] > HEIGHT or box["right"] > 390
    ]
    assert not outside, f"{phase}: {outside}"
    require_no_sideways_scroll(page)
    small = [
        box
        for box in boxes(page, TARGETS)
        if min(box["right"] - box["left"], box["bottom"] - box["top"]) < SMALLEST_TARGET
    ]
    assert not small, f"{phase}: {small}"
    lowest = max(box["bottom"] for box in boxes(page, "#t-pieces"))
    assert all(box["top"] > lowest for box in boxes(page, ".small-layout")), phase


def test_every_decision_fits_one_screen(loaded_visitors: Visitors) -> None:
    server = loaded_visitors.server
    pages = [loaded_visitors.open(None, **PHONE) for _ in range(3)]
    sit_down(*pages)
    first, second, third = in_order(*pages)
    cells = three_of_a_colour(first)
    require_one_screen(first, "the first roll")
    roll(server, first, cells[0])
    together(*pages)
    require_one_screen(first, "choosing a cell")
    require_one_screen(second, "using the roll of another")
    for page in (second, third):
        act(page, "a-decline")
        together(*pages)
    act(first, f"c{cells[0][0]}{cells[0][1]}")
    together(*pages)
    turn(server, second, (1, 1), first, third)
    turn(server, third, (1, 1), first, second)
    require_one_screen(first, "rolling or opting out")
    turn(server, first, cells[1], second, third)
    for page in (second, third):
        act(page, "a-out")
        together(*pages)
    for cell in cells[2:]:
        turn(server, first, cell)
    act(first, "a-out")
    together(*pages)
    require_one_screen(first, "placing stars")
    pick(first, *offer(first).suggested)
    require_one_screen(first, "stars picked")
    require_one_screen(second, "placing one star")


def test_no_page_of_buttons_scrolls_sideways(visitors: Visitors) -> None:
    pages = [visitors.open(None, **PHONE) for _ in range(4)]
    code = sit_down(*pages)
    watcher = visitors.open(None, **PHONE)
    for path in (
        "/rules/buttons/",
        "/rules/buttons/strategy/",
        "/games/new/?kind=buttons",
        f"/games/{code}/",
    ):
        watcher.goto(path)
        require_no_sideways_scroll(watcher)
    for page in pages:
        require_no_sideways_scroll(page)
    act(in_order(*pages)[0], "a-roll")
    together(*pages)
    for page in pages:
        require_no_sideways_scroll(page)
    watcher.goto(f"/games/{code}/replay/2/")
    require_no_sideways_scroll(watcher)

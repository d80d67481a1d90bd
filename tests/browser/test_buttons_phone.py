"""Buttons on a phone: what a decision needs is on one screen, and is large enough to tap."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.buttons_steps import KIND, dice_for, offer, pick, three_of_a_colour, turn
from tests.browser.tables import Table
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


def test_every_decision_fits_one_screen(visitors: Visitors) -> None:
    pages = [visitors.open(None, **PHONE) for _ in range(3)]
    table = Table(visitors.server, *pages, kind=KIND)
    first, second, third = table.in_order
    cells = three_of_a_colour(table, first)
    table.show(first, second)
    require_one_screen(first, "the first roll")
    table.act(first, "roll", dice_for(cells[0]))
    table.wait_for(first, second)
    require_one_screen(first, "choosing a cell")
    require_one_screen(second, "using the roll of another")
    for page in (second, third):
        table.act(page, "decline")
    table.act(first, f"place:{cells[0][0]},{cells[0][1]}")
    for page in (second, third):
        turn(table, page, (1, 1))
    table.wait_for(first)
    require_one_screen(first, "rolling or opting out")
    turn(table, first, cells[1])
    for page in (second, third):
        table.act(page, "opt-out")
    for cell in cells[2:]:
        turn(table, first, cell)
    table.act(first, "opt-out")
    table.wait_for(first, second)
    require_one_screen(first, "placing stars")
    pick(first, *offer(first).suggested)
    require_one_screen(first, "stars picked")
    require_one_screen(second, "placing one star")


def test_no_page_of_buttons_scrolls_sideways(visitors: Visitors) -> None:
    table = Table(visitors.server, *(visitors.open(None, **PHONE) for _ in range(4)), kind=KIND)
    watcher = visitors.open(None, **PHONE)
    for path in (
        "/rules/buttons/",
        "/rules/buttons/strategy/",
        "/games/new/?kind=buttons",
        f"/games/{table.code}/",
    ):
        watcher.goto(path)
        require_no_sideways_scroll(watcher)
    first, second = pages = table.in_order[:2]
    table.show(*pages)
    for page in pages:
        require_no_sideways_scroll(page)
    table.act(first, "roll", "123456")
    table.wait_for(first, second)
    for page in pages:
        require_no_sideways_scroll(page)
    watcher.goto(f"/games/{table.code}/replay/2/")
    require_no_sideways_scroll(watcher)

"""A live game in which somebody's time runs out."""

from datetime import timedelta
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.server import Server
from tests.browser.steps import at_table
from tests.browser.tables import open_table, post
from tests.browser.visitors import Visitors

DUE = """() => Object.fromEntries(document.getElementById("t-clocks").dataset.clocks.split(" ")
  .map((clock) => clock.split(":")).filter((clock) => clock[2])
  .map(([player, , due]) => [player, Number(due)]))"""
LIVE: dict[str, Any] = {"time": "live", "pace": "own", "bank": "2", "per_decision": "20"}


def due_at(page: Page, code: str) -> dict[str, int]:
    """Return when the clocks at a table run out, in milliseconds by the server's clock."""
    page.goto(f"/games/{code}/")
    due: dict[str, int] = page.evaluate(DUE)
    return due


def turn_page(pages: list[Page], code: str) -> Page:
    """Open the table on all pages, and return the one whose turn it is."""
    for page in pages:
        page.goto(f"/games/{code}/")
        at_table(page)
    return next(p for p in pages if p.locator("#t-status[data-turn='me']").count())


def roll(page: Page, code: str) -> None:
    token = page.locator("#t-controls [name=token]").first.get_attribute("value")
    post(page, f"/games/{code}/act/", action="roll", token=token or "")


def test_who_lets_their_time_run_out_loses_a_live_game(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    pages = [timely_visitors.open(None), timely_visitors.open(None)]
    code = open_table(*pages, **LIVE)
    late = turn_page(pages, code)
    [other] = [page for page in pages if page is not late]
    expect(late.locator("#t-seats .clock").first).to_be_visible()
    roll(late, code)
    timely_server.pass_time(timedelta(seconds=120))
    expect(other.locator("#t-status")).to_contain_text("rolled")
    timely_server.pass_time(timedelta(seconds=40))
    for page in pages:
        expect(page.locator("#t-status")).to_contain_text("time")
    expect(other.locator("#t-controls .end")).to_contain_text("You won")
    expect(late.locator("#t-controls .end")).not_to_contain_text("You won")
    expect(late.locator("#t-seats .clock")).to_have_count(0)

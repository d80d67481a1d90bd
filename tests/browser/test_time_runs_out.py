"""Games in which somebody's time runs out, or would, if the site had not been away."""

import re
from datetime import timedelta
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.server import Server
from tests.browser.steps import at_table
from tests.browser.tables import open_table, post, send
from tests.browser.test_recovery import NETWORK
from tests.browser.visitors import Visitors
from tests.refusals import TOLD

TABLES = 10
AWAY = timedelta(seconds=90)
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
    browser: Browser, timely_server: Server
) -> None:
    with Visitors(browser, timely_server).watched() as visitors:
        pages = [visitors.open(None), visitors.open(None)]
        code = open_table(*pages, **LIVE)
        late = turn_page(pages, code)
        [other] = [page for page in pages if page is not late]
        expect(late.locator("#t-seats .clock").first).to_be_visible()
        roll(late, code)
        timely_server.set_clock(timedelta(seconds=120))
        expect(other.locator("#t-status")).to_contain_text("rolled")
        timely_server.set_clock(timedelta(seconds=160))
        for page in pages:
            expect(page.locator("#t-status")).to_contain_text("time")
        expect(other.locator("#t-controls .end")).to_contain_text("You have won")
        expect(late.locator("#t-controls .end")).not_to_contain_text("You have won")
        expect(late.locator("#t-seats .clock")).to_have_count(0)


def test_who_never_begins_ends_the_game_without_result(
    browser: Browser, timely_server: Server
) -> None:
    with Visitors(browser, timely_server).watched() as visitors:
        pages = [visitors.open(None), visitors.open(None)]
        code = open_table(*pages, **LIVE | {"bank": "10"})
        turn_page(pages, code)
        timely_server.set_clock(timedelta(seconds=310))
        for page in pages:
            expect(page.locator("#t-log")).to_contain_text("never made a move.")
            expect(page.locator("#t-controls .end")).to_contain_text("ends without result")
            expect(page.locator("#t-controls .end")).to_contain_text("Nobody has won")


def test_what_is_pressed_after_the_end_of_the_clock_is_refused_with_a_sentence(
    browser: Browser, timely_server: Server
) -> None:
    with Visitors(browser, timely_server).watched() as visitors:
        pages = [visitors.open(None), visitors.open(None)]
        code = open_table(*pages, **LIVE)
        late = turn_page(pages, code)
        token = late.locator("#t-controls [name=token]").first.get_attribute("value")
        timely_server.set_clock(timedelta(seconds=141))
        answer = send(late, f"/games/{code}/act/", action="roll", token=token or "")
        assert answer.status == 409
        # The referee may have been quicker: then the game is over.
        assert TOLD.findall(answer.text())[0] in {"time-is-up", "over"}


def test_nobody_loses_a_second_where_the_site_was_killed_and_the_table_says_why(
    browser: Browser, switched_off_server: Server
) -> None:
    server = switched_off_server
    with Visitors(browser, server).watched() as visitors:
        visitors.allow(NETWORK)
        pages = [visitors.open(None), visitors.open(None)]
        codes = [open_table(*pages, **LIVE) for _ in range(TABLES)]
        for code in codes:
            page = turn_page(pages, code)
            roll(page, code)
        before = {code: due_at(pages[0], code) for code in codes}
        assert all(len(clocks) == 1 for clocks in before.values())
        server.kill()
        server.set_clock(AWAY)
        server.start()
        for code in codes:
            log = pages[0].locator("#t-log")
            pages[0].goto(f"/games/{code}/")
            expect(log).to_contain_text("away", timeout=30_000)
            said = re.search(r"away for (\d+) second", log.inner_text())
            gained = [
                (after - earlier) / 1000
                for after, earlier in zip(
                    due_at(pages[0], code).values(), before[code].values(), strict=True
                )
            ]
            assert min(gained) >= AWAY.total_seconds()
            assert said is None or int(said[1]) >= AWAY.total_seconds()

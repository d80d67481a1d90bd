"""Who is at a table, and what is offered where an opponent has gone in their turn."""

from datetime import timedelta

from playwright.sync_api import Browser, Page, expect

from tests.browser.server import Server
from tests.browser.steps import click
from tests.browser.tables import open_table
from tests.browser.test_recovery import NETWORK
from tests.browser.test_time_runs_out import LIVE, turn_page
from tests.browser.visitors import Visitors

CAN_SLEEP = """
  const sockets = new Set();
  let sleeps = false;
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(address, ...rest) {
      super(sleeps ? address.replace("/ws/", "/none/") : address, ...rest);
      sockets.add(this);
    }
  };
  Object.defineProperty(document, "visibilityState", { get: () => sleeps ? "hidden" : "visible" });
  function turn(asleep) {
    sleeps = asleep;
    if (asleep) for (const socket of sockets) socket.close();
    document.dispatchEvent(new Event("visibilitychange"));
  }
  window.fallAsleep = () => turn(true);
  window.wakeUp = () => turn(false);
"""
"""Lets a page lose its sockets and ask for nothing, as one does on a phone in a pocket."""

SLOW = LIVE | {"bank": "20", "per_decision": "60"}


def left_alone(visitors: Visitors, *, moves: bool = True) -> tuple[Page, Page, str]:
    """Have somebody leave in their turn; return the page of the other, theirs, and the table."""
    pages = [visitors.open(None), visitors.open(None)]
    code = open_table(*pages, **SLOW)
    leaver = turn_page(pages, code)
    [other] = [page for page in pages if page is not leaver]
    mark = other.locator("#t-seats .seat:not(.me) .presence")
    expect(mark).to_have_attribute("data-is", "here")
    expect(other.locator("#t-seats .seat.me .presence")).to_have_count(0)
    if moves:
        click(leaver, "a-roll")
        expect(other.locator("#t-status")).to_have_attribute("data-version", "1")
    leaver.goto("/rules/")
    expect(mark).to_have_attribute("data-is", "away")
    expect(mark).to_have_attribute("title", "is away")
    expect(other.locator("#t-absent")).to_be_hidden()
    return other, leaver, code


def let_a_minute_pass(server: Server, page: Page) -> None:
    server.set_clock(timedelta(seconds=75))
    page.reload()  # its own clock has not been set
    expect(page.locator("#t-seats .seat:not(.me) .presence")).to_have_attribute("data-is", "gone")


def test_a_closed_page_is_away_at_first_and_gone_after_a_minute_and_the_win_can_be_claimed(
    browser: Browser, timely_server: Server
) -> None:
    with Visitors(browser, timely_server).watched() as visitors:
        page, _, _ = left_alone(visitors)
        let_a_minute_pass(timely_server, page)
        offer = page.locator("#t-absent")
        expect(offer).to_contain_text("has left the table, and it is their turn.")
        offer.get_by_role("button", name="Claim the win").click()
        expect(page.locator("#t-controls .end")).to_contain_text("You have won")
        expect(offer).to_be_hidden()
        expect(page.locator("#t-log")).to_contain_text("and nobody waited any longer")


def test_a_game_in_which_they_never_moved_can_only_be_ended(
    browser: Browser, timely_server: Server
) -> None:
    with Visitors(browser, timely_server).watched() as visitors:
        page, _, _ = left_alone(visitors, moves=False)
        let_a_minute_pass(timely_server, page)
        page.locator("#t-absent").get_by_role("button", name="End the game").click()
        expect(page.locator("#t-controls .end")).to_be_visible()
        expect(page.locator("#t-controls .end")).not_to_contain_text("You have won")
        expect(page.locator("#t-log")).to_contain_text("never made a move")


def test_the_game_goes_on_with_the_bot_that_was_put_in(
    browser: Browser, timely_server: Server
) -> None:
    with Visitors(browser, timely_server).watched() as visitors:
        page, _, _ = left_alone(visitors)
        let_a_minute_pass(timely_server, page)
        page.locator("#t-absent").get_by_role("button", name="play on").click()
        expect(page.locator("#t-seats .seat:not(.me)")).to_contain_text("bot")
        expect(page.locator("#t-absent")).to_be_hidden()
        expect(page.locator("#t-status")).to_have_attribute("data-turn", "me")


def test_who_waits_is_left_in_peace_and_who_comes_back_is_here(
    browser: Browser, timely_server: Server
) -> None:
    with Visitors(browser, timely_server).watched() as visitors:
        page, leaver, code = left_alone(visitors)
        let_a_minute_pass(timely_server, page)
        page.locator("#t-absent").get_by_role("button", name="Wait").click()
        expect(page.locator("#t-absent")).to_be_hidden()
        leaver.goto(f"/games/{code}/")
        mark = page.locator("#t-seats .seat:not(.me) .presence")
        expect(mark).to_have_attribute("data-is", "here")
        expect(page.locator("#t-absent")).to_be_hidden()


def test_whose_page_slept_at_a_waiting_table_loses_their_seat_and_is_told(
    browser: Browser, timely_server: Server
) -> None:
    with Visitors(browser, timely_server).watched() as visitors:
        host, sleeper = visitors.open(None), visitors.open(None)
        code = open_table(host, sleeper, size=3, **LIVE)
        sleeper.add_init_script(CAN_SLEEP)
        for page in (host, sleeper):
            page.goto(f"/games/{code}/")
            expect(page.locator("#t-seats .me")).to_have_count(1)
        mark = host.locator("#t-seats .seat:not(.me) .presence")
        expect(mark).to_have_attribute("data-is", "here")
        visitors.allow(NETWORK)
        sleeper.evaluate("fallAsleep()")
        expect(mark).to_have_attribute("data-is", "away")
        timely_server.set_clock(timedelta(seconds=160))
        expect(host.locator("#t-seats .free")).to_have_count(2)
        sleeper.evaluate("wakeUp()")
        expect(sleeper.locator("#t-notice")).to_contain_text("your seat is free again")
        expect(sleeper.locator("#t-seats .me")).to_have_count(0)

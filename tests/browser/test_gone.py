"""Who is at a table, and what is offered where an opponent has gone in their turn."""

import re
from datetime import timedelta

from playwright.sync_api import Page, expect

from tests.browser.server import Server
from tests.browser.steps import act, wait_for_version
from tests.browser.tables import look_at, open_table
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


def test_who_has_left_in_their_turn_is_away_then_gone_and_need_not_be_waited_for(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    pages = [timely_visitors.open(None), timely_visitors.open(None)]
    code = open_table(*pages, **SLOW)
    leaver = turn_page(pages, code)
    [page] = [page for page in pages if page is not leaver]
    mark, offer = page.locator("#t-seats .seat:not(.me) .presence"), page.locator("#t-absent")
    expect(mark).to_have_attribute("data-is", "here")
    expect(page.locator("#t-seats .seat.me .presence")).to_have_count(0)
    offer_when_left(timely_server, page, leaver)
    expect(offer.get_by_role("button", name="End the game")).to_be_visible()  # no move so far
    offer.get_by_role("button", name="Wait").click()
    expect(offer).to_be_hidden()

    look_at(code, leaver)
    expect(mark).to_have_attribute("data-is", "here")
    expect(offer).to_be_hidden()
    act(leaver, "a-roll")
    wait_for_version(page, 1)
    offer_when_left(timely_server, page, leaver)
    expect(offer).to_contain_text("left during their turn.")
    expect(offer.get_by_role("button", name="play on")).to_be_visible()
    offer.get_by_role("button", name="Claim the win").click()
    expect(page.locator("#t-controls .end")).to_contain_text("You won")
    expect(offer).to_be_hidden()
    expect(page.locator("#t-log")).to_contain_text("so the wait ended")


def offer_when_left(server: Server, page: Page, leaver: Page) -> None:
    """Have somebody leave the table in their turn, until the other need not wait for them."""
    mark, offer = page.locator("#t-seats .seat:not(.me) .presence"), page.locator("#t-absent")
    leaver.goto("/rules/")
    expect(mark).to_have_attribute("data-is", "away")
    expect(mark).to_have_attribute("title", "away")
    expect(offer).to_be_hidden()
    server.pass_time(timedelta(seconds=75))
    page.reload()  # its own clock has not been set
    expect(mark).to_have_attribute("data-is", "gone")
    expect(offer).to_be_visible()


def test_whose_page_slept_at_a_waiting_table_loses_their_seat_and_is_told(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    host, sleeper = timely_visitors.open(None), timely_visitors.open(None)
    code = open_table(host, sleeper, size=3, **LIVE)
    sleeper.add_init_script(CAN_SLEEP)
    for page in (host, sleeper):
        page.goto(f"/games/{code}/")
        expect(page.locator("#t-seats .me")).to_have_count(1)
    mark = host.locator("#t-seats .seat:not(.me) .presence")
    expect(mark).to_have_attribute("data-is", "here")
    timely_visitors.allow(NETWORK)
    sleeper.evaluate("fallAsleep()")
    expect(mark).to_have_attribute("data-is", "away")
    timely_server.pass_time(timedelta(seconds=160))
    expect(host.locator("#t-seats .free")).to_have_count(2)
    sleeper.evaluate("wakeUp()")
    expect(sleeper.locator("#t-notice")).to_contain_text("we freed your seat")
    expect(sleeper.locator("#t-seats .me")).to_have_count(0)


def test_a_page_that_slept_does_not_hear_that_its_own_player_has_left(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    pages = [timely_visitors.open(None), timely_visitors.open(None)]
    page = turn_page(pages, open_table(*pages, **SLOW))
    timely_server.pass_time(timedelta(seconds=75))
    page.reload()
    expect(page.locator("#t-seats .presence")).to_have_attribute("data-is", "here")
    page.evaluate("""() => {
      const [player] = document.querySelector("#t-seats .me").id.match(/\\d+$/);
      const target = document.getElementById("t-viewers");
      target.dataset.away = `${player}:1`;
      document.dispatchEvent(new CustomEvent("htmx:oobAfterSwap", { detail: { target } }));
    }""")
    expect(page.locator("#t-viewers")).to_have_attribute("data-away", re.compile(r"^\d:1$"))
    expect(page.locator("#t-absent")).to_be_hidden()


def test_a_mark_in_a_seat_that_has_become_the_viewers_own_goes(visitors: Visitors) -> None:
    me, other = visitors.open(None), visitors.open(None)
    look_at(open_table(me, other), me)
    marks = me.locator("#t-seats .presence")
    expect(marks).to_have_count(1)
    me.locator("#t-seats .me").evaluate("""(mine) => {
      mine.querySelector(".name").replaceWith(
        document.querySelector("#t-seats .seat:not(.me) .name").cloneNode(true));
      document.dispatchEvent(new CustomEvent("htmx:oobAfterSwap", { detail: { target: mine } }));
    }""")
    expect(me.locator("#t-seats .me .presence")).to_have_count(0)
    expect(marks).to_have_count(1)

"""After a broken connection a page shows what came meanwhile and which decisions are still open."""

import pytest
from playwright.sync_api import Page

from tests.browser.buttons_steps import offer, place, roll, sit_down, together
from tests.browser.server import Server
from tests.browser.steps import act, look, wait_for_version, wait_live
from tests.browser.test_recovery import LOST, NETWORK
from tests.browser.visitors import Visitors
from tests.browser.wire import Wire

pytestmark = pytest.mark.services

COUNT_TRIES = """() => {
  window.tries = 0;
  document.addEventListener("disconnect", () => (tries += 1));
}"""
TRIES_IN_VAIN = 2


def test_who_is_cut_off_amid_decisions_catches_up_by_itself_and_finds_what_is_still_open(
    visitors: Visitors,
) -> None:
    visitors.allow(NETWORK)
    wires = [Wire(visitors.server.port) for _ in range(3)]
    pages = [visitors.open(None, base_url=wire.url) for wire in wires]
    wire_of = dict(zip(pages, wires, strict=True))
    try:
        order = sit_down(visitors.server, *pages).in_order
        one_is_cut_off(visitors.server, order, wire_of[order[2]])
    finally:
        for page, wire in wire_of.items():
            page.context.close()
            wire.close()


def one_is_cut_off(server: Server, pages: list[Page], wire: Wire) -> None:
    """The first rolls and the second declines without the third, who still has a choice then."""
    roller, second, cut_off = pages
    roll(server, roller, (3, 3))
    together(*pages)
    had = offer(cut_off)
    assert had.place
    wire.cut()
    cut_off.wait_for_function(LOST)
    cut_off.evaluate(COUNT_TRIES)
    place(roller, "c33")
    together(roller, second)
    newest = act(second, "a-decline")
    assert newest > look(cut_off).version
    cut_off.wait_for_function(f"() => tries >= {TRIES_IN_VAIN}")
    wire.mend()
    wait_for_version(cut_off, newest)
    wait_live(cut_off)
    assert offer(cut_off) == had
    act(cut_off, "a-place")
    together(*pages)
    assert not offer(cut_off).place
    assert offer(second).roll

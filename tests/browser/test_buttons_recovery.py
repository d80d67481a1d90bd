"""After a broken connection every page shows exactly which decisions are still open."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import events, offer, roll, sit_down, together
from tests.browser.server import Server
from tests.browser.steps import act, look, wait_for_version, wait_live
from tests.browser.test_recovery import LOST, NETWORK
from tests.browser.visitors import Visitors
from tests.browser.wire import Wire

pytestmark = pytest.mark.services


def test_who_is_cut_off_amid_decisions_finds_what_is_still_open(visitors: Visitors) -> None:
    visitors.allow(NETWORK)
    wires = [Wire(visitors.server.port) for _ in range(3)]
    pages = [visitors.open(None, base_url=wire.url) for wire in wires]
    wire_of = dict(zip(pages, wires, strict=True))
    try:
        order = sit_down(visitors.server, *pages).in_order
        all_are_cut_off(visitors.server, order, wires)
        one_is_cut_off(visitors.server, order, wire_of[order[2]])
    finally:
        for page, wire in wire_of.items():
            page.context.close()
            wire.close()


def all_are_cut_off(server: Server, pages: list[Page], wires: list[Wire]) -> None:
    """The first has rolled and the second placed; the first and the third do so afterwards."""
    roller, second, third = pages
    roll(server, roller, (1, 1))
    together(*pages)
    act(second, "a-place")
    together(*pages)

    for wire in wires:
        wire.cut()
    for page in pages:
        page.wait_for_function(LOST)
    cell = offer(roller).cells[0]
    roller.locator(f"#{cell}").click()
    expect(roller.locator("#t-notice")).to_contain_text("did not reach the table")
    for wire in wires:
        wire.mend()
    for page in pages:
        wait_live(page)

    assert not offer(second).anything
    assert offer(third).place
    assert offer(third).decline
    newest = act(roller, cell)
    assert [kind for kind, _ in events(roller)[2:]] == ["placed", "placed"]
    wait_for_version(third, newest)
    assert offer(third).place
    act(third, "a-place")
    together(*pages)
    assert offer(second).roll
    assert [kind for kind, _ in events(roller)[2:]] == ["placed"] * 3


def one_is_cut_off(server: Server, pages: list[Page], wire: Wire) -> None:
    """The second rolls and the first declines without the third, who still has a choice then."""
    other, roller, cut_off = pages
    roll(server, roller, (3, 3))
    together(*pages)
    had = offer(cut_off)
    assert had.place
    wire.cut()
    cut_off.wait_for_function(LOST)
    act(roller, "c33")
    together(roller, other)
    newest = act(other, "a-decline")
    assert newest > look(cut_off).version
    wire.mend()
    wait_for_version(cut_off, newest)
    wait_live(cut_off)
    assert offer(cut_off) == had
    act(cut_off, "a-place")
    together(*pages)
    assert not offer(cut_off).place

"""After a broken connection every page shows exactly which decisions are still open."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import KIND, events, offer, roll, sit_down, together, turn
from tests.browser.server import Server
from tests.browser.steps import act, look, wait_for_version, wait_live
from tests.browser.tables import Table
from tests.browser.test_recovery import LOST, NETWORK
from tests.browser.visitors import Visitors
from tests.browser.wire import Wire

pytestmark = pytest.mark.services


def test_two_cut_off_amid_decisions_find_what_is_still_open(visitors: Visitors) -> None:
    visitors.allow(NETWORK)
    wire = Wire(visitors.server.port)
    pages = [visitors.open(None, base_url=wire.url) for _ in range(3)]
    try:
        _decide_while_cut_off(sit_down(visitors.server, *pages), wire)
    finally:
        for page in pages:
            page.context.close()
        wire.close()


def _decide_while_cut_off(table: Table, wire: Wire) -> None:
    pages = roller, second, third = table.in_order
    act(roller, "a-roll")
    together(*pages)
    act(second, "a-place")
    together(*pages)

    wire.cut()
    for page in pages:
        page.wait_for_function(LOST)
    cell = offer(roller).cells[0]
    roller.locator(f"#{cell}").click()
    expect(roller.locator("#t-notice")).to_contain_text("did not reach the table")
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


def test_who_is_cut_off_alone_still_has_a_choice_when_back(visitors: Visitors) -> None:
    visitors.allow(NETWORK)
    wire = Wire(visitors.server.port)
    cut_off = visitors.open(None, base_url=wire.url)
    others = [visitors.open(None), visitors.open(None)]
    try:
        _decide_without(visitors.server, cut_off, others, wire)
    finally:
        cut_off.context.close()
        wire.close()


def _decide_without(server: Server, cut_off: Page, others: list[Page], wire: Wire) -> None:
    pages = [cut_off, *others]
    table = Table(server, *pages, kind=KIND)
    if table.in_order[0] is cut_off:
        turn(table, cut_off, (1, 1))
    table.show()
    roller, other = (page for page in table.in_order if page is not cut_off)
    roll(server, roller, (3, 3))
    together(*pages)
    had = offer(cut_off)
    assert had.place
    wire.cut()
    cut_off.wait_for_function(LOST)
    act(roller, "c33")
    together(*others)
    newest = act(other, "a-decline")
    assert newest > look(cut_off).version
    wire.mend()
    wait_for_version(cut_off, newest)
    wait_live(cut_off)
    assert offer(cut_off) == had
    act(cut_off, "a-place")
    together(*pages)
    assert not offer(cut_off).place


def test_a_killed_server_keeps_every_decision_and_every_open_choice(
    own_server: Server, own_visitors: Visitors
) -> None:
    own_visitors.allow(NETWORK)
    table = sit_down(own_server, *(own_visitors.open(None) for _ in range(3)))
    pages = roller, second, third = table.in_order
    act(roller, "a-roll")
    together(*pages)
    act(third, "a-decline")
    together(*pages)
    had = [offer(page) for page in (roller, second, third)]

    own_server.kill()
    for page in pages:
        page.wait_for_function(LOST)
    own_server.start()
    for page in pages:
        wait_live(page)
        page.reload()
        wait_live(page)
    assert [offer(page) for page in (roller, second, third)] == had
    assert not had[2].anything
    act(second, "a-place")
    together(*pages)
    act(roller, had[0].cells[-1])
    together(*pages)
    assert [kind for kind, _ in events(roller)[2:]] == ["declined", "placed", "placed"]
    assert offer(second).roll

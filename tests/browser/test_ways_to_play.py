"""By pointer, keys and touch a whole game is played, with sockets and where there are none."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import Hand, at_table, look, play_to_the_end, press, record
from tests.browser.tables import Table
from tests.browser.visitors import Visitors

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

ROLLS = "1111 1111 2222  6666 6666 5555  6666  1222 1222 1222  1111  1111  1222 1222 4444"
"""By turns: the first of three players wins, and each of the others goes bust."""

NO_SOCKETS = """
window.WebSocket = class extends EventTarget {
  constructor() {
    super();
    setTimeout(() => this.onclose(new CloseEvent("close", { code: 1006 })));
  }
  readyState = 3;
  send() {}
  close() {}
};
"""
"""Each is closed at once, as behind a proxy that lets none through."""


def tap(page: Page, control: str) -> None:
    page.locator(f"#{control}").tap()


@pytest.mark.parametrize("sockets", [True, False], ids=["with sockets", "without sockets"])
def test_a_whole_game_is_played_by_pointer_keys_and_touch(
    visitors: Visitors, *, sockets: bool
) -> None:
    ada, bob, eve = visitors.open(None), visitors.open(None), visitors.open(None, **PHONE)
    table = Table(visitors.server, ada, bob, eve)
    hands = {ada: Hand(ada), bob: Hand(bob, press), eve: Hand(eve, tap)}
    for page in hands:
        if not sockets:
            page.add_init_script(NO_SOCKETS)
        page.goto(f"/games/{table.code}/")
        if sockets:
            at_table(page)
        else:
            page.wait_for_function("() => document.documentElement.dataset.live === 'no'")

    visitors.server.load(ROLLS, game=table.code)
    steps = play_to_the_end(*hands.values())

    saved = record(ada, table.code)
    assert [event["seq"] for event in saved["events"]] == list(range(1, steps + 1))
    assert saved["outcome"]["termination"] == "columns"
    assert {event["player"] for event in saved["events"] if event.get("bust")} == {1, 2}
    for page in hands:
        assert look(page).version == steps
        expect(page.locator("#t-controls .end")).to_be_visible()

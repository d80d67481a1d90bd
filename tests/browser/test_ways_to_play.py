"""By pointer, keys and touch a whole game is played, with sockets and where there are none."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import ButtonsHand, Keys
from tests.browser.steps import Hand, at_table, look, play_to_the_end, press, record
from tests.browser.tables import Table
from tests.browser.visitors import Visitors

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

CANTSTOP_ROLLS = "1111 1111 2222  6666 6666 5555  6666  1222 1222 1222  1111  1111  1222 1222 4444"
"""By turns: the first of three players wins, and each of the others goes bust."""

BUTTONS_ROLLS = "122222 133333 144444 155555 166666"
"""One a round, in which each of the players places a button there, and then a star."""

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
class TestAWholeGameIsPlayedByPointerKeysAndTouch:
    def test_of_cantstop(self, visitors: Visitors, *, sockets: bool) -> None:
        pages = three_people(visitors)
        code = sit_down(visitors, "cantstop", pages, sockets=sockets)
        ada, bob, eve = pages

        visitors.server.load(CANTSTOP_ROLLS, game=code)
        steps = play_to_the_end(Hand(ada), Hand(bob, press), Hand(eve, tap))

        saved = require_the_end(code, pages, steps)
        assert saved["outcome"]["termination"] == "columns"
        assert {event["player"] for event in saved["events"] if event.get("bust")} == {1, 2}

    def test_of_buttons(self, visitors: Visitors, *, sockets: bool) -> None:
        pages = three_people(visitors)
        code = sit_down(visitors, "buttons", pages, sockets=sockets)
        ada, bob, eve = pages

        visitors.server.load(BUTTONS_ROLLS, game=code)
        steps = play_to_the_end(
            ButtonsHand(ada, enough=1),
            ButtonsHand(bob, Keys(), enough=1),
            ButtonsHand(eve, tap, enough=1),
        )

        saved = require_the_end(code, pages, steps)
        assert saved["outcome"]["termination"] == "line"


def three_people(visitors: Visitors) -> list[Page]:
    return [visitors.open(None), visitors.open(None), visitors.open(None, **PHONE)]


def sit_down(visitors: Visitors, kind: str, pages: list[Page], *, sockets: bool) -> str:
    """Seat these people at a table of their own, and look at it; return its code."""
    table = Table(visitors.server, *pages, kind=kind)
    for page in pages:
        if not sockets:
            page.add_init_script(NO_SOCKETS)
        page.goto(f"/games/{table.code}/")
        if sockets:
            at_table(page)
        else:
            page.wait_for_function("() => document.documentElement.dataset.live === 'no'")
    return table.code


def require_the_end(code: str, pages: list[Page], steps: int) -> Any:
    """Require that all of the game is kept and that each page shows its end; return its record."""
    saved = record(pages[0], code)
    assert [event["seq"] for event in saved["events"]] == list(range(1, steps + 1))
    for page in pages:
        assert look(page).version == steps
        expect(page.locator("#t-controls .end")).to_be_visible()
    return saved

"""Two people play a whole game of Buttons, one of them by keyboard alone, and one watches."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.browsers import IN_FIREFOX
from tests.browser.buttons_steps import KIND, ButtonsHand, Keys
from tests.browser.steps import (
    Look,
    create_table,
    join,
    look,
    play_to_the_end,
    record,
    wait_for_version,
)
from tests.browser.tables import look_at
from tests.browser.test_weight import pushes, told
from tests.browser.visitors import Visitors

EVENTS_OF_THE_FIRST_ROUND = 14
FIRST_ROUND = ("611111", "433333", "255555")
A_ROW_OF_STARS = ("122222", "133333", "144444", "155555", "166666")
"""One roll a round: both place a button there, and then a star."""


def test_two_people_play_a_whole_game_and_a_third_sees_how_it_ends(
    visitors: Visitors, measured: Callable[[str], None]
) -> None:
    ada, bob, eve = (visitors.open() for _ in range(3))
    code = create_table(ada, KIND)
    join(bob, code)
    look_at(code, eve)
    for page in (ada, bob):
        wait_for_version(page, 1)
    # Of sockets that are open only Chromium tells what they receive.
    sizes = {} if IN_FIREFOX else {"player": pushes(ada), "spectator": pushes(eve)}
    began = time.monotonic()
    hands = ButtonsHand(ada, enough=3), ButtonsHand(bob, Keys(), enough=3)

    def hurry(seen: Look) -> None:
        if seen.version > EVENTS_OF_THE_FIRST_ROUND:
            for hand in hands:
                hand.enough = 1

    visitors.server.load(*FIRST_ROUND, *A_ROW_OF_STARS, game=code)
    steps = play_to_the_end(*hands, after_each=hurry)

    for who, seen in sizes.items():
        measured(f"Buttons: {told(seen, who)}")
    measured(f"a game of Buttons: {steps} events in {time.monotonic() - began:.0f} s")
    wait_for_version(eve, steps)
    saved = record(eve, code)
    assert [event["seq"] for event in saved["events"]] == list(range(1, steps + 1))
    assert saved["outcome"]["termination"] == "line"
    for page in (ada, bob, eve):
        assert look(page).version == steps
        expect(page.locator("#t-controls .end")).to_be_visible()
        require_same_stars(page, eve)
    winners = {saved["players"][player]["name"] for player in saved["outcome"]["winners"]}
    for name in winners:
        expect(eve.locator("#t-controls h2")).to_contain_text(name)
    for page in (ada, bob):
        won = page.locator("header .menu summary").inner_text() in winners
        expect(page.locator("#t-seats .me .won")).to_have_count(int(won))
    eve.get_by_role("link", name="Replay", exact=True).click()
    eve.wait_for_url(re.compile(r"/replay/\d+/$"))  # loaded: the keys work
    eve.keyboard.press("Home")
    expect(eve.locator("#t-seats .won")).to_have_count(0)
    eve.keyboard.press("End")
    expect(eve.locator("#t-seats .won").first).to_be_visible()


def players(page: Page) -> list[str]:
    """Return the pages of who sits here: each reads their own name as "You"."""
    found: list[str] = page.locator("#t-seats a.name").evaluate_all(
        "(links) => links.map((link) => link.getAttribute('href'))"
    )
    return found


def require_same_stars(page: Page, other: Page) -> None:
    """Require that both pages show the same stars beside the same players."""
    seats = [sorted(zip(players(shown), stars(shown), strict=True)) for shown in (page, other)]
    assert seats[0] == seats[1]


def stars(page: Page) -> list[str]:
    return page.locator("#t-seats .seat > .score").all_inner_texts()

"""Three people play a whole game of Buttons, one of them by keyboard alone, and one watches."""

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import ButtonsHand, Keys, sit_down, watch
from tests.browser.steps import look, play_to_the_end, record, wait_for_version
from tests.browser.test_weight import pushes, told
from tests.browser.visitors import Visitors


def test_three_people_play_a_whole_game_and_a_fourth_sees_how_it_ends(
    visitors: Visitors, measured: Callable[[str], None]
) -> None:
    ada, bob, cleo, eve = (visitors.open(reduced_motion="reduce") for _ in range(4))
    code = sit_down(ada, bob, cleo)
    watch(eve, code)
    sizes = {"player": pushes(ada), "spectator": pushes(eve)}
    began = time.monotonic()

    steps = play_to_the_end(ButtonsHand(ada), ButtonsHand(bob, Keys()), ButtonsHand(cleo))

    for who, seen in sizes.items():
        measured(f"Buttons: {told(seen, who)}")
    measured(f"a game of Buttons: {steps} events in {time.monotonic() - began:.0f} s")
    wait_for_version(eve, steps)
    saved = record(eve, code)
    assert [event["seq"] for event in saved["events"]] == list(range(1, steps + 1))
    assert saved["outcome"]["termination"] in {"line", "stars"}
    for page in (ada, bob, cleo, eve):
        assert look(page).version == steps
        expect(page.locator("#t-controls .end")).to_be_visible()
        require_same_stars(page, eve)
    winners = {saved["players"][player]["name"] for player in saved["outcome"]["winners"]}
    for name in winners:
        expect(eve.locator("#t-controls h2")).to_contain_text(name)
    for page in (ada, bob, cleo):
        won = page.locator("header .menu summary").inner_text() in winners
        expect(page.locator("#t-seats .me .won")).to_have_count(int(won))


def require_same_stars(page: Page, other: Page) -> None:
    """Require that both pages show the same stars beside the same names."""
    seats = [
        sorted(zip(shown.locator("#t-seats .name").all_inner_texts(), stars(shown), strict=True))
        for shown in (page, other)
    ]
    assert seats[0] == seats[1]


def stars(page: Page) -> list[str]:
    return page.locator("#t-seats .seat > .stars").all_inner_texts()

"""Two people play a whole game of Buttons, one of them by keyboard alone, and one watches."""

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.browser.browsers import IN_FIREFOX
from tests.browser.buttons_steps import KIND, ButtonsHand, Keys
from tests.browser.steps import look, play_to_the_end, record, wait_for_version, whose_turn
from tests.browser.tables import Table
from tests.browser.test_weight import pushes, told
from tests.browser.visitors import Visitors

EVENTS_OF_THE_FIRST_ROUND = 14
FIRST_ROUND = ("611111", "433333", "255555")
A_ROW_OF_STARS = ("122222", "133333", "144444", "155555", "166666")
"""One roll a round: both place a button there, and then a star."""


def test_two_people_play_a_whole_game_and_a_third_sees_how_it_ends(
    visitors: Visitors, measured: Callable[[str], None]
) -> None:
    """They play the last two rounds on pages, and those before without any."""
    ada, bob, eve = (visitors.open(None) for _ in range(3))
    table = Table(visitors.server, ada, bob, kind=KIND)
    code = table.code
    *rounds_before, last = A_ROW_OF_STARS
    for faces in rounds_before:
        play_a_round(table, faces)
    # Of sockets that are open only Chromium tells what they receive.
    sizes = {} if IN_FIREFOX else {"player": pushes(ada), "spectator": pushes(eve)}
    table.show(ada, bob, eve)
    hands = ButtonsHand(ada, enough=2), ButtonsHand(bob, Keys(), enough=2)
    visitors.server.load(*FIRST_ROUND[:2], game=code)
    # Both place two buttons, opt out and place a star.
    play_until(hands, version=table.state.seq + 10)

    visitors.server.load(last, game=code)
    for hand in hands:
        hand.enough = 1
    steps = play_to_the_end(*hands)

    for who, seen in sizes.items():
        measured(f"Buttons: {told(seen, who)}")
    wait_for_version(eve, steps)
    saved = record(eve, code)
    assert [event["seq"] for event in saved["events"]] == list(range(1, steps + 1))
    assert saved["outcome"]["termination"] == "line"
    for page in (ada, bob, eve):
        assert look(page).version == steps
        expect(page.locator("#t-controls .end")).to_be_visible()
        require_same_stars(page, eve)
    winners = {saved["players"][player]["name"] for player in saved["outcome"]["winners"]}
    require_winners(winners, (ada, bob), eve)


def play_until(hands: Sequence[ButtonsHand], version: int) -> None:
    while hand := whose_turn(hands):
        if look(hand.page).version >= version:
            return
        hand.move()


def play_a_round(table: Table, faces: str) -> None:
    """Have both place a button, and then a star, where all dice of one roll say."""
    cell = f"{faces[0]},{faces[1]}"
    first, second = table.in_order
    table.act(first, "roll", faces)
    for page in (first, second):
        table.act(page, f"place:{cell}")
    for page in (second, first):
        table.act(page, "opt-out")
    for page in (first, second):
        table.act(page, f"stars:{cell}")


def require_winners(winners: set[str], people: tuple[Page, Page], watcher: Page) -> None:
    """Require that pages name those who have won; a replay does so at its end."""
    for name in winners:
        expect(watcher.locator("#t-controls h2")).to_contain_text(name)
    for page in people:
        won = page.locator("header .menu summary").inner_text() in winners
        expect(page.locator("#t-seats .me .won")).to_have_count(int(won))
    watcher.get_by_role("link", name="Replay", exact=True).click()
    watcher.wait_for_url(re.compile(r"/replay/\d+/$"))  # loaded: the keys work
    watcher.keyboard.press("Home")
    expect(watcher.locator("#t-seats .won")).to_have_count(0)
    watcher.keyboard.press("End")
    expect(watcher.locator("#t-seats .won").first).to_be_visible()


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

"""What people do at the site, once through in WebKitGTK.

`make test-browsers` runs it; it is no part of the other tests, because it needs a display.
"""

import time
from collections.abc import Iterator
from contextlib import closing
from typing import cast

import pytest
from playwright.sync_api import Page
from selenium.webdriver.common.keys import Keys

from tests.browser.buttons_steps import KIND as BUTTONS
from tests.browser.buttons_steps import ButtonsHand
from tests.browser.server import Server
from tests.browser.steps import (
    LIVE,
    PASSWORD,
    SALT_IS_SENT,
    Hand,
    Look,
    look,
    play_to_the_end,
    unique,
    wait_for_version,
    whose_turn,
)
from tests.browser.test_buttons_whole_game import (
    A_ROW_OF_STARS,
    EVENTS_OF_THE_FIRST_ROUND,
    FIRST_ROUND,
)
from tests.browser.test_recovery import LOST
from tests.browser.test_whole_game import ROLLS, SHOWS_STEP
from tests.browser.webkit import WebKitPage

CANTSTOP = "cantstop"
IS_SEATED = "() => document.getElementById('t-resign')"
IS_OVER = "() => document.querySelector('#t-controls .end')"
IS_PROVEN = "() => document.querySelector('.verdict').innerText.includes('Proven')"
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
PLAYS = "() => Number(document.getElementById('r-slider').value) > 1"
RULES_ARE_OPEN = "() => document.getElementById('how-to').open"
SECONDS_OF_SLEEP = 5
PATHS = (
    "/",
    "/lobby/",
    "/watch/",
    "/replays/",
    "/daily/",
    "/dice/",
    "/fair-dice/",
    "/rules/buttons/",
    "/rules/cantstop/strategy/",
    "/rules/buttons/sheet/",
    "/rules/cantstop/sheet/",
)


@pytest.fixture(scope="module")
def people(running_server: Server) -> Iterator[tuple[WebKitPage, WebKitPage]]:
    """Two people with a browser each."""
    url = running_server.url
    with closing(WebKitPage(url)) as ada, closing(WebKitPage(url)) as bob:
        yield ada, bob


def open_table(page: WebKitPage, kind: str) -> None:
    """Open a table and wait at it."""
    page.goto(f"/games/new/?kind={kind}")
    page.locator(".new-table > button").click()
    page.wait_for_function("location.pathname !== '/games/new/'")
    page.wait_for_function(LIVE)
    page.wait_for_function(SALT_IS_SENT)


class Table:
    """Both at a new table."""

    def __init__(self, ada: WebKitPage, bob: WebKitPage, kind: str = CANTSTOP) -> None:
        open_table(ada, kind)
        self.path = ada.path
        self.code = self.path.strip("/").rsplit("/", 1)[1]
        bob.goto(self.path)
        bob.wait_for_function(LIVE)
        bob.locator("#a-join").click()
        self.pages = ada, bob
        for page in self.pages:
            page.wait_for_function(IS_SEATED)
            page.wait_for_function(LIVE)
        self.hands = tuple(Hand(as_page(page)) for page in self.pages)

    def move(self) -> int:
        """Have the one make a move whose turn it is; return the version their page shows."""
        hand = whose_turn(self.hands)
        assert hand is not None
        return hand.move().version

    def move_and_see(self) -> None:
        """Make a move that both pages show."""
        version = self.move()
        for page in self.pages:
            wait_for_version(as_page(page), version)

    def away_and_other(self) -> tuple[WebKitPage, Hand]:
        """Return the page of who is not to move, and the hand of who is."""
        other = whose_turn(self.hands)
        assert other is not None
        return next(page for page in self.pages if as_page(page) is not other.page), other


def as_page(page: WebKitPage) -> Page:
    """Return the page as what steps take. They need no more of one than this has."""
    return cast("Page", page)


def require_the_end(pages: tuple[WebKitPage, ...], steps: int) -> None:
    for page in pages:
        page.wait_for_function(IS_OVER)
        assert look(as_page(page)).version == steps


def test_people_sign_up(server: Server, people: tuple[WebKitPage, WebKitPage]) -> None:
    for page in people:
        name = unique("Ada")
        page.goto("/accounts/signup/")
        page.locator("[name=username]").fill(name)
        page.locator("[name=password1]").fill(PASSWORD)
        page.locator("main form button:not([type=button])").click()
        page.wait_for_text("header .menu summary", name)


def test_two_people_play_a_whole_game_of_cantstop_and_look_at_it_again(
    server: Server, people: tuple[WebKitPage, WebKitPage]
) -> None:
    table = Table(*people)
    server.load(ROLLS, game=table.code)
    steps = play_to_the_end(*table.hands)
    require_the_end(people, steps)

    page = people[0]
    page.goto(f"{table.path}replay/0/")
    for seq in range(1, steps + 1):
        page.press(Keys.ARROW_RIGHT)
        page.wait_for_function(SHOWS_STEP, [seq, f"{seq} / {steps}"])
    page.wait_for_path(f"{table.path}replay/{steps}/")
    page.press(Keys.HOME)
    page.wait_for_path(f"{table.path}replay/0/")
    page.locator("#r-begin").click()
    page.wait_for_function(PLAYS)
    page.locator(".site-header a[href='/']").click()  # while it plays
    page.wait_for_path("/")


def test_two_people_play_a_whole_game_of_buttons(
    server: Server, people: tuple[WebKitPage, WebKitPage]
) -> None:
    table = Table(*people, kind=BUTTONS)
    hands = [ButtonsHand(as_page(page), enough=3) for page in people]

    def hurry(seen: Look) -> None:
        if seen.version > EVENTS_OF_THE_FIRST_ROUND:
            for hand in hands:
                hand.enough = 1

    server.load(*FIRST_ROUND, *A_ROW_OF_STARS, game=table.code)
    require_the_end(people, play_to_the_end(*hands, after_each=hurry))


def test_both_see_each_move_at_once_and_the_game_is_verified(
    server: Server, people: tuple[WebKitPage, WebKitPage]
) -> None:
    table = Table(*people)
    for _ in range(6):
        table.move_and_see()
    page = people[0]
    page.locator("#t-resign summary").click()
    page.locator("#t-resign form button").click()
    page.wait_for_function(IS_OVER)
    page.goto(f"{table.path}verify/")
    page.wait_for_function(IS_PROVEN)


def test_no_page_is_wider_than_the_window(
    server: Server, people: tuple[WebKitPage, WebKitPage]
) -> None:
    page, _ = people
    for path in PATHS:
        page.goto(path)
        page.wait_for_function(FITS)
    for kind in (CANTSTOP, BUTTONS):
        open_table(page, kind)
        page.wait_for_function(FITS)


def test_the_rules_over_the_table_close_by_a_press_beside_them(
    server: Server, people: tuple[WebKitPage, WebKitPage]
) -> None:
    page, _ = people
    open_table(page, CANTSTOP)
    page.locator(".how").click()
    page.wait_for_function(RULES_ARE_OPEN)
    page.locator("#how-to h2").click()
    page.wait_for_function(RULES_ARE_OPEN)
    page.click_at(20, 400)
    page.wait_for_function(f"() => !({RULES_ARE_OPEN})()")


def test_a_hidden_page_shows_what_happened_when_it_is_looked_at_again(
    server: Server, people: tuple[WebKitPage, WebKitPage]
) -> None:
    table = Table(*people)
    page, other = table.away_and_other()
    page.hide()
    seen = other.move()
    page.show()
    wait_for_version(as_page(page), seen.version)


def test_a_page_of_a_device_that_slept_catches_up(
    server: Server, people: tuple[WebKitPage, WebKitPage]
) -> None:
    table = Table(*people)
    page, other = table.away_and_other()
    with page.asleep():
        seen = other.move()
        time.sleep(SECONDS_OF_SLEEP)
    wait_for_version(as_page(page), seen.version)
    page.wait_for_function(LIVE)


def test_back_and_forward_lead_to_a_table_that_is_up_to_date(
    server: Server, people: tuple[WebKitPage, WebKitPage]
) -> None:
    table = Table(*people)
    page, other = table.away_and_other()
    page.locator(".site-header a[href='/rules/']").click()
    page.wait_for_path("/rules/")
    seen = other.move()
    for _ in range(2):
        page.back()
        page.wait_for_path(table.path)
        page.wait_for_function(LIVE)
        wait_for_version(as_page(page), seen.version)
        page.forward()
        page.wait_for_path("/rules/")
    page.back()
    page.wait_for_function(LIVE)
    table.move_and_see()


def test_a_lost_connection_is_told_and_comes_back(
    server: Server, people: tuple[WebKitPage, WebKitPage]
) -> None:
    table = Table(*people)
    server.kill()
    for page in people:
        page.wait_for_function(LOST)
        page.wait_for_text(".play > .offline", "Connection lost")
    server.start()
    for page in people:
        page.wait_for_function(LIVE)
    table.move_and_see()
    table.move_and_see()

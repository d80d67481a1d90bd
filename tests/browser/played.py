"""Games that many tests look at and none changes: each is played once on each server."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.buttons_steps import ButtonsHand
from tests.browser.steps import (
    Hand,
    play_against_bots,
    play_now,
    record,
    resign,
    wait_for_turn,
)
from tests.browser.visitors import Visitors

_played: dict[tuple[str, str], str] = {}


def once(visitors: Visitors, name: str, play: Callable[[], str]) -> str:
    """Return the code of the game of this name, which the first test that asks plays."""
    key = visitors.server.url, name
    if key not in _played:
        _played[key] = play()
    return _played[key]


def finished_game(visitors: Visitors, kind: str = "cantstop") -> str:
    """Return the code of a game against a bot that ended when a guest resigned."""

    def play() -> str:
        page = visitors.open(None)
        code = play_now(page, kind)
        PLAY[kind](page)
        resign(page)
        page.context.close()
        return code

    return once(visitors, kind, play)


def length(page: Page, code: str) -> int:
    """Return how many events a game has."""
    return len(record(page, code)["events"])


def _some_of_cantstop(page: Page) -> None:
    play_against_bots(Hand(page), until=25)


def _some_of_buttons(page: Page) -> None:
    hand = ButtonsHand(page)
    for _ in range(4):
        if not wait_for_turn(page).over:
            hand.move()


PLAY = {"cantstop": _some_of_cantstop, "buttons": _some_of_buttons}

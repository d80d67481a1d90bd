"""The README's pictures, taken from a running site: `python -m tests.browser.screenshots`."""

import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from tests.browser.browsers import launch
from tests.browser.buttons_steps import ButtonsHand, offer
from tests.browser.databases import fresh_environments
from tests.browser.server import ROOT, Server
from tests.browser.steps import (
    Hand,
    create_table,
    look,
    play_against_bots,
    sign_up,
    wait_for_turn,
)
from tests.browser.visitors import Visitors

FOLDER = ROOT / "docs" / "img"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
MOVES_BEFORE = 130
"""By then there is something to see on the board."""

BUTTONS_BEFORE = 60
"""By then stars lie on the layouts."""


UNTIL_COMPILED = 600_000
"""Milliseconds until the analysis is there where it has to be compiled before."""


def shoot(page: Page, name: str) -> None:
    page.wait_for_function("() => document.getAnimations().every((one) => !one.pending)")
    page.mouse.move(0, 0)
    taken = Image.open(BytesIO(page.screenshot(animations="disabled")))
    # In 256 colours a picture of a page looks the same, and takes less than half the room.
    drawn = taken.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    drawn.save(FOLDER / f"{name}.png", optimize=True)


def runners(page: Page) -> int:
    """Return how many runners the board says there are."""
    said = page.get_by_label("Board").get_by_role("img").get_attribute("aria-label") or ""
    return said.split(".")[0].count(" at ")


def take(visitors: Visitors) -> None:
    page = visitors.open(None, color_scheme="light")
    sign_up(page, "Ada")
    code = create_table(page, Seats="3", Seat_2="rule-of-28", Seat_3="bold")
    hand = Hand(page)
    play_against_bots(hand, until=MOVES_BEFORE)
    while not (wait_for_turn(page).split and runners(page) > 1):
        hand.move()

    shoot(page, "table-light")
    page.set_viewport_size(PHONE)
    shoot(page, "table-phone")
    page.set_viewport_size(DESKTOP)

    page.goto(f"/games/{code}/replay/{look(page).version - 3}/")
    shoot(page, "replay")
    take_analysis(hand, code)
    take_buttons(page)
    page.goto("/")
    shoot(page, "front-page")


def take_analysis(hand: Hand, code: str) -> None:
    hand.page.goto(f"/games/{code}/")
    play_against_bots(hand)
    hand.page.goto(f"/games/{code}/analysis/")
    there = hand.page.get_by_role("heading", name="Win probability")
    expect(there).to_be_visible(timeout=UNTIL_COMPILED)
    hand.page.emulate_media(color_scheme="dark")
    shoot(hand.page, "analysis")
    hand.page.emulate_media(color_scheme="light")


def take_buttons(page: Page) -> None:
    create_table(page, "buttons", Seats="3", Seat_2="greedy", Seat_3="careful")
    hand = ButtonsHand(page)
    while not (offer(page).cells and look(page).version > BUTTONS_BEFORE):
        wait_for_turn(page)
        if not (offer(page).cells and look(page).version > BUTTONS_BEFORE):
            hand.move()
    shoot(page, "buttons-light")
    page.set_viewport_size(PHONE)
    shoot(page, "buttons-phone")
    page.set_viewport_size(DESKTOP)


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as name,
        fresh_environments(Path(name)) as fresh,
        fresh(Path(name)) as environment,
        sync_playwright() as playwright,
    ):
        server = Server(environment, Path(name) / "server.log")
        server.start()
        browser = launch(playwright)
        try:
            with Visitors(browser, server).watched() as visitors:
                take(visitors)
        finally:
            server.stop()


if __name__ == "__main__":
    main()

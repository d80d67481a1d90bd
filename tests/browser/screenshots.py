"""Pictures of the site for the papers, taken from the demo while `make demo` serves it."""

import sys
from io import BytesIO

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.browser.browsers import launch
from tests.browser.buttons_steps import ButtonsHand, offer
from tests.browser.server import ROOT
from tests.browser.steps import Hand, look, press_play_now, wait_for_turn

FOLDER = ROOT / "docs" / "img"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
MOVES_BEFORE = 60
"""By then there is something to see on the board."""

REPLAYED = 60
"""The step of a replay that is shown."""


def shoot(page: Page, name: str) -> None:
    """Take a picture of the page below the line that says that this is a demo."""
    page.wait_for_function("() => document.getAnimations().every((one) => !one.pending)")
    page.mouse.move(0, 0)
    header = page.locator(".site-header").bounding_box()
    assert header is not None
    whole = Image.open(BytesIO(page.screenshot(animations="disabled")))
    taken = whole.crop((0, round(header["y"]), *whole.size))
    # In 256 colours a picture of a page looks the same, and takes less than half the room.
    drawn = taken.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    drawn.save(FOLDER / f"{name}.png", optimize=True)


def runners(page: Page) -> int:
    """Return how many runners the board says there are."""
    said = page.get_by_label("Board").get_by_role("img").get_attribute("aria-label") or ""
    return said.split(".")[0].count(" at ")


def take_table(page: Page) -> None:
    press_play_now(page)
    page.wait_for_url("**/games/*/")
    hand = Hand(page)
    while not (
        wait_for_turn(page).split and runners(page) > 1 and look(page).version > MOVES_BEFORE
    ):
        hand.move()
    shoot(page, "table-light")


def take_buttons(page: Page) -> None:
    press_play_now(page, "buttons")
    page.wait_for_url("**/games/*/")
    hand = ButtonsHand(page)
    while not (
        wait_for_turn(page).mine and offer(page).cells and look(page).version > MOVES_BEFORE
    ):
        hand.move()
    shoot(page, "buttons-light")


def take_finished_game(page: Page) -> None:
    page.goto("/replays/?game=cantstop&players=2")
    code = (page.locator("a[href*='/replay/']").first.get_attribute("href") or "").split("/")[2]
    page.goto(f"/games/{code}/replay/{REPLAYED}/")
    shoot(page, "replay")
    page.emulate_media(color_scheme="dark")
    page.goto(f"/games/{code}/analysis/")
    shoot(page, "analysis")


def take_front_page(page: Page) -> None:
    page.goto("/")
    shoot(page, "front-page")


def main(url: str = "http://127.0.0.1:8000") -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for take in (take_front_page, take_finished_game, take_table, take_buttons):
            take(
                browser.new_page(
                    base_url=url, viewport=DESKTOP, reduced_motion="reduce", color_scheme="light"
                )
            )


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Where a replay opens, and the big "Play" at its start."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_accessibility import Examiner
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.test_replay_script import reader_of_a_game
from tests.browser.visitors import Visitors


@pytest.fixture
def reader(visitors: Visitors) -> tuple[Page, str]:
    """Return a page at the start of a game that is over, and the address of its replay."""
    page, code, _ = reader_of_a_game(visitors)
    page.goto(f"/games/{code}/replay/0/")
    return page, f"/games/{code}/replay/"


def big_play(page: Page) -> Locator:
    return page.get_by_label("Board").get_by_role("link", name="Play", exact=True)


def require_in_the_middle_of_the_board(page: Page) -> None:
    board, button = page.locator(".stack").bounding_box(), big_play(page).bounding_box()
    assert board
    assert button
    assert page.viewport_size
    for edge, size in (
        (button["x"] - board["x"], board["width"] - button["width"]),
        (button["y"] - board["y"], board["height"] - button["height"]),
    ):
        assert abs(edge - size / 2) < 2
    assert button["height"] >= 44
    assert button["y"] + button["height"] <= page.viewport_size["height"]


def test_the_big_play_plays_from_the_start_and_gives_way_to_steps(
    reader: tuple[Page, str],
) -> None:
    page, base = reader
    expect(big_play(page)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(big_play(page)).to_be_hidden()
    expect(page).to_have_url(f"{base}1/")
    expect(page.locator("#r-play")).to_have_text("Play")
    page.reload()
    expect(page.locator("#r-log [aria-current='step']")).to_have_count(1)
    expect(big_play(page)).to_be_hidden()
    page.keyboard.press("Home")
    expect(big_play(page)).to_be_visible()

    page.locator("#r-speed").select_option("4×")
    require_in_the_middle_of_the_board(page)
    big_play(page).click()
    expect(page.locator("#r-play")).to_have_text("Pause")
    expect(big_play(page)).to_be_hidden()
    expect(page).not_to_have_url(f"{base}0/")
    page.wait_for_function("() => Number(document.querySelector('#r-slider').value) >= 2")


def test_the_big_play_works_by_keyboard_is_told_fits_a_phone_and_hinders_nobody(
    visitors: Visitors, reader: tuple[Page, str]
) -> None:
    page, base = reader
    axe = Examiner()
    phone = visitors.open(f"{base}0/", **PHONE)
    require_in_the_middle_of_the_board(phone)
    require_no_sideways_scroll(phone)
    axe.examine(phone, "the start")
    assert not axe.found, "\n".join(axe.found)
    page.locator("#r-speed").select_option("½×")
    big_play(page).press("Enter")
    expect(page.locator("#r-say")).to_have_text("Playing from the start. Space pauses.")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()  # the focus is not lost
    page.goto(f"{base}0/")
    big_play(page).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()


def test_without_scripts_the_first_step_is_in_its_place(
    visitors: Visitors, reader: tuple[Page, str]
) -> None:
    _, base = reader
    page = visitors.open(f"{base}0/?as=1", java_script_enabled=False)
    first = page.get_by_label("Board").get_by_role("link")
    expect(first).to_have_text(re.compile("Step by step"))
    expect(big_play(page)).to_have_count(0)
    first.click()
    expect(page).to_have_url(f"{base}1/?as=1")
    expect(page.get_by_label("Board").get_by_role("link")).to_have_count(0)

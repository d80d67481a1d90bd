"""A replay that plays by itself, asks, and tells its keys."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import IN_FIREFOX
from tests.browser.played import finished_game, length, long_game
from tests.browser.steps import record
from tests.browser.test_accessibility import Examiner
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.test_replay_script import reader_of_a_game
from tests.browser.visitors import SECONDS, Visitors

STEP = "Number(document.querySelector('#r-slider').value)"
SMALL = {"viewport": {"width": 360, "height": 740}}
SHORTEST = 300
"""Milliseconds that a step stays at the highest speed."""

ADDRESS = 300
"""Milliseconds after which the address is that of a step."""


@pytest.fixture
def reader(visitors: Visitors) -> tuple[Page, str, int]:
    """Return a page at the start of a game, its address and how many steps it has."""
    page, code, steps = reader_of_a_game(visitors)
    page.goto(f"/games/{code}/replay/0/")
    return page, f"/games/{code}/replay/", steps


@pytest.fixture
def game(visitors: Visitors) -> tuple[str, int]:
    """Return the address of the replay of a game, and how many steps it has."""
    code = finished_game(visitors)
    return f"/games/{code}/replay/", length(visitors.open(None), code)


def patient(visitors: Visitors, path: str) -> Page:
    """Return a page whose clock a test can set forward."""
    page = visitors.open_new(None)
    page.clock.install()
    page.goto(path)
    return page


def let_play(condition: Callable[[], bool], *pages: Page) -> None:
    """Have the time of pages that play go by in haste until this is so."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it does not play on"
        for page in pages:
            page.clock.run_for(SHORTEST)


def step_of(page: Page) -> int:
    return int(page.evaluate(STEP))


def set_speed(page: Page, speed: str) -> None:
    page.locator("#r-speed").select_option(speed)


# --- Playing by itself ---


def test_a_replay_plays_to_its_end(visitors: Visitors, game: tuple[str, int]) -> None:
    base, steps = game
    page = patient(visitors, f"{base}{steps - 3}/")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    set_speed(page, "4×")
    let_play(lambda: step_of(page) == steps, page)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page).to_have_url(f"{base}{steps}/")
    set_speed(page, "½×")
    page.get_by_role("button", name="Play", exact=True).click()  # from the start
    let_play(lambda: 0 < step_of(page) < steps, page)
    expect(page.locator("#r-count")).to_have_text(re.compile(rf"^[1-9] / {steps}$"))
    page.keyboard.press("ArrowLeft")  # who steps is not pushed on
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_space_plays_and_pauses_at_a_speed_and_a_pace_that_are_kept(
    visitors: Visitors, game: tuple[str, int]
) -> None:
    base, _ = game
    slow, page = patient(visitors, f"{base}0/"), patient(visitors, f"{base}0/")
    for one, speed in ((slow, "1×"), (page, "4×")):
        set_speed(one, speed)
        one.keyboard.press("ArrowRight")  # what comes then is there, too
        expect(one.locator("#r-log [data-seq='1']")).to_have_attribute("aria-current", "step")
    for one in (slow, page):
        one.keyboard.press("Space")
    expect(page.locator("#r-play")).to_have_text("Pause")
    let_play(lambda: step_of(page) >= 8, slow, page)
    assert 1 < step_of(slow) < 8
    slow.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(page.locator("#r-play")).to_have_text("Play")

    page.get_by_label("Pace").select_option("As played")
    set_speed(page, "1×")
    page.keyboard.press("Space")
    started = step_of(page)
    let_play(lambda: step_of(page) > started, page)
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.goto(f"{base}1/")
    expect(page.locator("#r-speed")).to_have_value("4")
    expect(page.get_by_label("Pace")).to_have_value("real")


def test_a_replay_pauses_at_a_bust_when_wished(visitors: Visitors) -> None:
    code = long_game(visitors)
    events = record(visitors.open(None), code)["events"]
    base = f"/games/{code}/replay/"
    bust = next(event["seq"] for event in events[3:] if event.get("bust"))
    page = patient(visitors, f"{base}{bust - 3}/")
    set_speed(page, "4×")
    page.locator(".more summary").click()
    page.get_by_label("Pause at busts and claims").check()
    page.locator("#r-play").click()
    let_play(lambda: page.locator("#r-play").inner_text() == "Play", page)
    expect(page).to_have_url(f"{base}{bust}/")
    set_speed(page, "½×")  # or the few steps left may be over before one looks
    page.locator("#r-play").click()
    expect(page.locator("#r-play")).to_have_text("Pause")


# --- Keys, link, side ---


def test_keys_are_told_and_change_the_colours_and_copy_the_link(
    reader: tuple[Page, str, int],
) -> None:
    page, base, _ = reader
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.reload()
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.keyboard.press("c")
    expect(page.locator("#r-say")).to_have_text("We couldn't copy the link.")

    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{base}0/")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Keys").click()
    dialog.get_by_label("Use letters and symbols as shortcuts").uncheck()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()


def test_a_side_is_kept_while_stepping_and_in_the_link_that_is_copied(
    reader: tuple[Page, str, int],
) -> None:
    page, base, _ = reader
    page.keyboard.press("ArrowRight")
    page.locator(".more summary").click()
    page.locator(".sides a").nth(2).click()
    expect(page).to_have_url(f"{base}1/?as=1")
    page.wait_for_load_state()
    first = page.locator("#t-seats .name").first
    side = first.inner_text()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{base}2/?as=1")
    expect(first).to_have_text(side)
    page.locator(".more summary").click()
    expect(page.locator(".sides a").first).to_have_attribute("href", f"{base}2/")
    if not IN_FIREFOX:  # where no test may read the clipboard
        require_copied_link(page, f"{base}2/?as=1")


def require_copied_link(page: Page, path: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#share summary").click()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#r-copy")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(path)
    assert copied.startswith("http")


def test_the_controls_hinder_nobody_and_fit_a_phone(
    visitors: Visitors, game: tuple[str, int]
) -> None:
    base, _ = game
    axe = Examiner()
    page = visitors.open(f"{base}9/", **PHONE | SMALL)
    expect(page.locator("#r-proof")).to_contain_text("your browser checked the whole game")
    page.locator(".more summary").click()
    axe.examine(page, "all choices open")
    page.get_by_label("Guess the move").check()
    page.keyboard.press("End")
    axe.examine(page, "guessing")
    require_no_sideways_scroll(page)
    page.get_by_role("button", name="Keys").click()
    axe.examine(page, "the keys")
    require_no_sideways_scroll(page)
    assert not axe.found, "\n".join(axe.found)

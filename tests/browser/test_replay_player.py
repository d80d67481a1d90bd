"""A replay that plays by itself, asks, and tells its keys."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import only_in_chromium
from tests.browser.steps import record
from tests.browser.tables import Table
from tests.browser.test_accessibility import Examiner
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.test_replay_script import reader_of_a_game
from tests.browser.visitors import Visitors

STEP = "Number(document.querySelector('#r-slider').value)"


@pytest.fixture
def reader(visitors: Visitors) -> tuple[Page, str, int]:
    """Return a page at the start of a game, its address and how many steps it has."""
    page, code, steps = reader_of_a_game(visitors)
    page.goto(f"/games/{code}/replay/0/")
    return page, f"/games/{code}/replay/", steps


def set_speed(page: Page, speed: str) -> None:
    page.get_by_label("Speed").select_option(speed)


# --- Playing by itself ---


def test_a_replay_plays_to_its_end(reader: tuple[Page, str, int]) -> None:
    page, base, steps = reader
    page.goto(f"{base}{steps - 6}/")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    set_speed(page, "4×")
    expect(page).to_have_url(f"{base}{steps}/")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    set_speed(page, "½×")
    page.get_by_role("button", name="Play", exact=True).click()  # from the start
    expect(page.locator("#r-count")).to_have_text(re.compile(rf"^[1-9] / {steps}$"))
    page.keyboard.press("ArrowLeft")  # who steps is not pushed on
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_four_times_as_fast_gets_further(visitors: Visitors, reader: tuple[Page, str, int]) -> None:
    slow, base, _ = reader
    fast = visitors.open(f"{base}0/")
    for page, speed in ((slow, "1×"), (fast, "4×")):
        set_speed(page, speed)
    for page in (slow, fast):
        page.keyboard.press("Space")
    fast.wait_for_function(f"() => {STEP} >= 12")
    behind = slow.evaluate(STEP)
    assert 1 <= behind < fast.evaluate(STEP)


def test_space_plays_and_pauses_and_the_choices_are_kept(reader: tuple[Page, str, int]) -> None:
    page, base, _ = reader
    page.get_by_label("Pace").select_option("As played")
    page.keyboard.press("Space")
    expect(page.locator("#r-play")).to_have_text("Pause")
    page.wait_for_function(f"() => {STEP} >= 2")
    page.keyboard.press("Space")
    expect(page.locator("#r-play")).to_have_text("Play")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.goto(f"{base}1/")
    expect(page.get_by_label("Speed")).to_have_value("4")
    expect(page.get_by_label("Pace")).to_have_value("real")


def test_a_replay_pauses_at_a_bust_when_wished(visitors: Visitors) -> None:
    page = visitors.open(None)
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    busts: list[int] = []
    while not busts:
        table.play(until=table.state.seq + 5)
        events = record(page, table.code)["events"]
        busts = [event["seq"] for event in events[:-2] if event.get("bust")]
    base, bust = f"/games/{table.code}/replay/", busts[0]
    page.goto(f"{base}{max(bust - 3, 0)}/")
    set_speed(page, "4×")
    page.locator(".more summary").click()
    page.get_by_label("Pause at busts and claims").check()
    page.locator("#r-play").click()
    expect(page).to_have_url(f"{base}{bust}/")
    expect(page.locator("#r-play")).to_have_text("Play")
    set_speed(page, "½×")  # or the few steps left may be over before one looks
    page.locator("#r-play").click()
    expect(page.locator("#r-play")).to_have_text("Pause")


# --- Keys, link, side ---


def test_a_question_mark_shows_the_keys(reader: tuple[Page, str, int]) -> None:
    page, base, _ = reader
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{base}0/")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Keys").click()
    dialog.get_by_label("Letters and signs are keys").uncheck()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()


def test_a_key_changes_between_light_and_dark(reader: tuple[Page, str, int]) -> None:
    page, _, _ = reader
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_the_key_that_copies_says_so_where_there_is_no_clipboard(
    reader: tuple[Page, str, int],
) -> None:
    page, base, _ = reader
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(f"{base}3/")
    page.keyboard.press("c")
    expect(page.locator("#r-say")).to_have_text("Your browser did not let us copy it.")


@only_in_chromium("elsewhere no test may read the clipboard")
def test_the_link_to_a_step_is_copied(reader: tuple[Page, str, int]) -> None:
    page, base, _ = reader
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{base}3/?as=1")
    page.keyboard.press("ArrowRight")
    page.locator("#share summary").click()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#r-copy")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"{base}4/?as=1")
    assert copied.startswith("http")


def test_a_side_is_kept_while_stepping(reader: tuple[Page, str, int]) -> None:
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


@only_in_chromium("elsewhere no test can switch scripts off")
def test_a_side_can_be_chosen_without_scripts(
    visitors: Visitors, reader: tuple[Page, str, int]
) -> None:
    _, base, _ = reader
    page = visitors.open(f"{base}3/", java_script_enabled=False)
    expect(page.locator("#r-play")).to_be_hidden()
    page.locator(".more summary").click()
    page.locator(".sides a").nth(1).click()
    expect(page).to_have_url(f"{base}3/?as=0")
    page.get_by_role("link", name="One step forward").click()
    expect(page).to_have_url(f"{base}4/?as=0")
    page.get_by_role("button", name="Go").click()
    expect(page).to_have_url(f"{base}4/?as=0")


def test_the_controls_hinder_nobody_and_fit_a_phone(
    visitors: Visitors, reader: tuple[Page, str, int]
) -> None:
    _, base, _ = reader
    for options in ({}, PHONE):
        page = visitors.open(f"{base}9/", **options)
        axe = Examiner()
        page.locator(".more summary").click()
        axe.examine(page, "all choices open")
        page.get_by_label("Guess what").check()
        page.keyboard.press("End")
        axe.examine(page, "guessing")
        require_no_sideways_scroll(page)
        page.get_by_role("button", name="Keys").click()
        axe.examine(page, "the keys")
        require_no_sideways_scroll(page)
        assert not axe.found, "\n".join(axe.found)

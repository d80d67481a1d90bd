"""Shortcuts on all keyboards: with Shift, other scripts, input methods, numeric pads."""

from playwright.sync_api import Page, expect

from tests.browser.played import finished_game
from tests.browser.steps import wait_for_version
from tests.browser.test_fewer_presses import choosing, types
from tests.browser.test_pass_and_play import begin
from tests.browser.visitors import Visitors

TYPE = """(event) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...event }))"""


def type_key(page: Page, code: str, key: str, **modifiers: bool) -> None:
    """Press a key at this place, which types this."""
    page.evaluate(TYPE, {"code": code, "key": key, **modifiers})


def test_a_letter_with_shift_takes_a_split_and_rolls_on_but_not_with_other_modifiers(
    visitors: Visitors,
) -> None:
    table, me, _ = choosing(visitors)
    for modifier in ("ctrlKey", "altKey", "metaKey"):
        type_key(me, "KeyA", "a", **{modifier: True})
    expect(me.locator("#t-controls :checked")).to_have_count(0)
    type_key(me, "KeyA", "A", shiftKey=True)
    wait_for_version(me, 3)
    assert types(me, table) == ["rolled", "split", "rolled"]


def test_a_table_is_played_with_a_keyboard_without_latin_letters(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
    type_key(me, "KeyA", "ф")
    expect(me.locator("#o1")).to_be_checked()
    table.server.load("2345", game=table.code)
    type_key(me, "KeyR", "к")
    wait_for_version(me, 3)
    table.server.load("2345", game=table.code)
    type_key(me, "KeyA", "Ф", shiftKey=True)
    wait_for_version(me, 5)
    assert types(me, table) == ["rolled", "split", "rolled", "split", "rolled"]


def test_a_letter_counts_by_what_is_printed_on_its_key(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
    type_key(me, "KeyN", "b")  # in Dvorak's layout
    expect(me.locator("#o2")).to_be_checked()
    type_key(me, "KeyQ", "a")  # on French keyboards
    expect(me.locator("#o1")).to_be_checked()
    type_key(me, "KeyB", "x")
    expect(me.locator("#o1")).to_be_checked()
    table.server.load("2345", game=table.code)
    type_key(me, "KeyS", "o")  # in Dvorak's layout, where S is beside L
    type_key(me, "KeyO", "r")
    wait_for_version(me, 3)
    assert types(me, table) == ["rolled", "split", "rolled"]


def test_dice_are_typed_and_taken_back_on_all_keyboards(visitors: Visitors) -> None:
    page = visitors.open("/")
    begin(page)
    page.locator("#t-controls").focus()
    for code, key in (("Digit6", "§"), ("Digit2", "é"), ("Numpad4", "4")):
        type_key(page, code, key)
    type_key(page, "Numpad1", "End")  # without NumLock
    expect(page.locator("#typed-so-far")).to_have_text("6 2 4")
    type_key(page, "Backspace", "Backspace")
    expect(page.locator("#typed-so-far")).to_have_text("6 2")
    type_key(page, "Digit5", "5", shiftKey=True)  # on French keyboards
    expect(page.locator("#typed-so-far")).to_have_text("6 2 5")


def test_a_replay_takes_the_keys_of_all_keyboards(visitors: Visitors) -> None:
    page = visitors.open(f"/games/{finished_game(visitors)}/replay/0/")
    help_with_keys = page.locator("#r-keys")
    guess = page.locator("#r-guess")
    type_key(page, "KeyG", "п")
    expect(guess).to_be_visible()
    type_key(page, "KeyG", "Process")
    expect(guess).to_be_hidden()
    type_key(page, "KeyI", "g")  # in Dvorak's layout
    expect(guess).to_be_visible()
    for code, key in (("Digit7", "?"), ("Slash", "؟")):
        type_key(page, code, key, shiftKey=True)
        expect(help_with_keys).to_be_visible()
        page.keyboard.press("Escape")
        expect(help_with_keys).to_be_hidden()

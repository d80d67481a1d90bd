"""What is pressed to copy something says whether it was copied, to see and to hear."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.tables import look_at, open_table, post
from tests.browser.visitors import Visitors

REFUSING = "navigator.clipboard.writeText = async () => { throw Error('not allowed'); }"
WRITING = """navigator.clipboard.writeText = async (text) => {
  window.copied = text;
  window.saidBefore = document.getElementById("t-say").textContent;
}"""
TOLD_MS = 7000


def at_a_waiting_table(visitors: Visitors, clipboard: str) -> Page:
    page = visitors.open_new(None)
    page.add_init_script(clipboard)
    page.clock.install()
    look_at(open_table(page, size=3), page)
    return page


def test_copying_the_link_of_a_table_is_told_and_pressed_again_as_often_as_one_likes(
    visitors: Visitors,
) -> None:
    page = at_a_waiting_table(visitors, WRITING)
    button = page.locator("#a-copy")
    expect(button).to_have_text("Copy")
    for _ in range(2):
        button.click()
        expect(button).to_have_text("Copied")
        expect(page.locator("#t-say")).to_have_text("Copied")
    assert page.evaluate("window.copied") == page.locator("#invite").input_value()
    assert page.evaluate("window.saidBefore") == "", "or nobody hears the same words again"
    page.clock.run_for(TOLD_MS)
    expect(button).to_have_text("Copy")


def test_that_a_link_was_copied_is_told_as_long_after_a_second_press(visitors: Visitors) -> None:
    page = at_a_waiting_table(visitors, WRITING)
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=2))
    button = page.locator("#a-copy")
    for _ in range(2):
        button.click()
        expect(button).to_have_text("Copied")
        page.clock.run_for(1500)
    assert button.text_content() == "Copied"


def test_the_link_can_be_copied_after_somebody_has_sat_down(visitors: Visitors) -> None:
    page = at_a_waiting_table(visitors, WRITING)
    post(visitors.open(None), f"{page.url}join/")
    expect(page.locator("#t-status")).to_contain_text("1 more player")
    expect(page.locator("#a-copy")).to_be_visible()


def test_a_link_that_could_not_be_copied_is_told_of_and_selected(visitors: Visitors) -> None:
    page = at_a_waiting_table(visitors, REFUSING)
    page.locator("#a-copy").click()
    for where in ("#a-copy", "#t-say"):
        expect(page.locator(where)).to_contain_text("couldn't copy it. The text is selected")
    selected = page.evaluate("() => [invite.selectionStart, invite.selectionEnd]")
    assert selected == [0, len(page.locator("#invite").input_value())]
    page.clock.run_for(TOLD_MS)
    expect(page.locator("#a-copy")).to_have_text("Copy")

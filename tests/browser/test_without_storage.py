"""Pages whose browser keeps nothing: storage is switched off, and throws when it is looked at."""

from playwright.sync_api import expect

from tests.browser.steps import Hand, press, resign, wait_for_turn
from tests.browser.tables import play_now
from tests.browser.visitors import Visitors

SWITCHED_OFF = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, {
    get() { throw new DOMException("switched off", "SecurityError"); },
  });
}"""


def test_a_table_and_its_replay_work_without_storage(visitors: Visitors) -> None:
    page = visitors.open(None)
    page.add_init_script(SWITCHED_OFF)
    code = play_now(page)
    wait_for_turn(page)
    Hand(page, press).move()
    page.locator("#keys-on").uncheck()
    page.locator("#chat > summary").click()
    page.locator("#chat > summary").click()
    resign(page)
    page.goto(f"/games/{code}/replay/0/")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"/games/{code}/replay/1/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()

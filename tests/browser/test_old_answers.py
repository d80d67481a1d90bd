"""An answer that was under way when something newer was pushed is not shown over it."""

from playwright.sync_api import Page, expect

from tests.browser.steps import unique
from tests.browser.tables import look_at, open_table, post, register
from tests.browser.visitors import Visitors

HOLD_THE_NEXT_ANSWER = """() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    if (!String(asked[0]).includes("?have=")) return real(...asked);
    window.fetch = real;
    const answer = await real(...asked);
    await new Promise((go) => (window.letThrough = go));
    return answer;
  };
}"""
LET_THROUGH = "() => { letThrough(); }"
ASKED_AFTER_MS = 21_000
"""By then a page has asked whether there is news."""


def ask_and_hold_the_answer(page: Page) -> None:
    page.evaluate(HOLD_THE_NEXT_ANSWER)
    page.clock.run_for(ASKED_AFTER_MS)
    page.wait_for_function("() => 'letThrough' in window")


def test_an_answer_from_before_a_push_does_not_take_back_what_it_said(visitors: Visitors) -> None:
    ada, bob = visitors.open_new(None), visitors.open(None)
    register(bob, name := unique("Bob"))
    code = open_table(ada, size=3)
    ada.clock.install()
    look_at(code, ada)
    ask_and_hold_the_answer(ada)
    post(bob, f"/games/{code}/join/")
    expect(ada.locator("#t-seats")).to_contain_text(name)
    ada.evaluate(LET_THROUGH)
    ada.clock.run_for(200)
    # Looked at once: the next question would mend it.
    assert name in ada.locator("#t-seats").inner_text()

"""What a page shows already, or something newer, is neither taken back nor shown again."""

from playwright.sync_api import Page, expect

from tests.browser.steps import Hand, unique, wait_for_turn
from tests.browser.tables import look_at, open_table, play_now, post, register
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
IS_HELD = "() => 'letThrough' in window"
LET_THROUGH = "() => { letThrough(); }"
ASKED_AFTER_MS = 21_000
"""By then a page has asked whether there is news."""
ASK_FOR_THE_WHOLE = """() => {
  addEventListener("htmx:configRequest", ({ detail }) => { detail.parameters.have = 0; });
}"""
HOLD_THE_ANSWER_TO_A_FORM = """() => {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...given) {
    const { onload } = this;
    this.onload = () => { window.letThrough = () => onload.call(this); };
    send.apply(this, given);
  };
}"""
NOTE_CONTROLS = "() => { window.noted = document.getElementById('play'); }"
ARE_SAME = "noted === document.getElementById('play')"


def ask_and_hold_the_answer(page: Page) -> None:
    page.evaluate(HOLD_THE_NEXT_ANSWER)
    page.clock.run_for(ASKED_AFTER_MS)
    page.wait_for_function(IS_HELD)


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


def test_an_answer_that_a_push_has_overtaken_takes_nothing_away(visitors: Visitors) -> None:
    page = visitors.open(None)
    play_now(page)
    wait_for_turn(page)
    Hand(page).move()
    page.evaluate(ASK_FOR_THE_WHOLE)  # which differs as text from the regions that are pushed
    page.evaluate(HOLD_THE_ANSWER_TO_A_FORM)
    Hand(page).move()
    page.evaluate(NOTE_CONTROLS)
    page.wait_for_function(IS_HELD)
    page.evaluate(LET_THROUGH)
    assert page.evaluate(ARE_SAME)

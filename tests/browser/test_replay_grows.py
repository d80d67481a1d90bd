"""The replay of a running game, with answers that are older than what is known by now."""

import re

from playwright.sync_api import Page, expect

from tests.browser.tables import Table
from tests.browser.visitors import Visitors

NOTE_ANSWERS = """
const real = window.fetch;
window.fetched = new Map(); // by step: how long the log was for the newest answer about it
window.fetch = async (...asked) => {
  const answer = await real(...asked);
  if (String(asked[0]).includes("/frames/")) {
    const { frames, version } = await answer.clone().json();
    for (const { seq } of frames) fetched.set(seq, version);
  }
  return answer;
};
"""
HOLD_NEXT_ANSWER = """() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    window.fetch = real;
    const answer = await real(...asked);
    await new Promise((go) => (window.letThrough = go));
    return answer;
  };
}"""
HELD = "() => 'letThrough' in window"
LATE = re.compile(r"\blate\b")
LET_THROUGH = "() => letThrough()"
KNOWN = "version => Number(document.getElementById('r-head').dataset.version) >= version"
FETCHED = "([seq, version]) => fetched.get(seq) >= version"
STEP = "() => document.getElementById('r-step').outerHTML"


def reader_with_an_answer_under_way(visitors: Visitors) -> tuple[Page, int, int]:
    """Return a replay whose log has grown since it asked, its last step then, and that now."""
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    eve = visitors.open(None)
    eve.add_init_script(NOTE_ANSWERS)
    eve.goto(f"/games/{table.code}/replay/0/")
    eve.wait_for_function(FETCHED, arg=[0, 0])
    eve.evaluate(HOLD_NEXT_ANSWER)
    table.play(before := 1)
    eve.wait_for_function(HELD)
    table.play(now := 2)
    eve.wait_for_function(KNOWN, arg=now)
    return eve, before, now


def test_a_step_made_while_an_answer_was_under_way_is_shown(visitors: Visitors) -> None:
    eve, _, now = reader_with_an_answer_under_way(visitors)
    eve.keyboard.press("End")
    expect(eve.locator("#replay")).to_have_attribute("aria-busy", "true")
    expect(eve.locator("#replay")).to_have_class(LATE)
    eve.evaluate(LET_THROUGH)
    expect(eve.locator(f"#r-log [data-seq='{now}'][aria-current]")).to_be_visible()
    expect(eve.locator("#replay")).to_have_attribute("aria-busy", "false")
    expect(eve.locator("#replay")).not_to_have_class(LATE)


def test_what_was_the_last_step_is_asked_for_again_once_it_is_not(visitors: Visitors) -> None:
    eve, before, now = reader_with_an_answer_under_way(visitors)
    eve.evaluate(LET_THROUGH)
    eve.wait_for_function(FETCHED, arg=[before, now])
    eve.locator(f"#r-log [data-seq='{before}']").click()
    expect(eve.locator(f"#r-log [data-seq='{before}'][aria-current]")).to_be_visible()
    expect(eve).to_have_url(re.compile(f"/replay/{before}/$"))
    by_script = eve.evaluate(STEP)
    eve.reload()
    assert eve.evaluate(STEP) == by_script

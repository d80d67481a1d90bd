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


def grow_with_an_answer_under_way(eve: Page, table: Table) -> tuple[int, int]:
    """Let the log grow by two steps, with the answer about the first held back; return both."""
    before, now = table.state.seq + 1, table.state.seq + 2
    eve.evaluate(HOLD_NEXT_ANSWER)
    table.play(before)
    eve.wait_for_function(HELD)
    table.play(now)
    eve.wait_for_function(KNOWN, arg=now)
    return before, now


def test_a_replay_that_grows_while_an_answer_is_under_way_shows_what_is_known_by_now(
    visitors: Visitors,
) -> None:
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    eve = visitors.open(None)
    eve.add_init_script(NOTE_ANSWERS)
    eve.goto(f"/games/{table.code}/replay/0/")
    eve.wait_for_function(FETCHED, arg=[0, 0])

    before, now = grow_with_an_answer_under_way(eve, table)
    eve.evaluate(LET_THROUGH)
    eve.wait_for_function(FETCHED, arg=[before, now])  # what was the last step is asked for again
    eve.locator(f"#r-log [data-seq='{before}']").click()
    expect(eve.locator(f"#r-log [data-seq='{before}'][aria-current]")).to_be_visible()
    expect(eve).to_have_url(re.compile(f"/replay/{before}/$"))
    by_script = eve.evaluate(STEP)
    eve.reload()
    assert eve.evaluate(STEP) == by_script

    eve.wait_for_function(FETCHED, arg=[now, now])
    _, now = grow_with_an_answer_under_way(eve, table)
    eve.keyboard.press("End")  # a step that was made meanwhile
    expect(eve.locator("#replay")).to_have_attribute("aria-busy", "true")
    expect(eve.locator("#replay")).to_have_class(LATE)
    eve.evaluate(LET_THROUGH)
    expect(eve.locator(f"#r-log [data-seq='{now}'][aria-current]")).to_be_visible()
    expect(eve.locator("#replay")).to_have_attribute("aria-busy", "false")
    expect(eve.locator("#replay")).not_to_have_class(LATE)

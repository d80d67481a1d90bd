"""Pages show the clocks of the players by the server's time, whatever their own devices think."""

import time

from playwright.sync_api import Page, expect

from tests.browser.tables import Table, open_table
from tests.browser.test_time_runs_out import DUE, turn_page
from tests.browser.visitors import Visitors

AN_HOUR_AHEAD = """{
  const now = Date.now;
  Date.now = () => now() + 3600000;
}"""
FAR_AWAY = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
TOLERATED, SECOND_MS = 200, 1000
"""Milliseconds."""

MINUTE, HOUR = 60, 3600

FIND_CLOCK = """async () => {
  const { serverNow } = await import(document.querySelector("script[src*='games/table']").src);
  window.serverNow = serverNow;
}"""
"""The page's own module is in one file with its script."""

ASKED = """() => {
  const asked = performance.getEntriesByType("resource")
    .filter((entry) => entry.name.endsWith("/clock/"));
  return asked.length >= 3 || asked.some((entry) => entry.duration < 61);
}"""
"""One answer within 60 ms is enough: the page asks no more."""

SOONER = """(ms) => {
  const sooner = (clock) => {
    const [player, had, due] = clock.split(":");
    return due ? `${player}:${had}:${Number(due) - window.sooner}` : clock;
  };
  const change = () => {
    const { dataset } = document.getElementById("t-clocks");
    if (dataset.clocks !== window.shown) window.sent = dataset.clocks;
    window.shown = dataset.clocks = window.sent.split(" ").map(sooner).join(" ");
  };
  window.sooner = ms;
  change();
  document.addEventListener("htmx:oobAfterSwap", change, true);
}"""
"""All clocks run out so much sooner than the server says, also if it sends them again."""
SAID = """() => {
  window.said = [];
  const say = document.getElementById("t-say");
  new MutationObserver(() => window.said.push(say.textContent)).observe(say, { childList: true });
}"""


def off_by(page: Page) -> float:
    """Return how far a page is from the server's clock, which is this machine's."""
    page.evaluate(FIND_CLOCK)  # takes a while from far away, so not within what is measured
    before = time.time() * 1000
    said = float(page.evaluate("() => window.serverNow()"))
    after = time.time() * 1000
    return max(before - said, said - after, 0)


def test_a_wrong_clock_and_a_long_way_change_the_time_by_little_after_a_push_too(
    visitors: Visitors,
) -> None:
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    near, far = visitors.open_new(None), visitors.open_new(None)
    far.add_init_script(AN_HOUR_AHEAD)
    session = far.context.new_cdp_session(far)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", FAR_AWAY)
    table.show(near, far)
    for page in (near, far):
        page.wait_for_function(ASKED)
        assert off_by(page) < TOLERATED
    assert abs(far.evaluate("() => Date.now()") / 1000 - time.time() - HOUR) < MINUTE
    table.play(table.state.seq + 1)
    table.wait_for(near, far)
    assert near.evaluate(DUE) == far.evaluate(DUE)
    for page in (near, far):
        assert off_by(page) < TOLERATED


def test_who_plays_and_who_watches_see_clocks_and_little_time_is_shown_and_said_once(
    visitors: Visitors,
) -> None:
    table = Table(visitors.server, visitors.open_new(None), visitors.open_new(None))
    player, watcher = table.in_order[0], visitors.open(None)
    player.clock.install()
    table.show(player, watcher)
    for page in (player, watcher):
        expect(page.locator("#t-seats .clock b")).to_have_text(["3:00", "3:00"])
        expect(page.locator("#t-seats .clock.runs")).to_have_count(1)
    player.evaluate(SAID)
    mine = player.locator("#t-seats .me .clock")
    height = player.locator("#t-seats").bounding_box()
    expect(mine.get_by_text("hurry")).to_be_hidden()
    player.evaluate(SOONER, 183_000)
    expect(mine.get_by_text("hurry")).to_be_visible()
    shown = mine.locator("b").inner_text()
    player.clock.run_for(SECOND_MS)
    expect(mine.locator("b")).not_to_have_text(shown)
    said = player.evaluate("() => window.said")
    assert len([words for words in said if "seconds left" in words]) == 1
    assert player.locator("#t-seats").bounding_box() == height

    # When it has run out, it stands still until the server says more.
    player.evaluate(SOONER, 600_000)
    expect(mine.locator("b")).to_have_text("0:00")


def test_turn_by_turn_little_time_is_said_once_in_hours_also_if_some_is_given_back(
    visitors: Visitors,
) -> None:
    pages = [visitors.open(None), visitors.open(None)]
    code = open_table(*pages, time="turn-by-turn", days="1")
    player = turn_page(pages, code)
    player.evaluate(SAID)
    mine = player.locator("#t-seats .me .clock")
    hurry, time_left = mine.get_by_text("hurry"), mine.locator("b")
    expect(hurry).to_be_hidden()
    little, some = (19 * HOUR + 10 * MINUTE) * SECOND_MS, 20 * MINUTE * SECOND_MS
    player.evaluate(SOONER, little)
    expect(hurry).to_be_visible()
    expect(time_left).to_have_text("4h")
    player.evaluate(SOONER, little - some)
    expect(time_left).to_have_text("5h")
    expect(hurry).to_be_visible()
    assert player.evaluate("() => window.said") == ["4 hours left"]

    player.evaluate(SOONER, 12 * HOUR * SECOND_MS)
    expect(hurry).to_be_hidden()
    player.evaluate(SOONER, little)
    expect(hurry).to_be_visible()
    assert player.evaluate("() => window.said") == ["4 hours left", "4 hours left"]

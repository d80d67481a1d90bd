"""Two strangers meet, play a whole game, are watched, and look at all of it again."""

import re
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.browser.steps import (
    Hand,
    at_table,
    create_table,
    join_from_lobby,
    look,
    play_to_the_end,
    record,
    unique,
    wait_for_version,
    wait_live,
)
from tests.browser.tables import register
from tests.browser.visitors import Visitors

WON = re.compile("won|wins")
ROLLS = (
    "1111 1111 2222  6666 6666 5555  6666  1111  1222 1222 1222  1111  1222 1222 4444"  # by turns
)
"""With these a game is short, and both claim a column and go bust."""

STEPS_WALKED = 12

NOTE_TIMES = """
window.timed = {clicks: [], shown: {}};
const version = () => Number(document.getElementById("t-status")?.dataset.version ?? -1);
const note = () => { timed.shown[version()] ??= Date.now(); };
new MutationObserver(note).observe(document, {childList: true, subtree: true});
addEventListener("click", () => timed.clicks.push([version() + 1, Date.now()]), true);
"""
SHOWN_STEP = """([seq, count]) => {
  const at = document.querySelector(`#r-log [data-seq="${seq}"][aria-current="step"]`);
  return at && document.getElementById("r-count").textContent === count && {
    dice: document.querySelector("#r-step .dice")?.getAttribute("aria-label"),
    pieces: document.getElementById("t-pieces").innerHTML,
  };
}"""
SHOWS_STEP = """([seq, count]) =>
  document.getElementById("r-count").textContent === count
  && document.querySelector(`#r-log [data-seq="${seq}"][aria-current="step"]`)"""


def test_two_people_play_a_whole_game_and_a_third_sees_each_move_at_once(
    visitors: Visitors, measured: Callable[[str], None]
) -> None:
    ada, bob, eve = (visitors.open(None) for _ in range(3))
    for page in (ada, bob, eve):
        page.add_init_script(NOTE_TIMES)
    names = unique("Ada"), unique("Bob")
    for page, name in zip((ada, bob), names, strict=True):
        register(page, name)

    bob.goto("/lobby/")
    wait_live(bob)
    code = create_table(ada)
    expect(bob.get_by_role("button", name=f"Join {names[0]}")).to_be_visible()
    join_from_lobby(bob, code)
    eve.goto(f"/games/{code}/")
    at_table(eve)

    visitors.server.load(ROLLS, game=code)
    steps = play_to_the_end(
        Hand(ada), Hand(bob), after_each=lambda seen: wait_for_version(eve, seen.version)
    )

    for page in (ada, bob, eve):
        expect(page.locator("#t-controls h2")).to_have_text(WON)
        assert look(page).version == steps
    for page in (ada, bob):
        expect(page.locator("#t-viewers")).to_have_text("1 watching")
    saved = record(eve, code)
    assert [event["seq"] for event in saved["events"]] == list(range(1, steps + 1))
    assert saved["outcome"]["termination"] == "columns"
    assert {player["name"] for player in saved["players"]} == set(names)
    assert {event["player"] for event in saved["events"] if event.get("bust")} == {0, 1}
    print_delays([ada, bob], eve, measured)
    require_replay_of(eve, code, saved)


def print_delays(players: list[Page], watcher: Page, measured: Callable[[str], None]) -> None:
    """Print how soon the spectator saw each move; a busy machine must not fail the test."""
    shown = watcher.evaluate("timed.shown")
    clicks = [click for page in players for click in page.evaluate("timed.clicks")]
    # A pair and the roll after it come together, and the page shows both.
    seen = [(at, shown.get(str(seq), shown.get(str(seq + 1)))) for seq, at in clicks]
    delays = sorted((then - at) / 1000 for at, then in seen if then is not None)
    assert len(delays) > 20
    worst, median = delays[-1], delays[len(delays) // 2]
    measured(f"a spectator saw {len(delays)} moves: median {median:.3f} s, worst {worst:.3f} s")


def require_replay_of(page: Page, code: str, saved: dict[str, object]) -> None:
    """Step into the replay by keyboard; every step shows what the record says."""
    events = saved["events"]
    assert isinstance(events, list)
    walked = events[:STEPS_WALKED]
    page.goto(f"/games/{code}/replay/0/")
    pieces = [page.locator("#t-pieces").inner_html()]
    for event in walked:
        page.keyboard.press("ArrowRight")
        seq = event["seq"]
        arg = [seq, f"{seq} / {len(events)}"]
        shown = page.wait_for_function(SHOWN_STEP, arg=arg).json_value()
        if event["type"] == "rolled":
            assert shown["dice"] == f"Dice: {' '.join(map(str, event['dice']))}"
        pieces.append(shown["pieces"])
    moved = [before != after for before, after in pairwise(pieces)]
    assert all(m for m, event in zip(moved, walked, strict=True) if event["type"] == "split")
    expect(page).to_have_url(f"/games/{code}/replay/{STEPS_WALKED}/")

    page.keyboard.press("Home")
    expect(page).to_have_url(f"/games/{code}/replay/0/")
    assert page.locator("#t-pieces").inner_html() == pieces[0]
    page.keyboard.press("End")
    expect(page.locator("#r-step")).to_contain_text(WON)

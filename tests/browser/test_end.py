"""The end of a game: who won by what, facts that lead into the replay, and what to do next."""

import re

from playwright.sync_api import Page, expect

from games.engine.replay import fold
from tests.browser.played import finished_game, length
from tests.browser.steps import PASSWORD, at_table, resign, unique, wait_for_turn
from tests.browser.tables import Table, import_record, look_at, play_now, register
from tests.browser.test_accessibility import Examiner
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.visitors import Visitors
from tests.games.records import record_text, recorded_game

DESKTOP = {"width": 1280, "height": 800}


def won_by_a_line() -> str:
    """Return the record of a game of Buttons that one player has won by a line of stars."""
    for seed in range(1, 100):
        game = recorded_game("buttons", seed=seed)
        outcome = game.rules.outcome(fold(game.rules, game.events))
        if outcome is not None and outcome.termination == "line":
            return record_text("buttons", seed=seed)
    raise AssertionError("no game was won by a line")


def test_everybody_is_told_how_the_game_went_as_soon_as_it_is_over(visitors: Visitors) -> None:
    page, phone, watcher = pages = [visitors.open(None, **options) for options in ({}, PHONE, {})]
    table = Table(visitors.server, page, phone)
    table.play(until=24)
    table.show(*pages)
    expect(page.locator(".end")).to_have_count(0)
    table.act(phone, "resign")
    cards = [each.locator("#t-controls .end") for each in pages]
    for card in cards:
        expect(card).to_be_visible()
    told = [[card.locator(part).all_inner_texts() for part in ("dt", "li")] for card in cards]
    assert told[0] == told[1] == told[2]
    assert all(told[0])
    for mine, card in ((True, cards[0]), (True, cards[1]), (False, cards[2])):
        assert ("You" in " ".join(card.locator("dd").all_inner_texts())) is mine
    for each in (phone, watcher):
        pushed = each.locator("#t-pieces").inner_html()
        table.show(each)
        assert each.locator("#t-pieces").inner_html() == pushed
    require_no_sideways_scroll(phone)
    winner = page.locator(".end h2").bounding_box()
    assert winner
    assert winner["y"] + winner["height"] < DESKTOP["height"]
    follow_a_fact_and_a_moment(watcher, table.code, table.state.seq)


def follow_a_fact_and_a_moment(page: Page, code: str, steps: int) -> None:
    fact = page.locator(".end-facts a").first
    address = fact.get_attribute("href") or ""
    fact.click()
    expect(page).to_have_url(address)
    expect(page.locator("#replay")).to_have_attribute("data-seq", address.split("/")[-2])
    page.go_back()
    page.locator(".end-more summary").click()
    page.locator(".end-moments a").last.click()
    expect(page).to_have_url(f"/games/{code}/replay/{steps}/")
    expect(page.locator("#r-step")).to_contain_text(" won")
    page.wait_for_load_state()  # with the scripts that hear keys


def test_the_winning_line_is_drawn_at_the_end_and_not_before(visitors: Visitors) -> None:
    page = visitors.open(None, **PHONE)
    register(page, unique("Ada"))
    code, steps = import_record(page, won_by_a_line())
    page.goto(f"/games/{code}/")
    expect(page.locator("#t-pieces .buttons-won")).to_have_count(1)
    expect(page.locator(".end")).to_contain_text(re.compile(r"stars in a line, in (row|column) \d"))
    layout = page.get_by_role("img", name=re.compile("Winning line: "))
    expect(layout).to_have_count(1)
    axe = Examiner()
    axe.examine(page, "the end of a game that is won")
    assert not axe.found, "\n".join(axe.found)
    require_no_sideways_scroll(page)
    follow_a_fact_and_a_moment(page, code, steps)
    expect(page.locator("#t-pieces .buttons-won")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#t-pieces .buttons-won")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#t-pieces .buttons-won")).to_have_count(1)


def test_a_guest_keeps_the_game_and_has_another_level_with_one_press(visitors: Visitors) -> None:
    page = visitors.open(None)
    code = play_now(page)
    wait_for_turn(page)
    resign(page)
    page.get_by_role("link", name="Save this game").click()
    name = unique("Ada")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(f"/games/{code}/")
    own_seat = page.locator("#t-seats").get_by_role("link", name="You")
    expect(own_seat).to_have_attribute("href", f"/players/{name}/")
    expect(page.get_by_role("link", name="Save this game")).to_have_count(0)

    at_table(page)
    page.get_by_role("button", name="Try level 1").click()
    expect(page).not_to_have_url(f"/games/{code}/")
    at_table(page)
    expect(page.locator("#t-seats")).to_contain_text("Rookie")
    expect(page.locator("#t-seats")).to_contain_text("level 1")
    expect(page.locator("#t-controls .play-form")).to_be_visible()  # it has begun


def test_a_resignation_on_a_phone_can_be_thought_over_and_brings_its_result_into_view(
    visitors: Visitors,
) -> None:
    page, other = visitors.open(None, **PHONE), visitors.open(None)
    table = Table(visitors.server, page, other)
    table.play(until=60)
    table.show(page)
    resign, summary = page.locator("#t-resign"), page.locator("#t-resign summary")
    page.locator("#chat > summary").tap()
    summary.tap()
    page.get_by_role("link", name="Keep playing").tap()
    expect(resign).not_to_have_attribute("open", "")
    expect(summary).to_be_focused()
    summary.tap()
    page.locator("#c-send, .phrase").first.scroll_into_view_if_needed()
    page.locator("#a-resign").tap()
    expect(page.locator(".end h2")).to_be_in_viewport(ratio=1)


TOLD_MS = 2500
"""After so long a button says what it does again, in place of what it has done."""

CANNOT_SHARE = "Object.defineProperty(navigator, 'share', { value: undefined });"
CAN_SHARE = "navigator.share = async (what) => { window.shared = what; }"
MAY_NOT_COPY = "navigator.clipboard.writeText = async () => { throw Error('not allowed'); }"
CANNOT_COPY = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"


def test_share_copies_hands_over_or_shows_the_address_of_the_end(visitors: Visitors) -> None:
    code = finished_game(visitors)
    replay = f"/games/{code}/replay/{length(visitors.open(None), code)}/"

    def press_share(script: str) -> Page:
        page = visitors.open_new(None)
        page.clock.install()
        page.add_init_script(script)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        look_at(code, page)
        page.get_by_role("link", name="Share").click()
        return page

    copies = press_share("")
    expect(copies.locator(".end-next")).to_contain_text("Link copied")
    expect(copies.locator("#t-say")).to_have_text("Link copied")
    copied = copies.evaluate("navigator.clipboard.readText()")
    assert copied == f"{visitors.server.url}{replay}"
    copies.clock.run_for(TOLD_MS)
    expect(copies.get_by_role("link", name="Share", exact=True)).to_be_visible()

    refused = press_share(CANNOT_SHARE + MAY_NOT_COPY)
    expect(refused).to_have_url(f"{replay}#share")

    hands_over = press_share(CAN_SHARE)
    hands_over.wait_for_function("() => window.shared")
    shared = hands_over.evaluate("window.shared")
    assert shared["url"] == f"{visitors.server.url}{replay}"
    assert "Can't Stop" in shared["title"]

    can_do_neither = press_share(CANNOT_COPY + CANNOT_SHARE)
    expect(can_do_neither).to_have_url(f"{replay}#share")
    expect(can_do_neither.get_by_label("Embed in your own page:")).to_be_visible()


PAPER = """() => {
  window.papers = 0;
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => {
    papers += [...addedNodes].filter((one) => one.matches?.(".confetti.p0, .confetti.p1")).length;
  })).observe(document.querySelector(".board"), { childList: true });
}"""


def test_paper_falls_where_motion_is_wanted_and_only_as_the_game_ends(visitors: Visitors) -> None:
    moved, still = (
        visitors.open_new(None, reduced_motion=wish) for wish in ("no-preference", "reduce")
    )
    table = Table(visitors.server, moved, still)
    table.show(moved, still)
    for page in (moved, still):
        page.evaluate(PAPER)
    table.act(still, "resign")
    for page in (moved, still):
        expect(page.locator("#t-controls .end h2")).to_be_visible()
    moved.wait_for_function("() => papers > 0")
    expect(moved.locator(".confetti")).to_have_count(0)
    assert still.evaluate("papers") == 0

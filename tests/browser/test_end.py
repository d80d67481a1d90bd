"""The end of a game: who won by what, facts that lead into the replay, and what to do next."""

import re

from playwright.sync_api import Page, expect

from games.engine.replay import fold
from tests.browser.steps import at_table, record, resign, unique, wait_for_turn
from tests.browser.tables import Table, import_record, play_now, register
from tests.browser.test_accessibility import Examiner
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.visitors import Visitors
from tests.engine.kinds import every_offered_kind
from tests.games.records import record_text, recorded_game

FACTS = {"Turns", "Busts", "Changes of the lead", "Biggest gain", "Longest risk", "Riskiest roll"}
DESKTOP = {"width": 1280, "height": 800}


def played_out(visitors: Visitors, kind: str) -> Table:
    """Return the table of two guests who have played to the end."""
    table = Table(visitors.server, visitors.open(None), visitors.open(None), kind=kind)
    table.play(until=10_000)
    return table


def won_by_a_line() -> str:
    """Return the record of a game of Buttons that one player has won by a line of stars."""
    for seed in range(1, 100):
        game = recorded_game("buttons", seed=seed)
        outcome = game.rules.outcome(fold(game.rules, game.events))
        if outcome is not None and outcome.termination == "line":
            return record_text("buttons", seed=seed)
    raise AssertionError("no game was won by a line")


@every_offered_kind
def test_everybody_is_told_how_the_game_went_as_soon_as_it_is_over(
    visitors: Visitors, kind: str
) -> None:
    table = Table(visitors.server, visitors.open(None), visitors.open(None), kind=kind)
    table.play(until=60)
    pages = [*table.people, visitors.open(None)]
    table.show(*pages)
    expect(pages[0].locator(".end")).to_have_count(0)
    table.play(until=10_000)
    cards = [page.locator("#t-controls .end") for page in pages]
    for card in cards:
        expect(card).to_be_visible()
    told = [[card.locator(part).all_inner_texts() for part in ("dt", "dd", "li")] for card in cards]
    assert told[0] == told[1] == told[2]
    labels, values, moments = told[0]
    assert set(labels) <= FACTS
    assert 4 <= len(labels) == len(values) <= 6
    assert 2 <= len(moments) <= 4
    pushed = [page.locator("#t-pieces").inner_html() for page in pages]
    table.show(*pages)
    assert [page.locator("#t-pieces").inner_html() for page in pages] == pushed


def test_facts_and_moments_lead_to_their_steps(visitors: Visitors) -> None:
    table = played_out(visitors, "cantstop")
    page = table.people[0]
    table.show(page)
    gain = page.locator(".end-facts div", has_text="Biggest gain").get_by_role("link")
    seq = int((gain.get_attribute("href") or "").rstrip("/").rsplit("/", 1)[1])
    assert record(page, table.code)["events"][seq - 1]["type"] == "stopped"
    gain.click()
    expect(page).to_have_url(f"/games/{table.code}/replay/{seq}/")
    page.go_back()
    page.locator(".end-moments a").last.click()
    expect(page).to_have_url(f"/games/{table.code}/replay/{table.state.seq}/")
    expect(page.locator("#r-step")).to_contain_text("claims")


def test_the_winning_line_is_drawn_at_the_end_and_not_before(visitors: Visitors) -> None:
    page = visitors.open(None)
    register(page, unique("Ada"))
    code, steps = import_record(page, won_by_a_line())
    page.goto(f"/games/{code}/")
    expect(page.locator("#t-pieces .buttons-won")).to_have_count(1)
    expect(page.locator(".end")).to_contain_text(re.compile(r"stars in a line, in (row|column) \d"))
    layout = page.get_by_role("img", name=re.compile("Winning line: "))
    expect(layout).to_have_count(1)
    page.goto(f"/games/{code}/replay/{steps}/")
    expect(page.locator("#t-pieces .buttons-won")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#t-pieces .buttons-won")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#t-pieces .buttons-won")).to_have_count(1)


def test_a_guest_is_asked_to_keep_the_game_and_comes_back_to_it(visitors: Visitors) -> None:
    page = visitors.open(None)
    code = play_now(page)
    wait_for_turn(page)
    resign(page)
    page.get_by_role("link", name="Keep this game: sign up").click()
    name = unique("Ada")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(f"/games/{code}/")
    own_seat = page.locator("#t-seats").get_by_role("link", name="You")
    expect(own_seat).to_have_attribute("href", f"/players/{name}/")
    expect(page.get_by_role("link", name="Keep this game: sign up")).to_have_count(0)


def test_another_bot_is_one_press_away(visitors: Visitors) -> None:
    page = visitors.open(None)
    code = play_now(page)
    wait_for_turn(page)
    resign(page)
    page.get_by_role("button", name="Rule of 28").click()
    expect(page).not_to_have_url(f"/games/{code}/")
    at_table(page)
    expect(page.locator("#t-seats")).to_contain_text("Rule of 28")
    expect(page.locator("#t-controls .play-form")).to_be_visible()  # it has begun


# --- Share ---


def test_share_copies_the_address_of_the_replay(visitors: Visitors) -> None:
    page, code = _at_the_end(visitors)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Share").click()
    expect(page.locator(".end-more")).to_contain_text("Link copied")
    expect(page.locator("#t-say")).to_have_text("Link copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{visitors.server.url}/games/{code}/replay/0/"
    expect(page.get_by_role("link", name="Share", exact=True)).to_be_visible()


def test_share_hands_the_replay_to_a_browser_that_can_share(visitors: Visitors) -> None:
    page, code = _at_the_end(
        visitors,
        "navigator.share = async (what) => { window.shared = what; }",
    )
    page.get_by_role("link", name="Share").click()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("window.shared")
    assert shared["url"] == f"{visitors.server.url}/games/{code}/replay/0/"
    assert "Can't Stop" in shared["title"]


def test_share_leads_to_what_can_be_shared_where_a_browser_lets_us_do_neither(
    visitors: Visitors,
) -> None:
    page, code = _at_the_end(
        visitors,
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        "Object.defineProperty(navigator, 'share', { value: undefined });",
    )
    page.get_by_role("link", name="Share").click()
    expect(page).to_have_url(f"/games/{code}/replay/0/#share")
    expect(page.get_by_label("Embed in a page of your own:")).to_be_visible()


def _at_the_end(visitors: Visitors, script: str = "") -> tuple[Page, str]:
    """Return a player's page of a game that is over, with a browser as the script makes it."""
    page = visitors.open(None)
    if script:
        page.add_init_script(script)
    code = play_now(page)
    wait_for_turn(page)
    resign(page)
    return page, code


# --- How it looks ---


@every_offered_kind
def test_the_card_hinders_nobody_and_fits_a_phone(visitors: Visitors, kind: str) -> None:
    table = played_out(visitors, kind)
    page, phone = table.people[0], visitors.open(None, **PHONE)
    for each in (page, phone):
        table.show(each)
        axe = Examiner()
        axe.examine(each, "the end")
        assert not axe.found, "\n".join(axe.found)
        require_no_sideways_scroll(each)
    winner = page.locator(".end h2").bounding_box()
    assert winner
    assert winner["y"] + winner["height"] < DESKTOP["height"]

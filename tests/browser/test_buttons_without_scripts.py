"""Buttons works where scripts do not run."""

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import KIND, dice_for
from tests.browser.tables import Table
from tests.browser.visitors import Visitors

THEIRS, MINE, NEXT = (1, 1), (3, 3), (1, 5)
EVENTS, DECIDED = 15, 4
"""How many there are, and the one that ends the decisions on the first roll."""


def test_a_round_is_played_and_a_game_read_without_scripts(visitors: Visitors) -> None:
    """The second sees pages without scripts; what the first does needs none."""
    visitors.allow("status of 422")  # too many stars
    people = [visitors.open(None, java_script_enabled=False) for _ in range(2)]
    table = Table(visitors.server, *people, kind=KIND)
    other, page = table.in_order
    page.goto(f"/games/{table.code}/")

    table.act(other, "roll", dice_for(THEIRS))
    table.act(other, "place:1,1")
    press(table, page, "a-decline")
    visitors.server.load(dice_for(MINE), game=table.code)
    press(table, page, "a-roll")
    press(table, page, "a-place")  # on the only cell there is
    table.act(other, "decline")
    table.act(other, "roll", dice_for(NEXT))
    table.act(other, "place:1,5")
    press(table, page, "a-place")
    press(table, page, "a-out")
    table.act(other, "opt-out")
    _place_stars(page, "c15")
    table.learn()
    table.act(other, "stars:1,1")
    assert table.state.stars[table.number_of(page)] == {NEXT}

    page.reload()
    expect(page.locator("#t-status")).to_contain_text("Round 2")
    page.locator("#t-resign summary").click()
    page.locator("#a-resign").click()
    page.get_by_role("link", name="Replay", exact=True).click()
    _walk_by_links(page)


def press(table: Table, page: Page, control: str) -> None:
    """Press what the page shows now, after a look at what is new."""
    page.reload()
    page.locator(f"#{control}").click()
    expect(page.locator("#t-notice")).to_be_empty()
    table.learn()


def _place_stars(page: Page, cell: str) -> None:
    """Two buttons bring one star, which is preset; too many are refused with a sentence."""
    page.reload()
    boxes = page.locator("#t-pieces input.cell")
    expect(boxes).to_have_count(2)
    expect(page.locator("#t-pieces input.cell:checked")).to_have_count(1)
    for box in boxes.all():
        box.check()
    page.locator("#a-stars").click()
    expect(page.locator("#t-notice")).to_have_attribute("data-refusal", "illegal")
    page.locator(f"#{cell}").check()
    for box in page.locator(f"#t-pieces input.cell:checked:not(#{cell})").all():
        box.uncheck()
    page.locator("#a-stars").click()
    expect(page.locator("#t-notice")).to_be_empty()


def _walk_by_links(page: Page) -> None:
    """Walk through the replay; a roll, all decisions on it, and all stars are a step each."""
    expect(page.locator("#r-count")).to_have_text(f"0 / {EVENTS}")
    page.get_by_role("link", name="One step forward").click()
    expect(page.locator("#r-count")).to_have_text(f"1 / {EVENTS}")
    page.locator("#r-slider").fill("3")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#r-count")).to_have_text(f"{DECIDED} / {EVENTS}")
    expect(page.locator("#r-step .parts li")).to_have_count(2)
    page.get_by_role("link", name="Last step").click()
    expect(page.locator("#r-count")).to_have_text(f"{EVENTS} / {EVENTS}")
    expect(page.locator("#r-step")).to_contain_text("won")
    page.get_by_role("link", name="Previous turn").click()
    expect(page.locator("#r-count")).not_to_have_text(f"{EVENTS} / {EVENTS}")

"""Buttons works where scripts do not run."""

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import KIND
from tests.browser.server import Server
from tests.browser.steps import code_at, record
from tests.browser.visitors import Visitors


def usable(page: Page, control: str) -> bool:
    return page.locator(f"button#{control}:not([disabled])").count() > 0


def post(page: Page, control: str) -> None:
    """Press what the page shows now, after a look at what is new."""
    page.reload()
    page.locator(f"#{control}").click()
    expect(page.locator("#t-notice")).to_be_empty()


def turn(server: Server, roller: Page, other: Page, cell: str, answer: str) -> None:
    server.load(cell[0] + cell[1] * 5, game=code_at(roller))
    post(roller, "a-roll")
    post(roller, f"c{cell}")
    post(other, answer)


def test_a_round_is_played_and_a_game_read_without_scripts(visitors: Visitors) -> None:
    visitors.allow("status of 422")  # too many stars
    server = visitors.server
    ada, bob = (visitors.open(None, java_script_enabled=False) for _ in range(2))
    ada.goto(f"/games/new/?kind={KIND}")
    ada.get_by_role("button", name="Open the table").click()
    bob.goto(ada.url)
    bob.get_by_role("button", name="Take a seat").click()
    ada.reload()
    code = code_at(ada)
    first, second = (ada, bob) if usable(ada, "a-roll") else (bob, ada)

    turn(server, first, second, "11", "a-place")
    turn(server, second, first, "33", "a-decline")
    turn(server, first, second, "15", "a-decline")
    post(second, "a-out")
    post(first, "a-out")
    _place_stars(first, "c15")
    _place_stars(second, "c33")
    assert record(ada, code)["events"][-2]["cells"] == [[1, 5]]
    expect(second.locator("#t-status")).to_contain_text("Round 2")

    ada.locator("#t-resign summary").click()
    ada.get_by_role("button", name="Yes, resign").click()
    ada.get_by_role("link", name="Replay", exact=True).click()
    _walk_by_links(ada)


def _place_stars(page: Page, cell: str) -> None:
    """Two buttons bring one star: check one and send it; too many are refused with a sentence."""
    page.reload()
    boxes = page.locator("#t-pieces input.cell")
    expect(boxes).to_have_count(2)
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
    expect(page.locator("#r-count")).to_have_text("0 / 11")
    seen = []
    for _ in range(11):
        page.get_by_role("link", name="One step forward").click()
        seen.append(page.locator("#r-count").inner_text())
    assert seen == [f"{step} / 11" for step in range(1, 12)]
    expect(page.locator("#r-step")).to_contain_text("won")
    page.get_by_role("link", name="Previous turn").click()
    page.locator("#r-slider").fill("3")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#r-count")).to_have_text("3 / 11")
    expect(page.locator("#r-step .parts li")).to_have_count(2)

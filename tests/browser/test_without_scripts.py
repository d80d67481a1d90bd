"""The site works where scripts do not run."""

import re

from playwright.sync_api import Page, expect

from tests.browser.steps import code_at, press_play_now, record, sign_up, unique
from tests.browser.tables import open_table
from tests.browser.visitors import Visitors

MOVES = 5
MOST_LOOKS = 200


def usable(page: Page, control: str) -> bool:
    # While the bot chooses, its ways have the same names.
    return page.locator(f"button#{control}, input#{control}").count() > 0


def move(page: Page) -> None:
    """Make one move, or look again while the bot plays."""
    if usable(page, "o1"):
        page.locator("#o1").check()  # only then there are buttons
    for control in ("a-stop", "a-roll"):
        if usable(page, control):
            page.locator(f"#{control}").click()
            return
    page.reload()


def test_a_game_can_be_played_and_read_without_scripts(visitors: Visitors) -> None:
    page = visitors.open(None, java_script_enabled=False)
    sign_up(page, unique("Ada"))
    press_play_now(page)
    while not usable(page, "a-roll"):
        page.reload()  # the bot begins
    expect(page).to_have_title("Your turn · Can't Stop")
    code = code_at(page)
    for _ in range(MOST_LOOKS):
        move(page)
        moves = int(page.locator("#t-status").get_attribute("data-version") or 0)
        if moves >= MOVES and usable(page, "o1"):
            break  # in the middle of a decision, which the replay must not take for open

    page.locator("#t-resign summary").click()
    page.locator("#a-resign").click()
    expect(page.locator("#t-controls .end")).to_be_visible()
    page.get_by_role("link", name="Replay", exact=True).click()
    require_readable_replay(page, code)


def require_readable_replay(page: Page, code: str) -> None:
    events = record(page, code)["events"]
    assert len(events) > MOVES
    expect(page).to_have_url(f"/games/{code}/replay/0/")
    expect(page.locator("#r-play")).to_be_hidden()
    for event in events[:2]:
        page.get_by_role("link", name="One step forward").click()
        expect(page.locator("#r-count")).to_have_text(f"{event['seq']} / {len(events)}")
        expect(page).to_have_url(f"/games/{code}/replay/{event['seq']}/")
    page.get_by_role("link", name="Last step").click()
    expect(page.locator("#r-step")).to_contain_text("won")
    page.get_by_role("link", name="Previous turn").click()
    page.locator("#r-slider").fill("3")
    page.get_by_role("button", name="Go").click()
    expect(page).to_have_url(f"/games/{code}/replay/3/")


def test_a_table_is_opened_and_left_and_a_seat_taken_without_scripts(visitors: Visitors) -> None:
    visitors.allow("status of 422")
    page = visitors.open("/games/new/", java_script_enabled=False)
    page.locator("#id_size").select_option("4")
    page.get_by_text("More options").click()
    page.locator("#id_columns_to_win").select_option("5")
    page.get_by_role("button", name="Create game").click()
    refused = "With 4 players, choose 3 columns to win."
    expect(page.locator(".errorlist")).to_have_text(refused)
    page.locator("#id_size").select_option("3")
    page.get_by_role("button", name="Create game").click()
    expect(page.locator("#invite")).to_have_value(page.url)
    page.get_by_role("button", name="Leave table").click()
    expect(page).to_have_url("/lobby/")

    page.goto(f"/games/{open_table(visitors.open(None), size=2)}/")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator("#t-status")).to_have_attribute("data-turn", re.compile("me|other"))

"""What a visitor does on the front page, and where it leads."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import PASSWORD, at_table, unique
from tests.browser.tables import Table
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED


def test_signing_up_on_the_front_page_leads_back_to_it_not_to_the_game_it_shows(
    visitors: Visitors,
) -> None:
    Table(visitors.server, visitors.open(None), visitors.open(None)).play(3)
    page = visitors.open("/")
    expect(page.locator("#watch-featured")).to_be_visible()
    page.locator(".site-header").get_by_role("link", name="Sign up").click()
    page.get_by_label("Username").fill(unique("front"))
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("header .menu summary")).to_be_visible()
    expect(page).to_have_url(re.compile(r"^http://[^/]+/$"))


def press_play_with_people(page: Page) -> None:
    card = page.locator(".kind", has=page.get_by_role("heading", name="Buttons"))
    card.get_by_role("button", name="Play with people").click()


def test_two_strangers_play_with_each_other_after_one_press_each(
    own_visitors: Visitors,
) -> None:
    first, second = own_visitors.open("/"), own_visitors.open("/", java_script_enabled=False)
    press_play_with_people(first)
    code = at_table(first)
    expect(first.locator("#t-status")).to_contain_text("Waiting")
    press_play_with_people(second)
    expect(second).to_have_url(re.compile(f"/games/{code}/$"))
    expect(first.locator("#t-seats .seat")).to_have_count(2)
    expect(first.locator("#t-seats")).not_to_contain_text("Free seat")


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_the_first_screen_shows_each_game_and_both_ways_to_play_it(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    width, height = size
    page = visitors.open("/", viewport={"width": width, "height": height})
    cards = page.locator(".kind")
    expect(cards).to_have_count(len(OFFERED))
    for card in cards.all():
        people, bot = card.get_by_role("button").all()
        boxes = [shown.bounding_box() for shown in (card.locator(".emblem"), people, bot)]
        assert all(box and box["y"] + box["height"] < height for box in boxes)
        assert boxes[1] is not None
        assert boxes[2] is not None
        assert abs(boxes[1]["width"] - boxes[2]["width"]) < 1, "neither is the lesser way"
    assert page.evaluate("document.documentElement.scrollWidth") <= width

"""What a visitor does on the front page, and where it leads."""

import re

from playwright.sync_api import Page, expect

from tests.browser.steps import at_table
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED


def press_play_with_people(page: Page) -> None:
    card = page.locator(".kind", has=page.get_by_role("heading", name="Buttons"))
    card.get_by_role("button", name="Play with people").click()


def test_two_strangers_play_with_each_other_after_one_press_each(visitors: Visitors) -> None:
    first, second = visitors.open("/"), visitors.open("/", java_script_enabled=False)
    press_play_with_people(first)
    code = at_table(first)
    while "Waiting" not in first.locator("#t-status").inner_text():
        first.goto("/")  # a table that another test has left was waiting
        press_play_with_people(first)
        code = at_table(first)
    press_play_with_people(second)
    expect(second).to_have_url(re.compile(f"/games/{code}/$"))
    expect(first.locator("#t-seats .seat")).to_have_count(2)
    expect(first.locator("#t-seats")).not_to_contain_text("Free seat")


def test_the_first_screen_shows_each_game_and_both_ways_to_play_it(visitors: Visitors) -> None:
    page = visitors.open("/")
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
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

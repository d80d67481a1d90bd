"""What a visitor does on the front page, and where it leads."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.presenters import presenter
from tests.browser.steps import act, at_table, press_play_now, unique, wait_for_turn
from tests.browser.tables import Table, register
from tests.browser.test_phone import PHONE
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

OUTSIDE = """() => [...document.querySelectorAll("main .card bdi")].filter((name) => {
  const [box, card] = [name, name.closest(".card")].map((one) => one.getBoundingClientRect());
  const line = parseFloat(getComputedStyle(name).fontSize) * 1.6;
  const isOut = box.left < card.left || box.right > card.right || box.height > line;
  return isOut && name.checkVisibility() && !name.closest(".sr, .turn-told");
}).map((name) => name.outerHTML)"""
"""The names that take more than a line of their card, or leave it."""


def press_play_with_people(page: Page) -> None:
    card = page.locator(".kind", has=page.get_by_role("heading", name="Buttons"))
    card.get_by_role("button", name="Live").click()


def test_two_strangers_play_with_each_other_after_one_press_each(visitors: Visitors) -> None:
    first, second = visitors.open("/"), visitors.open("/", java_script_enabled=False)
    press_play_with_people(first)
    code = at_table(first)
    while "Waiting" not in first.locator("#t-status").inner_text():
        first = visitors.open("/")  # a table that another test has left was waiting
        press_play_with_people(first)
        code = at_table(first)
    press_play_with_people(second)
    expect(second).to_have_url(re.compile(f"/games/{code}/$"))
    expect(first.locator("#t-seats .seat")).to_have_count(2)
    expect(first.locator("#t-seats")).not_to_contain_text("Free seat")


def test_the_first_screen_shows_each_game_and_its_first_button(visitors: Visitors) -> None:
    page = visitors.open("/")
    for width, height in ((390, 664), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        cards = page.locator(".kind")
        expect(cards).to_have_count(len(OFFERED))
        for card in cards.all():
            bot = card.get_by_role("button", name="Play a bot")
            boxes = [shown.bounding_box() for shown in (card.locator(".emblem"), bot)]
            assert all(box and box["y"] + box["height"] < height for box in boxes)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scripts", [True, False])
def test_a_stranger_is_at_their_first_roll_after_two_presses(
    visitors: Visitors, scripts: bool
) -> None:
    page = visitors.open("/", java_script_enabled=scripts)
    card = page.locator(".kind", has=page.get_by_role("heading", name="Can't Stop"))
    card.get_by_role("button", name="Play a bot").click()
    page.wait_for_url(re.compile(r"/games/[a-z0-9]{8}/$"))
    roll = page.locator("button#a-roll:not(:disabled)")
    while scripts is False and not roll.count():  # the bot begins, and nothing is pushed
        page.reload()
    roll.click()
    expect(page.locator("#t-status")).to_contain_text("You rolled")


def test_another_level_is_chosen_at_the_table(visitors: Visitors) -> None:
    page = visitors.open(None)
    press_play_now(page)
    first = at_table(page)
    offer = page.locator("#level-offer")
    expect(offer.locator("summary")).to_have_text("Level: 2")
    offer.locator("summary").click()
    offer.get_by_role("button", name="4 · Linear").click()
    page.wait_for_url(lambda url: first not in url)
    at_table(page)
    expect(offer.locator("summary")).to_have_text("Level: 4")
    wait_for_turn(page)
    act(page, "a-roll")
    expect(offer).to_be_empty()
    page.goto("/")
    expect(page.locator("#home-title")).to_contain_text("Your turn in 1 game")


def test_live_games_move_on_the_front_page_until_somebody_pauses_them(visitors: Visitors) -> None:
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    table.play(until=20)
    fan = visitors.open("/watch/")
    board = fan.locator(".live-board", has=fan.locator(f"#watch-{table.code}"))
    before = board.locator("svg.mini").inner_html()
    table.play(until=60)
    expect(board.locator("svg.mini")).not_to_have_js_property("innerHTML", before)
    pause = fan.get_by_role("button", name="Pause")
    pause.click()
    expect(pause).to_have_attribute("aria-pressed", "true")
    table.act(table.people[0], "resign")
    fan.evaluate("htmx.trigger('#again', 'again')")
    expect(board).to_have_count(1)
    pause.click()
    fan.evaluate("htmx.trigger('#again', 'again')")
    expect(board).to_have_count(0)


def test_the_longest_names_keep_to_one_line_in_their_cards(visitors: Visitors) -> None:
    ada, bob, fan = visitors.open(None), visitors.open(None), visitors.open(None, **PHONE)
    for page in (ada, bob):
        register(page, unique("M").ljust(20, "W"))
    table = Table(visitors.server, ada, bob)
    table.play(until=4)
    for path, page in (("/", table.in_order[0]), ("/watch/", fan), ("/", fan)):
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.evaluate(OUTSIDE) == []


def test_home_hears_at_once_that_a_game_waits(visitors: Visitors) -> None:
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    table.play(until=4)
    first, second = table.in_order
    second.goto("/")
    title = second.locator("#home-title")
    expect(title).to_have_text("All caught up")
    while table.in_order[0] is first:
        table.play(until=table.state.seq + 1)
    expect(title).to_have_text("Your turn in 1 game")
    expect(second.locator(f"#play-{table.code}")).to_be_visible()


def test_the_switch_for_a_new_game_shows_the_ways_of_one_game(visitors: Visitors) -> None:
    page = visitors.open("/lobby/")
    ways = page.locator(".new-game .pills")
    expect(ways.locator("visible=true").first).to_be_visible()
    for number, name in enumerate(presenter(kind).ABOUT.name for kind in OFFERED):
        page.get_by_role("radio", name=name).check()
        shown = [group.is_visible() for group in ways.all()]
        assert shown == [place == number for place in range(len(OFFERED))]


def test_a_way_to_play_is_chosen_without_losing_what_was_filled_in(visitors: Visitors) -> None:
    page = visitors.open("/games/new/?kind=cantstop")
    page.get_by_label("Seats").select_option("3")
    ways = page.get_by_role("navigation", name="How to play")
    ways.get_by_role("link", name="With a link").click()
    expect(ways.locator("[aria-current=true]")).to_contain_text("With a link")
    expect(page.get_by_label("Seats")).to_have_value("3")
    page.get_by_text("More options").click()
    expect(page.get_by_label("Private (link only)")).to_be_checked()
    page.get_by_label("Public (in the lobby)").check()
    page.get_by_label("Turn by turn").check()
    expect(ways.locator("[aria-current=true]")).to_contain_text("Turn by turn")
    page.get_by_role("button", name="Create game").click()
    at_table(page)
    page.goto("/games/new/")
    expect(ways.locator("[aria-current=true]")).to_contain_text("Turn by turn")
    expect(page.get_by_label("Seats")).to_have_value("3")

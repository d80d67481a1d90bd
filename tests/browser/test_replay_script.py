"""A replay with its script: a held key waits for nothing, and nobody is pulled forward."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.browsers import IN_FIREFOX
from tests.browser.played import finished_game, length, long_game
from tests.browser.steps import at_table
from tests.browser.tables import Table
from tests.browser.visitors import Visitors

MOST_REQUESTS = 4
STEPS_FORWARD = 70
"""From the start into the frames that are asked for later."""

STEPS_BACK = 40
"""From the end of the game into the frames that were asked for before the last ones."""

LOST_ON_THE_WAY = 2
STEPS_ARE_SHOWN = "seq => document.querySelector(`#r-log [data-seq='${seq}'][aria-current]`)"


def hold(page: Page, key: str, times: int) -> None:
    """Press a key so often without letting it go; a browser calls that repeating."""
    for _ in range(times):
        page.keyboard.down(key)
    page.keyboard.up(key)


def reader_of_a_game(visitors: Visitors) -> tuple[Page, str, int]:
    """Return a page, the code of a game that is over, and how many steps it has."""
    code, page = finished_game(visitors), visitors.open(None)
    return page, code, length(page, code)


def test_a_held_key_walks_through_a_game_with_a_handful_of_requests(visitors: Visitors) -> None:
    ada = visitors.open(None)
    code = long_game(visitors)
    steps = length(ada, code)
    assert steps >= 140
    asked: list[str] = []
    ada.on("request", lambda request: asked.append(request.url))
    ada.goto(f"/games/{code}/replay/0/")
    hold(ada, "ArrowRight", STEPS_FORWARD)
    expect(ada.locator("#r-count")).to_have_text(f"{STEPS_FORWARD} / {steps}")
    ada.wait_for_function(STEPS_ARE_SHOWN, arg=STEPS_FORWARD)
    ada.keyboard.press("End")
    hold(ada, "ArrowRight", 5)
    expect(ada.locator("#r-count")).to_have_text(f"{steps} / {steps}")
    ada.wait_for_function(STEPS_ARE_SHOWN, arg=steps)
    expect(ada).to_have_url(f"/games/{code}/replay/{steps}/")
    hold(ada, "ArrowLeft", STEPS_BACK)
    expect(ada).to_have_url(f"/games/{code}/replay/{steps - STEPS_BACK}/")
    ada.keyboard.press("Home")
    hold(ada, "ArrowLeft", 5)
    expect(ada).to_have_url(f"/games/{code}/replay/0/")
    chunks = [url for url in asked if "/frames/" in url]
    assert len(chunks) <= MOST_REQUESTS
    assert len([url for url in asked if re.search(r"/replay/\d+/$", url)]) == 1


def test_a_step_is_drawn_by_the_script_as_the_server_draws_it(visitors: Visitors) -> None:
    ada, code, steps = reader_of_a_game(visitors)
    drawn = """['t-pieces', 't-seats', 'r-step'].map((id) => {
      const copy = document.getElementById(id).cloneNode(true);
      copy.querySelectorAll(".proof").forEach((tick) => tick.remove());
      return copy.outerHTML;
    })"""
    other = visitors.open(None)
    ada.goto(f"/games/{code}/replay/{steps}/")
    for key, seq in (("Home", 0), ("PageDown", 1), ("ArrowRight", 2), ("End", steps)):
        ada.keyboard.press(key)
        expect(ada).to_have_url(f"/games/{code}/replay/{seq}/")
        by_script = ada.evaluate(drawn)
        other.goto(f"/games/{code}/replay/{seq}/")
        assert other.evaluate(drawn) == by_script


def test_buttons_slider_and_log_step_within_the_page_that_one_press_of_back_leaves(
    visitors: Visitors,
) -> None:
    ada, code, steps = reader_of_a_game(visitors)
    ada.goto("/rules/")
    ada.goto(f"/games/{code}/replay/0/")
    ada.evaluate("window.same = true")
    for name, seq in (("One step forward", 1), ("Last step", steps), ("One step back", steps - 1)):
        ada.get_by_role("link", name=name).click()
        expect(ada).to_have_url(f"/games/{code}/replay/{seq}/")
    ada.get_by_role("link", name="Last step").press("Enter")
    expect(ada.get_by_role("link", name="Last step")).to_be_focused()
    ada.get_by_label("Step", exact=True).fill("7")
    expect(ada).to_have_url(f"/games/{code}/replay/7/")
    ada.locator("#r-log [data-seq='3']").click()
    expect(ada).to_have_url(f"/games/{code}/replay/3/")
    expect(ada.locator("#r-say")).not_to_be_empty()
    assert ada.evaluate("window.same")
    if not IN_FIREFOX:  # where the driver is not told of pages that were kept
        ada.go_back()
        expect(ada).to_have_url("/rules/")


def test_who_looks_back_in_a_running_game_is_not_pulled_forward(visitors: Visitors) -> None:
    eve = visitors.open(None)
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    table.play(until=6)
    code = table.code
    eve.goto(f"/games/{code}/replay/2/")
    known = int(eve.locator("#r-slider").get_attribute("max") or 0)
    table.play(until=known + 4)
    expect(eve.locator("#r-new")).to_have_text("New steps: 4")
    expect(eve).to_have_url(f"/games/{code}/replay/2/")
    eve.keyboard.press("End")
    expect(eve.locator("#r-new")).to_be_empty()
    assert int(eve.locator("#r-slider").input_value()) >= known + 4
    expect(eve.locator("#r-log [aria-current='step']")).to_have_count(1)
    eve.get_by_role("link", name="Back to the live table").click()
    at_table(eve)
    table.wait_for(eve)


def test_frames_lost_on_the_way_are_asked_for_again_without_leaving_the_page(
    visitors: Visitors,
) -> None:
    """Browsers break off what a page asks for when a link is followed: that is no refusal."""
    visitors.allow("ERR_FAILED")
    page, code, _ = reader_of_a_game(visitors)
    lost: list[str] = []

    def lose_some(route: Route) -> None:
        if len(lost) >= LOST_ON_THE_WAY:
            return route.continue_()
        lost.append(route.request.url)
        return route.abort()

    page.route("**/frames/**", lose_some)
    page.goto(f"/games/{code}/replay/0/")
    page.evaluate("() => { window.here = true; }")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(STEPS_ARE_SHOWN, arg=1)
    assert len(lost) == LOST_ON_THE_WAY
    assert page.evaluate("() => window.here")

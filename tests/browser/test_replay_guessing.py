"""Who guesses is told nothing of how the game goes on."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.played import finished_game, length, long_game
from tests.browser.test_replay_player import ADDRESS, let_play, patient, set_speed
from tests.browser.visitors import Visitors
from tests.html import plain

BELOW_THE_LOG = """() => {
  const log = document.querySelector("#r-log").getBoundingClientRect();
  const entry = document.querySelector("#r-log [aria-current]").getBoundingClientRect();
  return entry.bottom - log.bottom;
}"""
LINKS_TO_BE_SEEN = """() => [...document.querySelectorAll("#r-log [data-seq]")]
  .filter((link) => link.checkVisibility({ visibilityProperty: true }))
  .map((link) => Number(link.dataset.seq))"""


@pytest.fixture
def reader(visitors: Visitors) -> tuple[Page, str, int]:
    """Return a page at the start of a game, its address and how many steps it has."""
    base = f"/games/{finished_game(visitors)}/replay/"
    page = patient(visitors, f"{base}0/")
    return page, base, int(page.locator("#r-slider").get_attribute("max") or 0)


def frames(page: Page, base: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.request.get(f"{base}frames/?from=0&to=63").json()["frames"]
    return found


def test_who_guesses_sees_nothing_of_how_the_game_goes_on(
    reader: tuple[Page, str, int],
) -> None:
    page, base, steps = reader
    asked = [frame for frame in frames(page, base) if frame["asks"]]
    proven = page.locator("#r-proof")  # which tells how many rolls were checked
    expect(proven).to_contain_text("your browser checked the whole game")
    page.keyboard.press("g")
    expect(page.locator("#r-guess")).to_be_visible()
    expect(proven).to_be_hidden()
    expect(page.locator("#r-talk")).to_be_hidden()
    right = 0
    for number, frame in enumerate(asked, start=1):
        while not page.locator("#r-answers").is_visible():
            page.keyboard.press("ArrowRight")
            page.wait_for_load_state()
        require_nothing_told(page, steps, frame["seq"])
        expect(page.locator("#r-question")).to_contain_text(plain(frame["asks"]))
        page.keyboard.press("End")
        page.keyboard.press("ArrowRight")  # both wait for the answer
        page.clock.run_for(ADDRESS)
        expect(page).to_have_url(f"{base}{frame['seq']}/")
        said = "roll" if number % 2 else "hold"
        right += frame["answer"] == said
        page.locator(f"[data-answer={said}]").click()
        verdict = "You guessed right." if frame["answer"] == said else "They chose differently."
        expect(page.locator("#r-question")).to_contain_text(verdict)
        expect(page.locator("#r-question")).to_contain_text(f"Guessed right: {right} of {number}.")
    for seq in range(asked[-1]["seq"] + 1, steps):
        page.clock.run_for(ADDRESS)
        expect(page).to_have_url(f"{base}{seq}/")
        require_nothing_told(page, steps, seq)
        page.keyboard.press("ArrowRight")
    expect(page.locator("#r-question")).to_contain_text("The game is over.")
    expect(page.locator("#t-seats .seat > .won")).to_be_visible()
    assert page.evaluate(BELOW_THE_LOG) <= 0, "the log follows"


def require_nothing_told(page: Page, steps: int, seq: int) -> None:
    """Require that the visible text tells neither the length nor anything after this step."""
    seen = page.locator("body").inner_text()
    assert f"/ {steps}" not in seen
    assert not re.search(r"\bwon\b|resigned|leaves", seen)
    assert int(page.locator("#r-slider").get_attribute("max") or 0) <= seq + 1
    assert max(page.evaluate(LINKS_TO_BE_SEEN), default=0) <= seq
    if page.locator("#r-answers").is_visible():
        expect(page.locator("#r-step .then .mark:visible")).to_have_count(0)


def test_playing_stops_before_each_choice_and_goes_on_after_it(
    reader: tuple[Page, str, int],
) -> None:
    page, base, _ = reader
    first, second = [frame["seq"] for frame in frames(page, base) if frame["asks"]][:2]
    set_speed(page, "4×")
    page.keyboard.press("g")
    page.keyboard.press("Space")
    let_play(page.locator("#r-answers").is_visible, page)
    expect(page).to_have_url(f"{base}{first}/")
    page.keyboard.press("r")
    let_play(lambda: page.url.endswith(f"/{second}/"), page)
    expect(page.locator("#r-answers")).to_be_visible()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Just show it").click()
    expect(page.locator("#r-answers")).to_be_hidden()
    expect(page.locator("#r-question")).to_contain_text(re.compile(r"Guessed right: \d of 1\."))
    page.keyboard.press("g")
    expect(page.locator("#r-guess")).to_be_hidden()
    expect(page.locator("#r-count")).to_have_text(re.compile("/"))


def test_who_guesses_goes_on_guessing_on_the_next_page(reader: tuple[Page, str, int]) -> None:
    page, base, steps = reader
    asked = [frame for frame in frames(page, base) if frame["asks"]]
    page.keyboard.press("g")
    for _ in range(2):
        while not page.locator("#r-answers").is_visible():
            page.keyboard.press("ArrowRight")
        page.keyboard.press("r")
        expect(page.locator("#r-question")).to_contain_text("Guessed right")
    told = page.locator("#r-question").inner_text().partition("Guessed right")[2]
    at = int(page.locator("#r-count").inner_text())
    page.locator(".more summary").click()
    page.locator(".sides a").nth(2).click()
    expect(page).to_have_url(f"{base}{at}/?as=1")
    expect(page.locator("#r-guess")).to_be_visible()
    expect(page.locator("#r-question")).to_contain_text(told)
    require_nothing_told(page, steps, max(at, asked[1]["seq"]))
    page.reload()
    expect(page.locator("#r-question")).to_contain_text(told)
    require_nothing_told(page, steps, max(at, asked[1]["seq"]))
    page.goto(f"{base}{steps}/")  # who looks at the end has nothing left to guess
    expect(page.locator("#r-count")).to_have_text(f"{steps} / {steps}")
    expect(page.locator("#r-guess")).to_be_hidden()
    page.goto(f"{base}1/")
    expect(page.locator("#r-count")).to_have_text(f"1 / {steps}")


def test_guessing_from_the_end_waits_for_the_start(visitors: Visitors) -> None:
    page = visitors.open(None)
    code = long_game(visitors)
    steps = length(page, code)
    base = f"/games/{code}/replay/"
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/frames/?from=0&*", hold)
    page.goto(f"{base}{steps}/")
    expect(page.locator("#r-count")).to_have_text(f"{steps} / {steps}")
    with page.expect_request("**/frames/?from=0&*"):
        page.keyboard.press("g")
    expect(page.locator("#r-guess")).to_be_visible()
    for route in held:
        route.continue_()
    expect(page).to_have_url(f"{base}0/")
    require_nothing_told(page, steps, 0)

"""Who clicks twice at a table of Buttons acts once, and reads of no mistake."""

from playwright.sync_api import Page, Request, expect

from tests.browser.buttons_steps import events, offer, pick, sit_down, together
from tests.browser.steps import code_at, look, wait_for_version
from tests.browser.visitors import Visitors

SLOW_DOUBLE_CLICK = 120
"""So many milliseconds lie between press and release: time enough for an answer in between."""


def posts_of(page: Page) -> list[str]:
    """Return a list that grows by every form this page sends."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.url)

    page.on("request", note)
    return sent


def click_twice(page: Page, control: str, pace: int) -> None:
    """Double click where the control is, whatever takes its place."""
    before = look(page).version
    place = page.locator(f"#{control}").bounding_box()
    assert place is not None
    middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.click(*middle, click_count=2, delay=pace)
    wait_for_version(page, before + 1)
    expect(page.locator("#t-notice")).to_be_empty()


def test_a_double_click_counts_once_and_a_slow_one_hits_nothing_that_came_in_between(
    visitors: Visitors,
) -> None:
    pages = first, second = sit_down(
        visitors.server, visitors.open(None), visitors.open(None)
    ).in_order
    visitors.server.load("111111", "333333", "155555", "533333", game=code_at(first))
    sent = {page: posts_of(page) for page in pages}
    at_once, slowly = 0, SLOW_DOUBLE_CLICK
    clicks = [
        *((first, "a-roll", at_once), (first, "a-place", at_once), (second, "a-place", at_once)),
        *((second, "a-roll", slowly), (first, "a-decline", at_once), (second, "a-place", slowly)),
        *((first, "a-roll", at_once), (second, "a-place", slowly), (first, "a-place", at_once)),
        *((second, "a-roll", at_once), (first, "a-decline", slowly), (second, "a-place", at_once)),
        *((first, "a-out", at_once), (second, "a-out", slowly)),
    ]
    for page, control, pace in clicks:
        click_twice(page, control, pace)
        together(*pages)
    for page, pace in zip(pages, (at_once, slowly), strict=True):
        pick(page, *offer(page).picks)
        click_twice(page, "a-stars", pace)
        together(*pages)
    assert [kind for kind, _ in events(first)] == [
        "dealt",
        *(["rolled", "placed", "placed", "rolled", "declined", "placed"] * 2),
        *(["opted_out"] * 2 + ["stars_placed"] * 2),
    ]
    assert [len(sent[page]) for page in pages] == [8, 8]

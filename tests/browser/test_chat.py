"""Two people talk at a table, one blocks the other, and on a phone the panel waits closed."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.steps import (
    click,
    resign,
    unique,
    wait_live,
)
from tests.browser.tables import look_at, open_table, post, register, sit_down
from tests.browser.test_accessibility import Examiner
from tests.browser.test_weight import pushes
from tests.browser.visitors import Visitors

EVIL = "<img src=x onerror=\"document.title='taken'\"> hi"
LONG = "A line that is rather long, so that it takes more than one line here"
MOST_BYTES = 600
PHONE = {"viewport": {"width": 390, "height": 844}}


def write(page: Page, words: str) -> None:
    page.locator("#c-text").fill(words)
    page.locator("#c-send").click(trial=True)
    # At one stroke: the form may be drawn anew between press and release.
    page.evaluate("document.getElementById('c-send').click()")
    expect(page.locator("#c-text")).to_have_value("")


def examine(*pages: Page) -> None:
    """Have axe look at pages with chat on them."""
    axe = Examiner()
    for page in pages:
        axe.examine(page, page.url)
    assert not axe.found, "\n".join(axe.found)


def test_people_talk_live_and_a_block_hides_at_once(
    visitors: Visitors, measured: Callable[[str], None]
) -> None:
    ada, ben, fan = visitors.open(None), visitors.open(None), visitors.open(None)
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        register(page, unique(name))
    code = sit_down(ada, ben)
    look_at(code, fan)
    expect(ben.locator("#t-viewers")).to_have_text("1 watching")  # which moves what is below it
    sizes = pushes(fan)
    lines = {page: page.locator("#c-lines li") for page in (ada, ben, fan)}

    ben.locator("#c-text").fill("half a sent")
    place = ben.locator("#c-text").bounding_box()
    for number, text in enumerate((EVIL, LONG), start=1):
        write(ada, text)
        for page, shown in lines.items():
            expect(shown).to_have_count(number)
            expect(shown.locator(".said").last).to_have_text(text)
            expect(page.get_by_role("log", name="Chat")).to_contain_text(text)
        assert ben.locator("#c-text").bounding_box() == place
        measured(f"a line of chat is pushed in {sizes[-1]} B")
        assert sizes[-1] < MOST_BYTES
    expect(ben.locator("#c-text")).to_have_value("half a sent")

    click(ben, "c-good-luck")
    expect(lines[ada]).to_have_count(3)
    expect(ben.locator("#c-text")).to_have_value("half a sent")
    expect(ben.locator("#c-good-luck")).to_be_focused()
    write(ben, "I will win")
    expect(ben.locator("#c-text")).to_be_focused()
    expect(lines[ada]).to_have_count(4)
    require_a_block_to_hide(ada, ben, fan, code)


def require_a_block_to_hide(ada: Page, ben: Page, fan: Page, code: str) -> None:
    """Ada blocks Ben, who has said two of four lines, and neither reads the other from then on."""
    lines = {page: page.locator("#c-lines li") for page in (ada, ben, fan)}
    lines[ada].nth(2).locator(".more").click()
    expect(lines[ada].nth(2).get_by_role("link", name="Report")).to_be_visible()
    examine(ada)
    ada.get_by_role("button", name="Chat", exact=True).click()
    expect(lines[ada]).to_have_count(2)
    write(ben, "Ada?")
    write(ada, "Nobody here")
    expect(lines[ada]).to_have_count(3)
    expect(lines[ben]).to_have_count(6)
    expect(lines[fan]).to_have_count(6)

    examine(fan)
    resign(ada)
    ada.goto(f"/games/{code}/replay/")
    ada.locator("#chat > summary").click()
    expect(ada.locator("#c-lines")).to_contain_text("Nobody here")
    expect(ada.locator("#c-lines")).not_to_contain_text("I will win")
    examine(ada)


def test_why_somebody_gets_no_seat_stays_on_the_page(visitors: Visitors) -> None:
    visitors.allow("status of 409")
    ada, ben = visitors.open(None), visitors.open(None)
    register(ada, unique("Ada"))
    register(ben, name := unique("Ben"))
    post(ada, f"/accounts/block/{name}/", aspect="tables")
    look_at(open_table(ada, size=2), ben)
    ben.locator("#a-join").click()
    ben.wait_for_url("**/join/")
    wait_live(ben)
    expect(ben.locator("#t-viewers")).to_contain_text("watching")
    expect(ben.locator("#t-notice")).to_have_attribute("data-refusal", "full")


LATER = 30_000
"""Milliseconds within which a line is told no more."""


def test_on_a_phone_the_panel_is_closed_and_says_what_is_new(visitors: Visitors) -> None:
    ada, ben = visitors.open(None), visitors.open(None, **PHONE)
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        register(page, unique(name))
    sit_down(ada, ben)
    ben.evaluate("scrollTo(0, 0)")
    expect(ben.locator("#c-text")).to_be_hidden()
    write(ada, "Hello")
    mark = ben.locator("#c-pill")
    expect(mark).to_have_text(re.compile(r"^Ada\d* Hello$"))
    told, seats = mark.bounding_box(), ben.locator("#t-seats").bounding_box()
    assert told
    assert seats
    assert told["y"] + told["height"] <= seats["y"]
    expect(mark).to_have_text("Chat: 1 new", timeout=LATER)
    mark.click()
    expect(ben.locator("#c-lines .said")).to_have_text("Hello")
    expect(mark).to_be_hidden()
    assert ben.evaluate("document.documentElement.scrollWidth") <= 390
    place = ben.locator("#c-text").bounding_box()
    write(ada, LONG)
    expect(ben.locator("#c-lines .said").last).to_have_text(LONG)
    assert ben.locator("#c-text").bounding_box() == place
    write(ben, "Hi")
    expect(ada.locator("#c-lines li")).to_have_count(3)

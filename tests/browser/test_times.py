"""Moments are told by the visitor's own clock, and in UTC where no script knows it."""

import re
from datetime import datetime

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import unique
from tests.browser.tables import Table, import_record, post, register, sit_down
from tests.browser.visitors import Visitors
from tests.games.records import record_text

TOKYO = {"timezone_id": "Asia/Tokyo", "locale": "en-GB"}
IN_TOKYO = """(time) => {
  const parts = (options) => new Date(time.dateTime).toLocaleString("en-GB", {
    timeZone: "Asia/Tokyo", ...options,
  });
  return `${parts({ day: "numeric", month: "short", year: "numeric" })}, ` +
    parts({ hour: "2-digit", minute: "2-digit" });
}"""


def commented_game(page: Page) -> str:
    """Return the path of a step that somebody has said something of."""
    register(page, unique("clock"))
    code, _ = import_record(page, record_text())
    post(page, f"/games/{code}/comments/", seq=1, text="First!")
    return f"/games/{code}/replay/1/"


def expect_time_of_tokyo(time: Locator) -> None:
    expect(time).to_have_text(re.compile(r"^\d{1,2} \w+ \d{4}, \d\d:\d\d$"))
    assert time.inner_text() == time.evaluate(IN_TOKYO)
    expect(time).to_have_attribute("title", re.compile(r"GMT\+9|JST"))
    expect(time).to_have_attribute("datetime", re.compile(r"\+00:00$"))


def test_times_are_those_of_the_visitor_also_in_what_comes_later(visitors: Visitors) -> None:
    page = visitors.open(None, **TOKYO)
    path = commented_game(page)
    page.goto(path)
    times = page.locator("#r-comments time")
    expect_time_of_tokyo(times.first)
    expect_time_of_tokyo(page.locator(".imported time"))
    page.get_by_label("Your comment on this step").fill("Second!")
    page.get_by_role("button", name="Add comment").click()
    expect(times).to_have_count(2)
    expect_time_of_tokyo(times.last)


def test_without_scripts_times_are_in_utc_and_say_so(visitors: Visitors) -> None:
    path = commented_game(visitors.open(None))
    page = visitors.open(path, java_script_enabled=False, **TOKYO)
    for time in (page.locator("#r-comments time"), page.locator(".imported time")):
        expect(time).to_have_text(re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d UTC$"))
        expect(time).to_have_attribute("title", re.compile(r"^[\d-]+ \d\d:\d\d:\d\d UTC$"))


def test_how_long_ago_it_was_has_the_exact_time_as_its_title(visitors: Visitors) -> None:
    Table(visitors.server, visitors.open(None), visitors.open(None)).play(3)
    page = visitors.open("/watch/", **TOKYO)
    time = page.locator(".game-facts time").first
    expect(time).to_contain_text(re.compile("now|ago"))
    expect(time).to_have_attribute("title", re.compile(r"GMT\+9|JST"))


def test_how_long_ago_it_was_goes_on_while_the_page_stands(visitors: Visitors) -> None:
    table = Table(visitors.server, visitors.open(None), visitors.open(None))
    table.play(3)
    page = visitors.open_new(None)
    page.clock.install()
    page.goto("/watch/")
    # Others may look at a table that is older, which then comes first.
    line = page.locator("li", has=page.locator(f"a[href*='{table.code}']"))
    time = line.locator(".game-facts time").first
    expect(time).to_have_text(re.compile("^(now|1 minute ago)$"))
    page.clock.fast_forward("05:00")
    expect(time).to_have_text(re.compile("^[56] minutes ago$"))
    page.clock.fast_forward("03:00:00")
    expect(time).to_have_text("3 hours ago")


def test_times_are_in_the_language_of_the_page(visitors: Visitors) -> None:
    page = visitors.open(None, timezone_id="Asia/Tokyo", locale="de-DE")
    page.goto(commented_game(page))
    expect(page.locator("#r-comments time")).to_have_text(re.compile(r"[A-Z][a-z]{2} \d+, \d{4}"))
    expect(page.locator("#r-comments time")).to_have_attribute("title", re.compile("day, "))


def test_what_is_said_in_the_chat_has_the_time_of_the_reader(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None, **TOKYO)
    sit_down(ada, bob)
    ada.get_by_role("button", name="Good luck").click()
    said = bob.locator("#chat li time")
    expect(said).to_have_text(re.compile(r"^\d\d:\d\d$"))
    hour = (datetime.fromisoformat(str(said.get_attribute("datetime"))).hour + 9) % 24
    expect(said).to_have_text(re.compile(f"^{hour:02}:"))

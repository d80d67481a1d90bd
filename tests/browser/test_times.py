"""Moments are told by the visitor's own clock."""

import re
from datetime import datetime, timedelta

from playwright.sync_api import Locator, expect

from tests.browser.played import once
from tests.browser.steps import at_table, resign, unique
from tests.browser.tables import Table, import_record, look_at, open_table, post, register
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


def commented_game(visitors: Visitors) -> str:
    """Return the path of a step that somebody has said something of."""

    def play() -> str:
        page = visitors.open(None)
        register(page, unique("clock"))
        code, _ = import_record(page, record_text())
        post(page, f"/games/{code}/comments/", seq=1, text="First!")
        return code

    return f"/games/{once(visitors, 'a commented game', play)}/replay/1/"


def expect_time_of_tokyo(time: Locator) -> None:
    expect(time).to_have_text(re.compile(r"^\d{1,2} \w+ \d{4}, \d\d:\d\d$"))
    assert time.inner_text() == time.evaluate(IN_TOKYO)
    expect(time).to_have_attribute("title", re.compile(r"GMT\+9|JST"))
    expect(time).to_have_attribute("datetime", re.compile(r"\+00:00$"))


def test_times_are_those_of_the_visitor_also_in_what_comes_later(visitors: Visitors) -> None:
    page = visitors.open(None, **TOKYO)
    path = commented_game(visitors)
    page.goto(path)
    times = page.locator("#r-comments time")
    expect_time_of_tokyo(times.first)
    expect_time_of_tokyo(page.locator(".imported time"))
    page.keyboard.press("ArrowRight")
    expect(times).to_have_count(0)
    page.keyboard.press("ArrowLeft")  # the script fetches it now
    expect_time_of_tokyo(times.first)


def test_how_long_ago_it_was_goes_on_while_the_page_stands(visitors: Visitors) -> None:
    page = visitors.open_new(None, **TOKYO)
    table = Table(visitors.server, page, visitors.open(None))
    table.play(3)
    page.clock.install()
    page.goto("/my-games/")
    line = page.locator("li", has=page.locator(f"a[href*='{table.code}']"))
    time = line.locator(".game-facts time")
    expect(time).to_have_text(re.compile("^(now|1 minute ago)$"))
    expect(time).to_have_attribute("title", re.compile(r"GMT\+9|JST"))
    page.clock.fast_forward("05:00")
    expect(time).to_have_text(re.compile("^[56] minutes ago$"))
    page.clock.fast_forward("03:00:00")
    expect(time).to_have_text("3 hours ago")


def test_times_are_in_the_language_of_the_page(visitors: Visitors) -> None:
    page = visitors.open(commented_game(visitors), timezone_id="Asia/Tokyo", locale="de-DE")
    expect(page.locator("#r-comments time")).to_have_text(re.compile(r"[A-Z][a-z]{2} \d+, \d{4}"))
    expect(page.locator("#r-comments time")).to_have_attribute("title", re.compile("day, "))


def test_what_is_said_in_the_chat_has_the_time_of_the_reader(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None, **TOKYO)
    code = open_table(ada, bob)
    look_at(code, bob)
    post(ada, f"/games/{code}/chat/", phrase="good-luck")
    said = bob.locator("#chat li time")
    expect(said).to_have_text(re.compile(r"^\d\d:\d\d$"))
    hour = (datetime.fromisoformat(str(said.get_attribute("datetime"))).hour + 9) % 24
    expect(said).to_have_text(re.compile(f"^{hour:02}:"))


def test_the_end_of_a_day_is_told_by_the_time_left_and_warned_of_at_the_table(
    visitors: Visitors,
) -> None:
    visitors.allow("closed before the connection is established")  # given up as time leaps
    page = visitors.open_new(None, **TOKYO)
    register(page, unique("day"))
    page.goto("/daily/")
    page.locator("#a-daily").click()
    at_table(page)
    table = page.url
    page.goto("/daily/")
    end = datetime.fromisoformat(
        str(page.locator("#day-ends time").first.get_attribute("datetime"))
    )
    page.clock.install(time=end - timedelta(hours=7, minutes=30))
    page.reload()
    expect_time_of_tokyo(page.locator("#day-ends time").first)
    expect(page.locator("#day-ends time").nth(1)).to_have_text("in 7 hours")
    page.goto(table)
    soon, closed = page.locator(".day-ends p").all()
    expect(soon).to_be_hidden()
    page.clock.fast_forward("07:00:00")
    expect(soon).to_contain_text(re.compile(r"10:00 \(in (89|90) minutes\)"))
    expect(soon).to_be_visible()
    page.clock.fast_forward("01:31:00")
    expect(closed).to_be_visible()
    expect(soon).to_be_hidden()
    resign(page)
    expect(closed).to_be_hidden()

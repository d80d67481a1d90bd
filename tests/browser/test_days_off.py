"""A game turn by turn whose clocks stand still on days off."""

from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.steps import unique
from tests.browser.tables import open_table, post, register
from tests.browser.test_time_runs_out import due_at, turn_page
from tests.browser.visitors import Visitors

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
FRIDAY = 4
A_DAY_A_TURN: dict[str, Any] = {"time": "turn-by-turn", "days": "1", "weekends_off": "on"}


def test_a_clock_waits_over_a_weekend_and_a_vacation_and_then_runs_out(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    def it_is(moment: datetime) -> None:
        timely_server.set_clock(moment - datetime.now(UTC))

    def due() -> datetime:
        [moment] = due_at(late, code).values()
        return datetime.fromtimestamp(moment / 1000, UTC)

    friday = next_friday_noon(datetime.now(UTC) + timely_server.ahead)
    it_is(friday)
    pages = [timely_visitors.open(timezone_id="UTC") for _ in range(2)]
    for page in pages:
        register(page, unique("ada"))
    code = open_table(*pages, **A_DAY_A_TURN)
    late = turn_page(pages, code)
    [other] = [page for page in pages if page is not late]
    monday = friday + 3 * DAY
    assert abs(due() - monday) < HOUR
    it_is(monday - 12 * HOUR - HOUR)
    expect(late.locator("#a-roll")).to_be_enabled()

    it_is(monday - 2 * HOUR)
    first, last = f"{monday:%Y-%m-%d}", f"{monday + 2 * DAY:%Y-%m-%d}"
    post(late, "/accounts/vacations/", first_day=first, last_day=last)
    # Ten hours of Monday are gone, two are left of the day, and they follow the vacation.
    assert abs(due() - (monday + 2 * DAY + 14 * HOUR)) < HOUR
    it_is(monday + 2 * DAY + 11 * HOUR)
    late.reload()
    expect(late.locator("#a-roll")).to_be_enabled()

    it_is(monday + 2 * DAY + 15 * HOUR)
    late.reload()
    other.goto(f"/games/{code}/")
    expect(other.locator("#t-controls .end")).to_contain_text("You won")


def next_friday_noon(now: datetime) -> datetime:
    noon = now.replace(hour=12, minute=0, second=0, microsecond=0) + DAY
    return noon + (FRIDAY - noon.weekday()) % 7 * DAY

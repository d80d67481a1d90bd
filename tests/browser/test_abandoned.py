"""Games that nobody plays are shown to nobody as live, and those of guests end."""

from datetime import timedelta

from playwright.sync_api import expect

from games.services.endings import LOOK_AGAIN
from games.services.tables import GUEST_TIME
from tests.browser.server import Server
from tests.browser.steps import at_table, wait_for_turn
from tests.browser.tables import play_now
from tests.browser.visitors import Visitors

MINUTE = timedelta(minutes=1)


def test_a_guests_game_lives_while_they_look_and_ends_when_they_have_gone(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    guest, leaver, fan, stranger = (timely_visitors.open(None) for _ in range(4))
    left, code = play_now(leaver), play_now(guest)
    for page in (leaver, guest):
        wait_for_turn(page)
    leaver.goto("/rules/")
    fan.goto(f"/games/{code}/")
    at_table(fan)
    timely_server.pass_time(GUEST_TIME + MINUTE)
    stranger.goto(f"/games/{left}/")
    expect(stranger.locator("#t-controls .end")).to_be_visible()  # by now the other is due, too
    stranger.goto("/watch/")
    row = stranger.locator(".live-board", has=stranger.locator(f"a[href='/games/{code}/']"))
    expect(row).to_contain_text("1 watching")
    stranger.goto("/")
    expect(stranger.locator("#strip_region")).not_to_contain_text("Watch")
    expect(fan.locator("#t-controls .end")).to_have_count(0)

    guest.goto("/rules/")
    expect(fan.locator("#t-seats .presence[data-is=away]")).to_be_visible()
    timely_server.pass_time(LOOK_AGAIN + MINUTE)
    expect(fan.locator("#t-controls .end")).to_be_visible()
    expect(fan.locator("#t-status")).to_contain_text("ran out of time")
    stranger.goto("/watch/")
    expect(stranger.get_by_role("heading", level=1)).to_be_visible()
    expect(row).to_have_count(0)

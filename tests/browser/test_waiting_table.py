"""A table that waits: the invitation first, then bots, and the rest folded."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.steps import create_table, join, press_play_now, wait_for_turn
from tests.browser.tables import look_at, open_table, post
from tests.browser.test_phone import PHONE
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

SHARE = """
window.shared = [];
navigator.share = async (what) => { shared.push(what.url); };
"""
IN_ORDER = ["#invite", "#a-start", "#a-qr", "#a-rules", "#a-own-salt", "#a-leave"]


def tops(page: Page) -> list[float]:
    """Return how far down these parts of the page begin."""
    boxes = [page.locator(part).bounding_box() for part in IN_ORDER]
    return [box["y"] for box in boxes if box]


def test_the_invitation_comes_first_and_can_be_scanned_and_shared(visitors: Visitors) -> None:
    page = visitors.open_new(None)
    create_table(page)
    assert tops(page) == sorted(tops(page))
    for part in ("#salt", ".qr", ".options"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("#salt")).not_to_have_value("")  # it was sent all the same
    page.locator("#a-rules").click()
    expect(page.locator(".options")).to_contain_text("The first to claim 3 columns wins.")
    page.locator("#a-qr").click()
    picture = page.get_by_role("img", name="QR code")
    assert picture.evaluate("async (image) => (await image.decode(), image.naturalWidth)") > 0
    share, copy = (page.get_by_role("button", name=name, exact=True) for name in ("Share", "Copy"))
    green = re.compile(r"\bprimary\b")
    expect(share).to_be_hidden()
    expect(copy).to_have_class(green)
    page.add_init_script(SHARE)
    page.reload()
    expect(copy).not_to_have_class(green)
    share.click()
    assert page.evaluate("shared") == [page.url]


def test_people_come_by_the_link_until_all_seats_are_taken(visitors: Visitors) -> None:
    ada, bob, cleo, eve = (visitors.open(None, **PHONE) for _ in range(4))
    code = open_table(ada, size=3)
    look_at(code, ada, eve)
    for part in (*IN_ORDER, "#t-seats"):  # all of it at once
        expect(ada.locator(part)).to_be_in_viewport(ratio=1)
    for fold in ("#a-own-salt", "#a-qr"):
        ada.locator(fold).click()
    join(bob, code)
    expect(ada.locator("#t-seats .free")).to_have_count(1)
    for part in ("#salt", ".qr"):  # the push has left them open
        expect(ada.locator(part)).to_be_visible()
    expect(eve.get_by_role("button", name="Take a seat")).to_be_visible()
    post(cleo, f"/games/{code}/join/")
    expect(eve.locator("#t-controls")).to_contain_text("All seats are taken.")
    eve.get_by_role("link", name="Create a game").click()
    expect(eve.get_by_role("heading", name="Create a game")).to_be_visible()


@pytest.mark.parametrize("kind", OFFERED)
def test_a_full_table_shows_its_board_at_once_and_invites_nobody(
    visitors: Visitors, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.start.SALT_TIME", timedelta(hours=1))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = visitors.open(None, **PHONE)
    page.route("**/salt/", hold)  # so the game does not start
    press_play_now(page, kind)
    expect(page.locator("#t-status")).to_contain_text("here. The game starts in a moment.")
    expect(page.locator("#t-pieces")).to_be_in_viewport(ratio=1)
    expect(page.locator("#invite")).to_have_count(0)
    expect(page.locator("#a-start")).to_have_count(0)
    for route in held:
        route.continue_()
    page.unroute("**/salt/")
    wait_for_turn(page)

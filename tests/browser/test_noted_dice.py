"""Browsers note the fingerprint and the letters they sent, and find out a site that swaps them."""

import json
import re
import time
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.steps import (
    at_table,
    create_table,
    join,
    join_from_lobby,
    press_play_now,
    record,
    resign,
    unique,
    wait_live,
)
from tests.browser.tables import register
from tests.browser.visitors import Visitors

BOTH_AGREE = re.compile("and the letters it sent. Both are the same.$")
AGREES = re.compile(r"noted the fingerprint before the first roll. It is the same.$")
MADE_UP = re.compile(r"[0-9a-f]{32}")
FORGED = "ab" * 32
NOTES = "noted-dice"

FORGE_BEFORE = f"""addEventListener("DOMContentLoaded", () => {{
  if (document.querySelector("#a-join, #a-daily"))
    document.getElementById("noted").dataset.commitment = "{FORGED}";
}}, true)"""
"""Shows another fingerprint to those who have not sat down yet."""


NOTHING_AFTER_SECONDS = """
const soon = window.setTimeout;
window.setTimeout = (work, delay, ...rest) => (delay >= 3000 ? 0 : soon(work, delay, ...rest));
"""
"""Stops the clock by which a salt is sent again: a slow machine must not make it tick."""


def pages_of(code: str) -> list[str]:
    """Return the pages that compare: the table, its replay, and the page of its sums."""
    return [f"/games/{code}/", f"/games/{code}/replay/0/", f"/games/{code}/verify/"]


def notes_of(page: Page) -> Any:
    return json.loads(page.evaluate(f"localStorage.getItem('{NOTES}')"))


def commitment_of(page: Page, code: str) -> str:
    commitment: str = record(page, code)["dice"]["commitment"]
    return commitment


def salts_sent(page: Page) -> list[str]:
    """Return a list that grows by every salt this page sends."""
    sent: list[str] = []

    def listen(request: Request) -> None:
        for salt in parse_qs(request.post_data or "").get("salt", []):
            if salt != "~later":
                sent.append(salt)

    page.on("request", listen)
    return sent


# --- One salt ---


@pytest.mark.parametrize("way", ["play now", "new table", "table", "lobby"])
def test_a_page_sends_one_salt(visitors: Visitors, way: str) -> None:
    # This server waits a minute for a salt: a slow machine must not start without it.
    ada, bob = visitors.open(None), visitors.open(None)
    bob.add_init_script(NOTHING_AFTER_SECONDS)
    salts = salts_sent(bob)
    if way == "play now":
        press_play_now(bob)
        code = at_table(bob)
        expect(bob.locator("#t-status")).to_have_attribute("data-turn", re.compile("me|other"))
    elif way == "new table":
        code = create_table(bob)
        join(ada, code)
    elif way == "table":
        code = create_table(ada)
        join(bob, code)
    else:
        code = create_table(ada)
        bob.goto("/lobby/")
        wait_live(bob)
        join_from_lobby(bob, code)
    expect(bob.locator("#t-own-salt")).to_have_attribute("data-salt", MADE_UP)
    assert salts == [bob.locator("#t-own-salt").get_attribute("data-salt")]
    assert salts[0] in [seat["salt"] for seat in record(bob, code)["dice"]["seats"]]


def test_a_push_while_the_salt_is_on_its_way_has_no_other_sent(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    ada.add_init_script(NOTHING_AFTER_SECONDS)
    salts = salts_sent(ada)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ada.route("**/salt/", hold)
    ada.goto("/games/new/?kind=cantstop")
    ada.get_by_label("Seats", exact=True).select_option("3")
    ada.get_by_role("button", name="Open the table").click()
    code = at_table(ada)
    join(bob, code)
    expect(ada.locator("#t-seats .free")).to_have_count(1)
    assert len(held) == 1
    held[0].continue_()
    expect(ada.locator(".taken code")).to_have_text(salts[0])
    assert len(salts) == 1


def test_a_salt_that_was_lost_on_its_way_is_sent_again_and_is_the_same(visitors: Visitors) -> None:
    visitors.allow("salt/|htmx:afterRequest|htmx:sendError")
    ada, bob = visitors.open(None), visitors.open(None)
    salts = salts_sent(ada)
    ada.route("**/salt/", lambda route: route.abort(), times=1)
    with ada.expect_event("requestfailed", lambda request: request.url.endswith("/salt/")):
        ada.goto("/games/new/?kind=cantstop")
        ada.get_by_label("Seats", exact=True).select_option("3")
        ada.get_by_role("button", name="Open the table").click()
    join(bob, at_table(ada))
    expect(ada.locator(".taken code")).to_have_text(salts[0])
    assert len(salts) > 1
    assert set(salts) == {salts[0]}


# --- What was noted, and what is shown ---


def test_who_played_is_told_that_fingerprint_and_letters_are_those_of_before(
    visitors: Visitors,
) -> None:
    ada, bob, eve, zoe = (visitors.open(None) for _ in range(4))
    code = create_table(ada)
    ada.locator("#a-own-salt").click()
    ada.locator("#salt").fill("adas-own_salt")
    ada.locator("#a-salt").click()
    expect(ada.locator(".taken code")).to_have_text("adas-own_salt")
    eve.goto(f"/games/{code}/")
    expect(eve.locator("#noted-agrees")).to_have_text(AGREES)
    join(bob, code)
    expect(ada.locator("#t-own-salt")).to_contain_text("is adas-own_salt. The site has taken it.")
    expect(ada.locator("#noted-agrees")).to_have_text(BOTH_AGREE)
    resign(bob)
    for path in pages_of(code):
        for page, sentence in ((ada, BOTH_AGREE), (bob, BOTH_AGREE), (eve, AGREES), (zoe, "")):
            page.goto(path)
            expect(page.locator("#noted-agrees")).to_have_text(sentence)
            expect(page.locator("#noted")).to_be_empty()
    assert [note["code"] for note in notes_of(ada)] == [code]


def test_a_fingerprint_that_is_another_after_the_start_is_found_out(visitors: Visitors) -> None:
    ada, bob, eve = (visitors.open(None) for _ in range(3))
    code = create_table(ada)
    for page in (bob, eve):
        page.add_init_script(FORGE_BEFORE)
    eve.goto(f"/games/{code}/")
    expect(eve.locator("#noted-agrees")).to_have_text(AGREES)
    join(bob, code)
    resign(bob)
    alarm = f"Beware: before the first roll the site showed your browser the fingerprint {FORGED}"
    for path in pages_of(code):
        for page in (bob, eve):
            page.goto(path)
            expect(page.locator("#noted")).to_contain_text(alarm)
            expect(page.locator("#noted")).to_be_in_viewport()
            expect(page.locator("#noted")).to_contain_text(commitment_of(page, code))
            expect(page.locator("#noted-agrees")).to_be_empty()


def test_letters_that_are_not_those_that_were_sent_are_found_out(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    sent = salts_sent(bob)

    def swap(route: Route) -> None:
        body = route.request.post_data or ""
        route.continue_(post_data=body.replace(parse_qs(body)["salt"][0], "chosen-by-the-site"))

    code = create_table(ada)
    bob.route("**/join/", swap)
    join(bob, code)
    for path in pages_of(code):
        bob.goto(path)
        expect(bob.locator("#noted")).to_contain_text(
            f"Beware: your browser sent {sent[0]} as your part in the dice, "
            "and the site says that it took chosen-by-the-site."
        )
        ada.goto(path)
        expect(ada.locator("#noted-agrees")).to_have_text(BOTH_AGREE)
    bob.goto(f"/games/{code}/")
    at_table(bob)
    expect(bob.locator("#noted")).to_contain_text("Beware")


def test_letters_that_were_refused_are_not_taken_for_sent(visitors: Visitors) -> None:
    visitors.allow("422")
    ada, bob = visitors.open(None), visitors.open(None)
    code = create_table(ada)
    first = ada.locator("#salt").input_value()
    ada.locator("#salt").evaluate("field => field.removeAttribute('pattern')")
    ada.locator("#a-own-salt").click()
    ada.locator("#salt").fill("not like this")
    ada.locator("#a-salt").click()
    expect(ada.locator("#t-notice")).to_have_attribute("data-refusal", "bad-salt")
    assert notes_of(ada)[0]["salt"] == first
    join(bob, code)
    expect(ada.locator("#noted-agrees")).to_have_text(BOTH_AGREE)


def test_the_fingerprint_of_a_day_is_noted_on_its_page(visitors: Visitors) -> None:
    if (left := 86_400 - time.time() % 86_400) < 120:
        time.sleep(left + 1)  # the next day has another fingerprint
    ada, bob = visitors.open(None), visitors.open(None)
    for page in (ada, bob):
        register(page, unique("Dana"))
    bob.add_init_script(FORGE_BEFORE)
    for page in (ada, bob):
        page.goto("/daily/")
        expect(page.locator("#noted-agrees")).to_have_text(AGREES)
        page.locator("#a-daily").click()
        at_table(page)
    expect(ada.locator("#noted-agrees")).to_have_text(AGREES)
    expect(bob.locator("#noted")).to_contain_text(FORGED)
    bob.goto("/daily/")
    expect(bob.locator("#noted")).to_contain_text(FORGED)
    expect(bob.locator("#noted")).to_be_in_viewport()


def test_the_newest_200_games_are_kept_and_broken_notes_are_none(visitors: Visitors) -> None:
    ada = visitors.open()
    old = [{"code": f"old{number}", "commitment": FORGED} for number in range(200)]
    ada.evaluate(f"notes => localStorage.setItem('{NOTES}', notes)", json.dumps(old))
    code = create_table(ada)
    codes = [note["code"] for note in notes_of(ada)]
    assert codes == [*[note["code"] for note in old[1:]], code]
    for broken in ("{", "7", "[null, 7, {}]"):
        ada.evaluate(f"notes => localStorage.setItem('{NOTES}', notes)", broken)
        ada.reload()
        expect(ada.locator("#noted-agrees")).to_have_text(AGREES)

"""Browsers note the fingerprint and the letters they sent, and find out a site that swaps them."""

import json
import re
import time
from typing import Any
from urllib.parse import parse_qs

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
from tests.browser.tables import open_table, post, register
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


def require_one_salt(page: Page, code: str, salts: list[str]) -> None:
    """Require that this page has sent one salt, and that the game has it; forget it."""
    expect(page.locator("#t-own-salt")).to_have_attribute("data-salt", MADE_UP)
    assert salts == [page.locator("#t-own-salt").get_attribute("data-salt")]
    assert salts.pop() in [seat["salt"] for seat in record(page, code)["dice"]["seats"]]


def test_a_page_sends_one_salt_whichever_way_leads_to_the_table(visitors: Visitors) -> None:
    # This server waits a minute for a salt: a slow machine must not start without it.
    creator, guest = pages = [visitors.open(None) for _ in range(2)]
    for page in pages:
        page.add_init_script(NOTHING_AFTER_SECONDS)
    sent = {page: salts_sent(page) for page in pages}
    code = create_table(creator)
    join(guest, code)
    for page in pages:
        require_one_salt(page, code, sent[page])

    code = open_table(visitors.open(None), size=2)
    creator.goto("/lobby/")
    wait_live(creator)
    join_from_lobby(creator, code)
    expect(creator.locator("#t-status")).to_have_attribute("data-turn", re.compile("me|other"))
    require_one_salt(creator, code, sent[creator])

    press_play_now(guest)
    code = at_table(guest)
    expect(guest.locator("#t-status")).to_have_attribute("data-turn", re.compile("me|other"))
    require_one_salt(guest, code, sent[guest])


def open_a_table_of_three(page: Page) -> str:
    """Open a table that waits for two others, and have its page send the salt; return its code."""
    code = open_table(page, size=3, salt="~later")
    page.goto(f"/games/{code}/")
    return code


def test_a_push_while_the_salt_is_on_its_way_has_no_other_sent(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    ada.add_init_script(NOTHING_AFTER_SECONDS)
    salts = salts_sent(ada)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ada.route("**/salt/", hold)
    code = open_a_table_of_three(ada)
    at_table(ada)
    post(bob, f"/games/{code}/join/")
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
        code = open_a_table_of_three(ada)
    at_table(ada)
    post(bob, f"/games/{code}/join/")
    expect(ada.locator(".taken code")).to_have_text(salts[0])
    assert len(salts) > 1
    assert set(salts) == {salts[0]}


# --- What was noted, and what is shown ---


def test_who_played_is_told_that_fingerprint_and_letters_are_those_of_before(
    visitors: Visitors,
) -> None:
    """One writes letters of their own, at first with spaces, which are refused."""
    visitors.allow("422")
    ada, bob, eve, zoe = (visitors.open(None) for _ in range(4))
    code = create_table(ada)
    made_up = ada.locator("#salt").input_value()
    write_letters(ada, "not like this")
    expect(ada.locator("#t-notice")).to_have_attribute("data-refusal", "bad-salt")
    assert notes_of(ada)[0]["salt"] == made_up
    write_letters(ada, "adas-own_salt")
    expect(ada.locator(".taken code")).to_have_text("adas-own_salt")
    ada.reload()
    expect(ada.locator("#salt")).to_have_value("adas-own_salt")
    ada.locator("details.fair summary").click()
    commitment = ada.locator("details.fair code").first.inner_text()
    eve.goto(f"/games/{code}/")
    expect(eve.locator("#noted-agrees")).to_have_text(AGREES)
    join(bob, code)
    expect(ada.locator("#t-own-salt")).to_contain_text("is adas-own_salt. The site has taken it.")
    expect(ada.locator("#noted-agrees")).to_have_text(BOTH_AGREE)
    dice = record(ada, code)["dice"]
    assert dice["seats"][0]["salt"] == "adas-own_salt"
    assert MADE_UP.fullmatch(dice["seats"][1]["salt"])
    assert (dice["commitment"], dice["secret"]) == (commitment, None)
    resign(bob)
    table, replay, sums = pages_of(code)
    told = [*((ada, path, BOTH_AGREE) for path in pages_of(code)), (bob, sums, BOTH_AGREE)]
    told += [(eve, table, AGREES), (eve, replay, AGREES), (zoe, sums, re.compile("^$"))]
    for page, path, sentence in told:
        page.goto(path)
        expect(page.locator("#noted-agrees")).to_have_text(sentence)
        expect(page.locator("#noted")).to_be_empty()
    assert [note["code"] for note in notes_of(ada)] == [code]


def write_letters(page: Page, letters: str) -> None:
    """Take letters of one's own for one's part in the dice, whatever the browser thinks of them."""
    if page.locator("#salt").is_hidden():
        page.locator("#a-own-salt").click()
    page.locator("#salt").evaluate("field => field.removeAttribute('pattern')")
    page.locator("#salt").fill(letters)
    page.locator("#a-salt").click()


def test_a_fingerprint_that_is_another_after_the_start_is_found_out(visitors: Visitors) -> None:
    ada, bob, eve = (visitors.open(None) for _ in range(3))
    code = open_table(ada, size=2)
    for page in (bob, eve):
        page.add_init_script(FORGE_BEFORE)
    eve.goto(f"/games/{code}/")
    expect(eve.locator("#noted-agrees")).to_have_text(AGREES)
    join(bob, code)
    post(ada, f"/games/{code}/act/", action="resign", token="")
    alarm = f"Beware: before the first roll the site showed your browser the fingerprint {FORGED}"
    table, replay, sums = pages_of(code)
    for page, path in ((bob, table), (bob, replay), (bob, sums), (eve, replay)):
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
    expect(ada.locator("#noted-agrees")).to_have_text(BOTH_AGREE)
    table, replay, sums = pages_of(code)
    for path in (replay, sums, table):
        bob.goto(path)
        expect(bob.locator("#noted")).to_contain_text(
            f"Beware: your browser sent {sent[0]} as your part in the dice, "
            "and the site says that it took chosen-by-the-site."
        )
    at_table(bob)  # an alarm stays, whatever is pushed
    expect(bob.locator("#noted")).to_contain_text("Beware")


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


def test_broken_notes_are_none(visitors: Visitors) -> None:
    ada = visitors.open(None)
    code = open_a_table_of_three(ada)
    expect(ada.locator("#noted-agrees")).to_have_text(AGREES)
    for broken in ("7", "[null, 7, {}]"):  # and what is no JSON is nothing: see storage.js
        ada.evaluate(f"notes => localStorage.setItem('{NOTES}', notes)", broken)
        ada.reload()
        expect(ada.locator("#noted-agrees")).to_have_text(AGREES)
        assert [note["code"] for note in notes_of(ada)] == [code]

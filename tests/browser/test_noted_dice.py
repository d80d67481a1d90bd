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
const later = [];
window.setTimeout = (work, delay, ...rest) =>
  delay >= 3000 ? later.push(work) && 0 : soon(work, delay, ...rest);
window.tick = () => later.splice(0).forEach((work) => work());
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


def open_a_waiting_table(page: Page, size: int) -> str:
    """Open a table that waits for others, and have its page send the salt; return its code."""
    code = open_table(page, size=size, salt="~later")
    page.goto(f"/games/{code}/")
    return code


def test_a_salt_is_sent_once_whatever_is_pushed_and_the_same_again_if_it_was_lost(
    visitors: Visitors,
) -> None:
    visitors.allow("salt/|htmx:afterRequest|htmx:sendError")
    ada, bob = visitors.open(None), visitors.open(None)
    ada.add_init_script(NOTHING_AFTER_SECONDS)
    salts = salts_sent(ada)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    ada.route("**/salt/", hold_the_first)
    code = open_a_waiting_table(ada, size=3)
    at_table(ada)
    post(bob, f"/games/{code}/join/")
    expect(ada.locator("#t-seats .free")).to_have_count(1)
    assert len(salts) == 1
    with ada.expect_event("requestfailed", lambda request: request.url.endswith("/salt/")):
        held[0].abort()
    ada.evaluate("() => tick()")  # a push has taken the form away that would hear of the loss
    expect(ada.locator(".taken code")).to_have_text(salts[0])
    assert salts == [salts[0]] * 2


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


def test_a_fingerprint_or_letters_that_are_others_after_the_start_are_found_out(
    visitors: Visitors,
) -> None:
    """Two are shown another fingerprint before, and of a third the letters are swapped."""
    ada, bob, cleo, eve = (visitors.open(None) for _ in range(4))
    code = open_table(ada, size=3)
    for page in (bob, eve):
        page.add_init_script(FORGE_BEFORE)
    eve.goto(f"/games/{code}/")
    expect(eve.locator("#noted-agrees")).to_have_text(AGREES)
    join(bob, code)
    letters = join_with_swapped_letters(cleo, code)
    forged = (
        f"Beware: before the first roll the site showed your browser the fingerprint {FORGED}",
        commitment_of(ada, code),
    )
    swapped = (
        f"Beware: your browser sent {letters} as your part in the dice, "
        "and the site says that it took chosen-by-the-site.",
    )
    table, replay, sums = pages_of(code)
    found: list[tuple[Page, str, tuple[str, ...]]]
    found = [(bob, table, forged), (bob, sums, forged), (eve, replay, forged)]
    found += [(cleo, path, swapped) for path in (replay, sums, table)]
    for page, path, alarm in found:
        page.goto(path)
        for words in alarm:
            expect(page.locator("#noted")).to_contain_text(words)
        expect(page.locator("#noted")).to_be_in_viewport()
        expect(page.locator("#noted-agrees")).to_be_empty()
    at_table(cleo)  # an alarm stays, whatever is pushed
    expect(cleo.locator("#noted")).to_contain_text("Beware")


def join_with_swapped_letters(page: Page, code: str) -> str:
    """Take a seat with other letters than those the page sends; return these."""
    sent = salts_sent(page)

    def swap(route: Route) -> None:
        body = route.request.post_data or ""
        route.continue_(post_data=body.replace(parse_qs(body)["salt"][0], "chosen-by-the-site"))

    page.route("**/join/", swap)
    join(page, code)
    return sent[0]


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
    code = open_a_waiting_table(ada, size=3)
    expect(ada.locator("#noted-agrees")).to_have_text(AGREES)
    for broken in ("7", "[null, 7, {}]"):  # and what is no JSON is nothing: see storage.js
        ada.evaluate(f"notes => localStorage.setItem('{NOTES}', notes)", broken)
        ada.reload()
        expect(ada.locator("#noted-agrees")).to_have_text(AGREES)
        assert [note["code"] for note in notes_of(ada)] == [code]

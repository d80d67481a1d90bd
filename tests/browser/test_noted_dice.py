"""Browsers note the fingerprint and the letters they sent, and find out a site that swaps them."""

import json
import re
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import APIResponse, Page, Request, Route, expect

from tests.browser.server import Server
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
from tests.browser.visitors import SECONDS, Visitors

BOTH_AGREE = re.compile("and the part it sent. Both match.$")
AGREES = re.compile(r"saved the fingerprint before the first roll, and it matches.$")
LATE = "Your browser's part didn't arrive in time for these dice."
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


def fates_of(page: Page) -> dict[str, str]:
    """Return what this browser has sent for its newest game, and what became of it."""
    fates: dict[str, str] = notes_of(page)[-1]["salts"]
    return fates


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

    # Those who have played before come home, others to the front page; both have a bot to play.
    guest.goto("/")
    guest.get_by_role("radio", name="Can't Stop").check()
    guest.locator(".new-game").get_by_role("button", name=re.compile("^Bot")).click()
    stranger = visitors.open(None)
    stranger.add_init_script(NOTHING_AFTER_SECONDS)
    sent[stranger] = salts_sent(stranger)
    press_play_now(stranger)
    for page in (guest, stranger):
        code = at_table(page)
        expect(page.locator("#t-status")).to_have_attribute("data-turn", re.compile("me|other"))
        require_one_salt(page, code, sent[page])


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
    assert fates_of(ada) == {made_up: "taken", "not like this": "refused"}
    write_letters(ada, "adas-own_salt")
    expect(ada.locator(".taken code")).to_have_text("adas-own_salt")
    ada.reload()
    expect(ada.locator("#salt")).to_have_value("adas-own_salt")
    ada.locator("details.fair summary").click()
    commitment = ada.locator("details.fair code").first.inner_text()
    eve.goto(f"/games/{code}/")
    expect(eve.locator("#noted-agrees")).to_have_text(AGREES)
    join(bob, code)
    expect(ada.locator("#t-own-salt")).to_contain_text("is adas-own_salt. We have it.")
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
        f"Warning: before the first roll, we showed your browser the fingerprint {FORGED}",
        commitment_of(ada, code),
    )
    swapped = (
        f"Warning: your browser sent {letters} as your part in the dice, "
        "but we say it was chosen-by-the-site.",
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
    expect(cleo.locator("#noted")).to_contain_text("Warning")


# --- Letters that the game has not got ---


class Held:
    """What a page sends as its part in the dice, and what the site hears of it only later."""

    def __init__(self, page: Page) -> None:
        self.routes: list[Route] = []
        self.letters: list[str] = []
        page.route("**/salt/", self._hold)

    def _hold(self, route: Route) -> None:
        self.letters += parse_qs(route.request.post_data or "")["salt"]
        self.routes.append(route)

    def wait(self, page: Page) -> None:
        """Wait until something is held."""
        until(page, lambda: bool(self.routes))


def until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for what the test hears of while it talks to the browser."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        page.context.cookies()


def sit_down_last(page: Page, code: str) -> Held:
    """Take the last seat, and look at the table; return what the page sends from there."""
    held = Held(page)
    post(page, f"/games/{code}/join/", salt="~later")
    page.goto(f"/games/{code}/")
    held.wait(page)
    return held


def start_without_letters(server: Server, page: Page, code: str) -> None:
    """Let the time pass for which the table waits for letters."""
    server.pass_time(timedelta(seconds=6))
    expect(page.locator("#t-status")).to_have_attribute("data-turn", re.compile("me|other"))
    assert "" in salts_in(page, code)


def salts_in(page: Page, code: str) -> list[str]:
    return [seat["salt"] for seat in record(page, code)["dice"]["seats"]]


def expect_on_page(page: Page, *, late: str, agrees: re.Pattern[str]) -> None:
    """Require that the page says this, and raises no alarm."""
    expect(page.locator("#noted-late")).to_have_text(late)
    expect(page.locator("#noted-agrees")).to_have_text(agrees)
    expect(page.locator("#noted")).to_be_empty()


def expect_everywhere(page: Page, code: str, *, late: str, agrees: re.Pattern[str]) -> None:
    """Require this of the table while it is played, and of all pages when it is over."""
    expect_on_page(page, late=late, agrees=agrees)
    page.reload()
    at_table(page)
    expect_on_page(page, late=late, agrees=agrees)
    resign(page)
    expect_on_page(page, late=late, agrees=agrees)
    for path in pages_of(code):
        page.goto(path)
        expect_on_page(page, late=late, agrees=agrees)


def test_letters_that_are_refused_because_they_came_too_late_are_no_alarm(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    """A second try is no reason for an alarm, either."""
    ada, bob = (timely_visitors.open_new(None) for _ in range(2))
    timely_visitors.allow("409")
    ada.add_init_script(NOTHING_AFTER_SECONDS)
    code = open_table(bob, size=2)
    held = sit_down_last(ada, code)
    [letters] = held.letters
    assert fates_of(ada) == {letters: "sent"}
    wait_live(ada)
    ada.evaluate("() => tick()")
    start_without_letters(timely_server, ada, code)
    expect_on_page(ada, late=LATE, agrees=AGREES)
    with ada.expect_response("**/salt/") as refused:
        held.routes[0].continue_()
    assert refused.value.status == 409
    ada.wait_for_function("() => localStorage.getItem('noted-dice').includes('refused')")
    assert fates_of(ada) == {letters: "refused"}
    for route in held.routes[1:]:
        route.continue_()
    assert set(held.letters) == {letters}
    expect(ada.locator("#noted-late")).to_be_visible()
    expect(ada.locator("#t-notice")).to_be_empty()
    expect_everywhere(ada, code, late=LATE, agrees=AGREES)


def test_letters_that_were_lost_on_the_way_are_no_alarm(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    timely_visitors.allow("salt/|htmx:afterRequest|htmx:sendError")
    ada, bob = (timely_visitors.open_new(None) for _ in range(2))
    ada.add_init_script(NOTHING_AFTER_SECONDS)
    code = open_table(bob, size=2)
    held = sit_down_last(ada, code)
    with ada.expect_event("requestfailed", lambda request: request.url.endswith("/salt/")):
        held.routes[0].abort()
    start_without_letters(timely_server, ada, code)
    assert set(fates_of(ada).values()) == {"sent"}
    expect_everywhere(ada, code, late=LATE, agrees=AGREES)


def test_letters_that_were_taken_though_the_answer_was_lost_are_those_of_before(
    visitors: Visitors,
) -> None:
    """The page is loaded anew while it waits for the answer, too."""
    visitors.allow("salt/|htmx:afterRequest|htmx:sendError")
    ada, bob = (visitors.open_new(None) for _ in range(2))
    code = open_table(bob, size=2)
    held = sit_down_last(ada, code)
    held.routes[0].fetch()
    expect(ada.locator("#t-status")).to_have_attribute("data-turn", re.compile("me|other"))
    ada.reload()
    assert held.letters[0] in salts_in(ada, code)
    expect_on_page(ada, late="", agrees=BOTH_AGREE)
    assert fates_of(ada) == {held.letters[0]: "taken"}
    resign(ada)
    expect_on_page(ada, late="", agrees=BOTH_AGREE)


def test_any_letters_that_this_browser_sent_are_good_whatever_became_of_others(
    visitors: Visitors,
) -> None:
    """Two tabs send theirs; what was sent first comes last, and the site takes that."""
    ada, bob = visitors.open_new(None), visitors.open_new(None)
    code = open_table(ada, size=2, salt="~later")
    other = ada.context.new_page()
    for tab in (ada, other):
        tab.add_init_script(NOTHING_AFTER_SECONDS)
    held = Held(ada)
    ada.goto(f"/games/{code}/")
    held.wait(ada)
    other.goto(f"/games/{code}/")
    expect(other.locator(".taken code")).to_have_text(held.letters[0])
    write_letters(other, "written-later")
    expect(other.locator(".taken code")).to_have_text("written-later")
    held.routes[0].continue_()
    expect(other.locator(".taken code")).to_have_text(held.letters[0])
    join(bob, code)
    for tab in (ada, other):
        at_table(tab)
        expect_on_page(tab, late="", agrees=BOTH_AGREE)
        tab.reload()
        expect_on_page(tab, late="", agrees=BOTH_AGREE)
    assert held.letters[0] in salts_in(ada, code)


def test_letters_that_the_site_took_and_has_not_got_are_found_out(visitors: Visitors) -> None:
    """They are dropped on the way, and the answer is that they are taken."""
    ada, bob = visitors.open(None), visitors.open(None)
    code = open_table(ada, size=2, salt="~later")
    sent = salts_sent(ada)

    def drop(route: Route) -> None:
        body = route.request.post_data or ""
        route.continue_(post_data=body.replace(parse_qs(body)["salt"][0], ""))

    ada.route("**/salt/", drop)
    ada.goto(f"/games/{code}/")
    ada.wait_for_function("() => localStorage.getItem('noted-dice').includes('taken')")
    join(bob, code)
    at_table(ada)
    for path in pages_of(code):
        expect(ada.locator("#noted")).to_contain_text(
            f"Warning: your browser sent {sent[0]} as your part in the dice, "
            "but we say it was nothing."
        )
        expect(ada.locator("#noted-late")).to_be_empty()
        if path == pages_of(code)[0]:
            resign(ada)
        ada.goto(path)


def test_letters_of_a_seat_that_was_left_are_not_missed_in_the_next_one(
    timely_server: Server, timely_visitors: Visitors
) -> None:
    ada, bob = (timely_visitors.open_new(None) for _ in range(2))
    code = open_table(bob, size=3)
    join(ada, code)
    expect(ada.locator(".taken code")).to_have_text(MADE_UP)
    [letters] = fates_of(ada)
    assert fates_of(ada) == {letters: "taken"}
    ada.goto("/lobby/")
    post(ada, f"/games/{code}/leave/")
    post(timely_visitors.open(None), f"/games/{code}/join/")
    wait_live(ada)
    # The table's page comes only when the game has begun, and sends nothing.
    held: list[tuple[Route, APIResponse]] = []
    ada.route("**/join/", lambda route: held.append((route, route.fetch(max_redirects=0))))
    ada.evaluate("id => document.getElementById(id).click()", f"join-{code}")
    until(ada, lambda: bool(held))
    timely_server.pass_time(timedelta(seconds=6))
    expect_begun(bob, code)
    [(route, answer)] = held
    route.fulfill(response=answer)
    at_table(ada)
    assert fates_of(ada) == {letters: "sent"}
    expect_on_page(ada, late=LATE, agrees=AGREES)


def expect_begun(page: Page, code: str) -> None:
    page.goto(f"/games/{code}/")
    expect(page.locator("#t-status")).to_have_attribute("data-turn", re.compile("me|other"))


OLD_NOTE = """(note) => localStorage.setItem("noted-dice", JSON.stringify([note]))"""
PUSH = """([player, salt]) => htmx.swap(
  document.body,
  `<p id="t-own-salt" hx-swap-oob="true" data-player="${player}" data-salt="${salt}"></p>`,
  { swapStyle: "none" },
)"""
"""Pushes which player somebody is said to be, and which letters the site is said to have."""


def test_what_an_older_script_noted_still_counts_and_accuses_of_nothing_that_is_not_known(
    visitors: Visitors,
) -> None:
    """It noted letters before they were sent, and not whether they were taken."""
    ada, bob = visitors.open(None), visitors.open(None)
    code = open_table(ada, size=2)
    post(bob, f"/games/{code}/join/", salt="bobs")
    old = {"code": code, "commitment": commitment_of(ada, code)}
    for page in (ada, bob):
        page.goto(f"/games/{code}/")
        page.evaluate(OLD_NOTE, old | {"salt": "bobs"})
        page.reload()
    expect_on_page(ada, late=LATE, agrees=AGREES)
    expect_on_page(bob, late="", agrees=BOTH_AGREE)
    bob.evaluate(OLD_NOTE, old | {"salt": "others"})
    bob.reload()
    expect(bob.locator("#noted")).to_contain_text("your browser sent others as your part")


def test_an_alarm_is_taken_back_when_the_page_shows_that_all_is_well(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    code = open_table(bob, size=2)
    join(ada, code)
    expect_on_page(ada, late="", agrees=BOTH_AGREE)
    player, letters = ada.locator("#t-own-salt").evaluate(
        "({ dataset }) => [dataset.player, dataset.salt]"
    )
    for others in ("", "others"):
        ada.evaluate(PUSH, [player, others])
        expect(ada.locator("#noted")).to_contain_text("Warning")
        expect(ada.locator("#noted-agrees")).to_be_empty()
        ada.evaluate(PUSH, [player, letters])
        expect_on_page(ada, late="", agrees=BOTH_AGREE)


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

"""Whatever breaks, pages find their way back by themselves and nothing acknowledged is lost."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from games.live.consumers import ANSWER, COME_BACK, CUT_OFF
from tests.browser import buttons_steps
from tests.browser.server import SITE_WITH_MOVED_CLOCK, Server
from tests.browser.steps import (
    Hand,
    act,
    at_table,
    click,
    look,
    record,
    wait_for_version,
    wait_live,
    whose_turn,
)
from tests.browser.tables import Table, open_table, play_now, sit_down
from tests.browser.test_time_runs_out import DUE, due_at
from tests.browser.visitors import Visitors
from tests.browser.wire import Wire

pytestmark = pytest.mark.services

SMALL = {"width": 360, "height": 580}
LOST = "() => document.documentElement.dataset.live === 'no'"
NETWORK = r"ERR_|WebSocket connection|can’t establish a connection|htmx:(sendError|afterRequest)"
"""What a console says while there is no server; only tests that take it away allow it."""

RESTARTING = 1012
NOTE_WHAT_COMES = """() => {
  window.codes = [];
  window.opened = 0;
  window.lost = false;
  document.addEventListener("disconnect", ({ detail }) => codes.push(detail));
  document.addEventListener("reconnect", () => (opened += 1));
  const look = () => (lost ||= document.documentElement.dataset.live === "no");
  new MutationObserver(look).observe(document.documentElement, { attributes: true });
}"""
AWAY = timedelta(seconds=90)
ASKED_MS = 4000
"""Within so long a page that is cut off asks by itself, and opens another socket when told to."""


def play_moves(count: int, *hands: Hand) -> int:
    """Play some moves; return the version that every page shows then."""
    for _ in range(count):
        hand = whose_turn(hands)
        assert hand is not None
        hand.move()
    newest = max(look(hand.page).version for hand in hands)
    for hand in hands:
        wait_for_version(hand.page, newest)
    return newest


def by_turn(*pages: Page) -> list[Page]:
    """Return the pages of two people, that of whose turn it is first."""
    return sorted(pages, key=lambda page: not look(page).mine)


# --- A server that is killed or stopped -----------------------------------------------------------


def test_a_killed_server_comes_back_with_every_table_and_behind_a_proxy_a_restart_is_not_noticed(
    browser: Browser, mortal_server: Server
) -> None:
    """Two people behind a proxy, three at the game of all decisions, and one whose bot is to move.

    All play on after the server was killed, and the two while another takes its place.
    """
    server = mortal_server
    second = Server(server.environment, server.log.with_name("second.log"), SITE_WITH_MOVED_CLOCK)
    wire = Wire(server.port)
    with Visitors(browser, server).watched() as visitors:
        visitors.allow(NETWORK)
        pair = [visitors.open(None, base_url=wire.url) for _ in range(2)]
        try:
            code = sit_down(*pair)
            come_back_after_a_kill(visitors, pair, code)
            restart_behind_a_proxy(pair, code, wire, server, second)
        finally:
            for page in pair:
                page.context.close()
            wire.close()
            second.stop()


def come_back_after_a_kill(visitors: Visitors, pair: list[Page], code: str) -> None:
    server, alone = visitors.server, visitors.open(None)
    trio = buttons_steps.sit_down(server, *(visitors.open(None) for _ in range(3)))
    hands = [Hand(page) for page in pair]
    acknowledged = play_moves(3, *hands)
    had = decide_in_part(trio)
    let_the_bot_begin(alone)
    before = record(pair[0], code)
    due = [page.evaluate(DUE) for page in (pair[0], trio.in_order[0])]

    server.kill()
    for page in (*pair, *trio.people, alone):
        page.wait_for_function(LOST)
    press_while_it_is_down(pair)
    bots_turn = look(alone)
    assert not bots_turn.mine
    server.set_clock(AWAY)
    server.start()
    for page in (*pair, *trio.people, alone):
        wait_live(page)

    wait_for_version(alone, bots_turn.version + 1)
    require_time_given_back(pair[0], code, due[0])
    after = record(pair[0], code)
    after["time"]["notes"] = []
    assert after == before
    newest = play_moves(3, *hands)
    assert newest >= acknowledged + 3
    assert len(record(pair[0], code)["events"]) == newest
    require_time_given_back(trio.in_order[0], trio.code, due[1])
    decide_the_rest(trio, had)


def restart_behind_a_proxy(
    pages: list[Page], code: str, wire: Wire, server: Server, second: Server
) -> None:
    """The server asks pages to come back, and those who do come to the one in its place."""
    second.start()
    for page in pages:
        page.evaluate(NOTE_WHAT_COMES)
    wire.lead_to(second.port)
    server.ask_to_stop()
    assert server.wait() == 0
    for page in pages:
        page.wait_for_function("() => opened === 1")
        assert page.evaluate("[codes, lost]") == [[RESTARTING], False]
    played = play_moves(2, *map(Hand, pages))
    assert len(record(pages[0], code)["events"]) == played

    second.ask_to_stop()
    assert second.wait() == 0
    for page in pages:
        page.wait_for_function(LOST)  # there is no other process to come back to
        assert page.evaluate("codes[1]") == RESTARTING
    second.start()
    for page in pages:
        wait_live(page)
    play_moves(1, *map(Hand, pages))


def press_while_it_is_down(pages: list[Page]) -> None:
    """A click says so, and can be repeated later."""
    for page in pages:
        expect(page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    page = by_turn(*pages)[0]
    click(page, Hand(page).choose())
    expect(page.locator("#t-notice")).to_contain_text("didn't reach us")


def let_the_bot_begin(page: Page) -> None:
    """Play against a slow bot until it is to move, which it may be at once."""
    play_now(page)
    hand = Hand(page)
    while look(page).mine:
        hand.move()


def decide_in_part(table: Table) -> list[buttons_steps.Offer]:
    """Have the first roll and the last decline; return what each may do then."""
    roller, _, third = pages = table.in_order
    act(roller, "a-roll")
    buttons_steps.together(*pages)
    act(third, "a-decline")
    buttons_steps.together(*pages)
    had = [buttons_steps.offer(page) for page in pages]
    assert not had[2].anything
    return had


def decide_the_rest(table: Table, had: list[buttons_steps.Offer]) -> None:
    roller, second, _ = pages = table.in_order
    for page in pages:
        page.reload()
        wait_live(page)
    assert [buttons_steps.offer(page) for page in pages] == had
    act(second, "a-place")
    buttons_steps.together(*pages)
    buttons_steps.place(roller, had[0].cells[-1])
    buttons_steps.together(*pages)
    decided = [kind for kind, _ in buttons_steps.events(roller)[2:]]
    assert decided == ["declined", "placed", "placed"]
    assert buttons_steps.offer(second).roll


def require_time_given_back(page: Page, code: str, before: dict[str, int]) -> None:
    """Nobody has lost a second, and the table says why."""
    after = due_at(page, code)
    at_table(page)
    log = page.locator("#t-log")
    expect(log).to_contain_text("offline")
    # A machine that is very busy makes the site away for some seconds before.
    said = re.findall(r"offline for (\d+) second", log.inner_text())
    assert not said or max(map(int, said)) >= AWAY.total_seconds()
    assert after.keys() == before.keys()
    gained = [(after[player] - before[player]) / 1000 for player in before]
    assert min(gained) >= AWAY.total_seconds()


# --- A page that is cut off -----------------------------------------------------------------------


def test_without_a_network_a_page_says_so_and_catches_up_as_soon_as_there_is_one(
    visitors: Visitors,
) -> None:
    visitors.allow(NETWORK)
    visitors.allow("503")
    pages = [visitors.open(None, viewport=SMALL) for _ in range(2)]
    sit_down(*pages)
    first, second = by_turn(*pages)
    for is_offline in (True, False):
        first.context.set_offline(is_offline)
        require_bar(first, is_offline)
    wait_live(first)
    repeat_what_could_not_be_saved(first)
    second.context.set_offline(True)
    newest = Hand(first).move().version
    second.context.set_offline(False)
    wait_for_version(second, newest)
    at_table(second)


def require_bar(page: Page, is_offline: bool) -> None:
    """A bar at the controls says that there is no network, and buttons are grey."""
    bar, roll = page.locator(".play > .offline"), page.locator("#a-roll")
    expect(bar).to_be_visible(visible=is_offline)
    expect(roll).to_have_css("opacity", "0.5" if is_offline else "1")
    expect(roll).to_be_in_viewport(ratio=1)
    if is_offline:
        expect(bar).to_be_in_viewport(ratio=1)
        expect(page.locator("#t-say")).to_have_text("Connection lost.")


def repeat_what_could_not_be_saved(page: Page) -> None:
    """A step that the site cannot save says so, and can be repeated."""

    def refuse(route: Route) -> None:
        route.fulfill(status=503, content_type="text/plain; charset=utf-8", body="Not just now.")

    before = look(page)
    page.route("**/act/", refuse)
    click(page, Hand(page).choice(before))
    expect(page.locator("#t-notice")).to_have_text("Not just now.")
    assert look(page) == before
    page.unroute("**/act/")
    assert Hand(page).move().version == before.version + 1


class Ear:
    """The sockets of a page; while it is deaf they bring only the answers to its heartbeat."""

    def __init__(self, page: Page, address: str) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.missed: list[str | bytes] = []
        self.is_deaf = False
        page.route_web_socket(address, self._pass_on)

    def _pass_on(self, socket: WebSocketRoute) -> None:
        def push(message: str | bytes) -> None:
            if self.is_deaf and message != ANSWER:
                self.missed.append(message)
            else:
                socket.send(message)

        self.sockets.append(socket)
        socket.connect_to_server().on_message(push)


def test_a_page_that_misses_pushes_asks_for_what_it_has_not_and_opens_another_socket_when_told(
    visitors: Visitors,
) -> None:
    pages = visitors.open_new(None), visitors.open_new(None)
    for page in pages:
        page.clock.install()
    ears = {page: Ear(page, "**/ws/games/**") for page in pages}
    sit_down(*pages)
    first, second = by_turn(*pages)
    ask_for_the_whole(first, second, ears[second])
    ask_while_cut_off(first, second, ears[second])


def ask_for_the_whole(first: Page, second: Page, ear: Ear) -> None:
    """The second misses a push, and learns of that by the next one."""
    before = look(second).version
    ear.is_deaf = True
    # Nor does it hear of the roll by the question that a page asks now and then.
    second.route("**/?have=*", lambda route: route.fulfill(status=204))
    Hand(first).move()  # the first roll of a turn, after which it is their turn still
    while not ear.missed:
        second.evaluate("0")
    assert look(second).version == before
    ear.is_deaf = False
    second.unroute("**/?have=*")
    with second.expect_response(lambda answer: f"have={before}" in answer.url):
        newest = Hand(first).move().version
    wait_for_version(second, newest)
    assert newest == before + 3  # a roll, then a split and another roll


def ask_while_cut_off(first: Page, second: Page, ear: Ear) -> None:
    """The socket of the second brings nothing, but the site can be reached: nothing is grey."""
    ear.is_deaf = True
    ear.sockets[0].send(CUT_OFF)
    second.wait_for_function(LOST)
    expect(second.get_by_text("Connection lost. Trying again…")).to_be_visible()
    expect(second.locator(".play > .offline")).to_be_visible()
    with second.expect_response("**/games/*/?have=*") as asked:
        second.clock.run_for(ASKED_MS)
    assert asked.value.ok
    expect(second.locator("#a-roll")).to_have_count(0)  # it is not their turn
    newest = Hand(first).move().version
    second.clock.run_for(ASKED_MS)
    wait_for_version(second, newest)
    second.wait_for_function(LOST)

    ear.is_deaf = False
    ear.sockets[-1].close(code=COME_BACK)
    second.clock.run_for(ASKED_MS)
    wait_live(second)
    play_moves(1, Hand(first), Hand(second))
    assert len(ear.sockets) > 1


def test_the_lobby_asks_while_its_socket_brings_nothing(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open_new(None)
    bob.clock.install()
    ear = Ear(bob, "**/ws/lobby/**")
    bob.goto("/lobby/")
    wait_live(bob)
    ear.is_deaf = True
    ear.sockets[0].send(CUT_OFF)
    expect(bob.get_by_text("Connection lost. Trying again…")).to_be_visible()
    code = open_table(ada, size=2)
    bob.clock.run_for(ASKED_MS)
    expect(bob.locator(f"#join-{code}")).to_be_visible()
    assert len(ear.sockets) == 1

"""Whatever breaks, pages find their way back by themselves and nothing acknowledged is lost."""

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from games.live.consumers import ANSWER, COME_BACK, CUT_OFF
from tests.browser.server import Server
from tests.browser.steps import (
    Hand,
    at_table,
    create_table,
    look,
    record,
    wait_for_turn,
    wait_for_version,
    wait_live,
    whose_turn,
)
from tests.browser.tables import play_now, sit_down
from tests.browser.visitors import Visitors
from tests.browser.wire import Wire

pytestmark = pytest.mark.services

LOST = "() => document.documentElement.dataset.live === 'no'"
NETWORK = (
    r"ERR_|WebSocket connection|can’t establish a connection|\[object Event\]|"
    r"htmx:(sendError|afterRequest)"
)
"""What a console says while there is no server; only tests that take it away allow it."""

COUNT_TRIES = """() => {
  window.tries = 0;
  document.addEventListener("htmx:wsConnecting", () => (tries += 1));
}"""
TRIES_IN_VAIN = 2
RESTARTING = 1012
NOTE_WHAT_COMES = """() => {
  window.codes = [];
  window.opened = 0;
  window.lost = false;
  document.addEventListener("htmx:wsClose", ({ detail }) => codes.push(detail.event.code));
  document.addEventListener("htmx:wsOpen", () => (opened += 1));
  const look = () => (lost ||= document.documentElement.dataset.live === "no");
  new MutationObserver(look).observe(document.documentElement, { attributes: true });
}"""
SLOW_BOT = "3"


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


def begin(own_visitors: Visitors, moves: int) -> tuple[str, tuple[Hand, Hand], int]:
    """Have two people play some moves; return the code, their hands and how many moves those are.

    What the server says meanwhile of lost connections is expected.
    """
    own_visitors.allow(NETWORK)
    ada, bob = own_visitors.open(None), own_visitors.open(None)
    code = sit_down(ada, bob)
    hands = Hand(ada), Hand(bob)
    return code, hands, play_moves(moves, *hands)


def test_a_killed_server_comes_back_and_two_people_play_on(
    own_server: Server, own_visitors: Visitors
) -> None:
    """A click while it is down says so, and can be repeated."""
    code, hands, acknowledged = begin(own_visitors, 5)
    ada, bob = (hand.page for hand in hands)
    before = record(ada, code)
    hand = whose_turn(hands)
    assert hand is not None

    own_server.kill()
    for page in (ada, bob):
        page.wait_for_function(LOST)
        expect(page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    hand.use(hand.page, hand.choice(look(hand.page)))
    expect(hand.page.locator("#t-notice")).to_contain_text("did not reach the table")
    own_server.start()
    for page in (ada, bob):
        wait_live(page)

    after = record(ada, code)
    after["time"]["notes"] = []  # where it took seconds, they are given back
    assert after == before
    assert len(before["events"]) == acknowledged
    assert play_moves(4, *hands) == acknowledged + 4
    assert len(record(ada, code)["events"]) == acknowledged + 4


def test_a_server_that_is_restarted_has_its_pages_back_and_two_people_play_on(
    own_server: Server, own_visitors: Visitors
) -> None:
    code, hands, acknowledged = begin(own_visitors, 3)
    ada, bob = (hand.page for hand in hands)
    ada.evaluate(NOTE_WHAT_COMES)

    own_server.ask_to_stop()
    assert own_server.wait() == 0
    ada.wait_for_function(LOST)  # there is no other process to come back to
    assert ada.evaluate("codes[0]") == RESTARTING
    own_server.start()
    for page in (ada, bob):
        wait_live(page)
    assert play_moves(3, *hands) == acknowledged + 3
    assert len(record(ada, code)["events"]) == acknowledged + 3


def test_behind_a_proxy_nobody_sees_that_a_process_is_restarted(
    own_server: Server, own_visitors: Visitors
) -> None:
    second = Server(own_server.environment, own_server.log.with_name("second.log"))
    wire = Wire(own_server.port)
    pages = [own_visitors.open(None, base_url=wire.url) for _ in range(2)]
    try:
        sit_down(*pages)
        second.start()
        for page in pages:
            wait_live(page)
            page.evaluate(NOTE_WHAT_COMES)
        wire.lead_to(second.port)
        own_server.ask_to_stop()
        assert own_server.wait() == 0
        for page in pages:
            page.wait_for_function("() => opened === 1")
            assert page.evaluate("[codes, lost]") == [[RESTARTING], False]
        play_moves(3, *map(Hand, pages))
    finally:
        for page in pages:
            page.context.close()
        wire.close()
        second.stop()


@pytest.mark.parametrize("own_server", [{"BOT_PACE": SLOW_BOT}], ids=["slow bot"], indirect=True)
def test_a_bot_whose_turn_it_was_moves_on_after_a_restart(
    own_server: Server, own_visitors: Visitors
) -> None:
    own_visitors.allow(NETWORK)
    page = own_visitors.open(None)
    code = play_now(page)
    wait_for_turn(page)
    hand = Hand(page)
    while (seen := hand.move()).mine:
        pass
    own_server.kill()
    page.wait_for_function(LOST)
    shown = look(page)
    assert not shown.mine

    own_server.start()
    wait_live(page)
    wait_for_version(page, shown.version + 2)
    events = record(page, code)["events"]
    assert events[seen.version]["player"] != events[seen.version - 1]["player"]


def test_a_page_that_was_cut_off_catches_up_by_itself(visitors: Visitors) -> None:
    visitors.allow(NETWORK)
    wire = Wire(visitors.server.port)
    ada, bob = visitors.open(None), visitors.open(None, base_url=wire.url)
    try:
        _play_on_while_cut_off(ada, bob, wire)
    finally:
        bob.context.close()
        wire.close()


def _play_on_while_cut_off(ada: Page, bob: Page, wire: Wire) -> None:
    code = sit_down(ada, bob)
    hands = Hand(ada), Hand(bob)
    while whose_turn(hands) is hands[1]:
        hands[1].move()
    stale = play_moves(1, *hands)

    wire.cut()
    bob.wait_for_function(LOST)
    bob.evaluate(COUNT_TRIES)
    while look(ada).mine and hands[0].move().mine:
        pass
    newest = look(ada).version
    assert look(bob).version == stale < newest
    bob.wait_for_function(f"() => tries >= {TRIES_IN_VAIN}")
    wire.mend()

    wait_for_version(bob, newest)
    wait_live(bob)
    assert len(record(ada, code)["events"]) == newest
    play_moves(3, *hands)


def test_a_browser_that_was_offline_catches_up_as_soon_as_it_is_online(
    visitors: Visitors,
) -> None:
    visitors.allow(NETWORK)
    ada, bob = visitors.open(None), visitors.open(None)
    sit_down(ada, bob)
    hands = Hand(ada), Hand(bob)
    while whose_turn(hands) is hands[1]:
        hands[1].move()
    bob.context.set_offline(True)
    newest = hands[0].move().version
    bob.context.set_offline(False)
    wait_for_version(bob, newest)
    at_table(bob)


def test_a_step_that_the_site_could_not_save_says_so_and_can_be_repeated(
    visitors: Visitors,
) -> None:
    visitors.allow("503")
    ada, bob = visitors.open(None), visitors.open(None)
    sit_down(ada, bob)
    hand = whose_turn([Hand(ada), Hand(bob)])
    assert hand is not None
    before = look(hand.page)

    def refuse(route: Route) -> None:
        route.fulfill(status=503, content_type="text/plain; charset=utf-8", body="Not just now.")

    hand.page.route("**/act/", refuse)
    hand.use(hand.page, hand.choice(before))
    expect(hand.page.locator("#t-notice")).to_have_text("Not just now.")
    assert look(hand.page) == before
    hand.page.unroute("**/act/")
    assert hand.move().version == before.version + 1


def route_deaf_socket(page: Page, address: str) -> list[WebSocketRoute]:
    """Have the first socket of a page bring one push and no more; return a list of its sockets.

    It is open all the same: the page's heartbeat is answered.
    """
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        server, is_first = socket.connect_to_server(), not sockets
        sockets.append(socket)
        pushes: list[str | bytes] = []

        def push(message: str | bytes) -> None:
            if not is_first or not pushes or message == ANSWER:
                socket.send(message)
            pushes.append(message)

        server.on_message(push)

    page.route_web_socket(address, pass_on)
    return sockets


def test_a_page_asks_while_its_socket_brings_nothing_and_opens_another_when_told(
    visitors: Visitors,
) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    sockets = route_deaf_socket(bob, "**/ws/games/**")
    sit_down(ada, bob)
    hands = Hand(ada), Hand(bob)
    wait_live(bob)
    sockets[0].send(CUT_OFF)
    bob.wait_for_function(LOST)
    expect(bob.get_by_text("Connection lost. Trying again…")).to_be_visible()
    play_moves(2, *hands)
    bob.wait_for_function(LOST)

    sockets[0].close(code=COME_BACK)
    wait_live(bob)
    play_moves(2, *hands)
    assert len(sockets) > 1


def test_without_a_network_a_bar_at_the_controls_says_so_and_buttons_are_grey(
    visitors: Visitors,
) -> None:
    visitors.allow(NETWORK)
    page = visitors.open(None, viewport={"width": 360, "height": 580})
    play_now(page)
    wait_for_turn(page)
    bar, roll = page.locator(".play > .offline"), page.locator("#a-roll")
    for is_offline in (True, False):
        page.context.set_offline(is_offline)
        expect(bar).to_be_visible(visible=is_offline)
        expect(roll).to_have_css("opacity", "0.5" if is_offline else "1")
        expect(roll).to_be_in_viewport(ratio=1)
        if is_offline:
            expect(bar).to_be_in_viewport(ratio=1)
            expect(page.locator("#t-say")).to_have_text("Connection lost.")
    wait_live(page)
    assert Hand(page).move().version >= 1


def test_buttons_are_not_grey_where_only_the_socket_is_lost(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    sockets = route_deaf_socket(bob, "**/ws/games/**")
    sit_down(ada, bob)
    sockets[0].send(CUT_OFF)
    expect(bob.locator(".play > .offline")).to_be_visible()
    with bob.expect_response("**/games/*/?have=*") as asked:
        pass
    assert asked.value.ok
    expect(bob.locator("#a-roll")).to_have_css("opacity", "1" if look(bob).mine else "0.7")
    play_moves(2, Hand(ada), Hand(bob))


def test_the_lobby_asks_while_its_socket_brings_nothing(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    sockets = route_deaf_socket(bob, "**/ws/lobby/**")
    bob.goto("/lobby/")
    wait_live(bob)
    sockets[0].send(CUT_OFF)
    expect(bob.get_by_text("Connection lost. Trying again…")).to_be_visible()
    code = create_table(ada)
    expect(bob.locator(f"#join-{code}")).to_be_visible()
    assert len(sockets) == 1


def test_a_page_that_missed_a_push_asks_for_the_whole(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    lost: list[str | bytes] = []
    loses = False

    def pass_on(socket: WebSocketRoute) -> None:
        def push(message: str | bytes) -> None:
            if loses:
                lost.append(message)
            else:
                socket.send(message)

        socket.connect_to_server().on_message(push)

    bob.route_web_socket("**/ws/games/**", pass_on)
    sit_down(ada, bob)
    hands = Hand(ada), Hand(bob)
    wait_live(bob)
    while whose_turn(hands) is hands[1]:
        hands[1].move()
    before = look(ada).version
    wait_for_version(bob, before)
    loses = True
    # Nor does it hear of the roll by the question that a page asks now and then.
    bob.route("**/?have=*", lambda route: route.fulfill(status=204))
    hands[0].move()  # the first roll of a turn, after which it is Ada's turn still
    while not lost:
        bob.evaluate("0")
    assert look(bob).version == before
    loses = False
    bob.unroute("**/?have=*")
    with bob.expect_response(lambda answer: f"have={before}" in answer.url):
        newest = hands[0].move().version
    wait_for_version(bob, newest)
    assert newest == before + 2

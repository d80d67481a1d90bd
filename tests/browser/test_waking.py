"""A page that slept shows what is now as soon as it wakes, also where its socket is long dead."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute

from games.live.consumers import ANSWER, BEAT, COME_BACK
from games.live.consumers import HIDDEN as HIDDEN_SIGHT
from tests.browser.browsers import only_in_chromium
from tests.browser.server import Server
from tests.browser.sleeping import SleepyPage, sleepy_page
from tests.browser.steps import Hand, unique, wait_for_version, wait_live, whose_turn
from tests.browser.tables import open_table, play_now, post, register, sit_down
from tests.browser.test_chat import write
from tests.browser.test_time_runs_out import turn_page
from tests.browser.visitors import Visitors

ASLEEP = timedelta(minutes=10)
MUST_NOT_TAKE = 2_000
"""Milliseconds; it takes a tenth of that. A page that only asks now and then would take longer."""

LIVE = "document.documentElement?.dataset.live === 'yes'"
AS_ON_A_PHONE = """{
  const now = Date.now;
  let slept = 0;
  Date.now = () => now() + slept;
  document.addEventListener("freeze", () => (slept += 600000));
  document.addEventListener("resume", () => (window.woke = performance.now()));

  // A socket with which a page has slept stays open and says nothing more, not even its end.
  const Socket = WebSocket;
  const alive = new Set();
  window.alive = () => [...alive].filter(({ readyState }) => readyState === Socket.OPEN).length;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      let isDead = false;
      alive.add(this);
      document.addEventListener("freeze", () => {
        isDead = true;
        alive.delete(this);
      });
      for (const what of ["message", "close", "error"]) {
        this.addEventListener(what, (event) => isDead && event.stopImmediatePropagation());
      }
    }
  };
  window.shows = async (sees) => {
    while (!sees()) await new Promise((go) => setTimeout(go, 10));
    return performance.now() - woke;
  };
}"""
COUNT_QUESTIONS = """{
  const real = window.fetch;
  window.questions = 0;
  window.fetch = (address, ...more) => {
    if (String(address).includes("?have=")) questions += 1;
    return real(address, ...more);
  };
}"""
NO_TICKS = "window.setInterval = () => 0;"
"""A page asks by itself now and then, and where the machine was too busy for its ticks."""

NOTE_CLOSES = """
window.closes = 0;
document.addEventListener("htmx:wsClose", () => (closes += 1));
"""
COUNT_ANSWERS = f"""() => {{
  window.answers = 0;
  document.addEventListener("htmx:wsBeforeMessage", ({{ detail }}) => {{
    if (detail.message === "{ANSWER}") answers += 1;
  }});
}}"""
SECOND = 1000
SLEPT = 60_000
SIGNS = {
    "it goes on": 'document.dispatchEvent(new Event("resume"))',
    "it is seen": 'document.dispatchEvent(new Event("visibilitychange"))',
    "it came back": 'dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))',
    "there is a network": 'dispatchEvent(new Event("online"))',
}
"""What a browser tells a page that may have slept."""

SEEN = "() => {}"
HIDDEN = """
Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
"""


def shows_version(version: int, element: str = "t-status") -> str:
    return f"Number(document.getElementById('{element}')?.dataset.version) === {version}"


@only_in_chromium("pages are frozen through its DevTools protocol")
def test_pages_that_slept_for_ten_minutes_show_at_once_what_is_now(
    browser: Browser, timely_server: Server, measured: Callable[[str], None]
) -> None:
    server = timely_server
    with Visitors(browser, server).watched() as visitors, ExitStack() as phones:
        ada, bob, eve = (visitors.open(None) for _ in range(3))
        for page in (ada, bob):
            register(page, unique("Player"))
        code, waiting = open_table(ada, bob, time="turn-by-turn"), open_table(bob, size=2)
        mover = turn_page([ada, bob], code)
        [sleeper] = {ada, bob} - {mover}
        said = "document.querySelector('#c-lines li')"
        started = "!document.querySelector('#t-seats .free')"
        sights = {
            "table": (f"/games/{code}/", sleeper, shows_version(1)),
            "chat": (f"/games/{code}/", sleeper, said),
            "waiting table": (f"/games/{waiting}/", bob, started),
            "lobby": ("/lobby/", eve, f"!document.getElementById('join-{waiting}')"),
            "front page": ("/", eve, f"!document.getElementById('join-{waiting}')"),
            "replay": (f"/games/{code}/replay/0/", eve, shows_version(1, "r-head")),
        }
        asleep: dict[str, SleepyPage] = {}
        for what, (path, who, sight) in sights.items():
            phone = phones.enter_context(sleepy_page(browser, who))
            phone.goto(server.url + path, AS_ON_A_PHONE)
            phone.wait_for(LIVE)
            assert not phone.evaluate(f"Boolean({sight})"), what
            phone.freeze()
            asleep[what] = phone

        server.set_clock(ASLEEP)
        assert Hand(mover).move().version == 1
        write(mover, "Are you there?")
        post(ada, f"/games/{waiting}/join/")

        for what, phone in asleep.items():
            sight = sights[what][2]
            assert not phone.evaluate(f"Boolean({sight})"), f"{what}: heard in its sleep"
            phone.thaw()
            took = phone.evaluate(f"shows(() => {sight})")
            measured(f"{what} that slept for ten minutes: right after {took / 1000:.2f} s")
            assert took < MUST_NOT_TAKE, what
            phone.wait_for("alive() > 0")


def deaf_from_the_second_message(page: Page) -> list[WebSocketRoute]:
    """Have the first socket of a page bring its first message and no more, nor its answers.

    Returns a list of the page's sockets, which grows.
    """
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        server, is_first = socket.connect_to_server(), not sockets
        sockets.append(socket)
        pushes: list[str | bytes] = []

        def push(message: str | bytes) -> None:
            if not is_first or not pushes:
                socket.send(message)
            pushes.append(message)

        server.on_message(push)

    page.route_web_socket("**/ws/games/**", pass_on)
    return sockets


def test_a_socket_that_only_looks_open_is_replaced(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open_new(None)
    bob.clock.install()
    bob.add_init_script(NOTE_CLOSES)
    sockets = deaf_from_the_second_message(bob)
    sit_down(ada, bob)
    while len(sockets) == 1:
        bob.clock.run_for(SECOND)
    wait_live(bob)
    hands = Hand(ada), Hand(bob)
    while whose_turn(hands) is hands[1]:
        hands[1].move()
    # Nor does it hear of the move by the question that a page asks now and then.
    bob.route("**/?have=*", lambda route: route.fulfill(status=204))
    wait_for_version(bob, hands[0].move().version)
    assert bob.evaluate("closes") == 0, "the extension hears nothing of the one that is gone"


@pytest.mark.parametrize("script", [SEEN, HIDDEN], ids=["seen", "hidden"])
def test_a_page_goes_on_beating_and_keeps_a_socket_that_answers(
    visitors: Visitors, script: str
) -> None:
    page = visitors.open_new(None)
    page.add_init_script(script)
    page.clock.install()
    sockets: list[WebSocketRoute] = []
    beats: list[str | bytes] = []

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def hear(message: str | bytes) -> None:
            if message == HIDDEN_SIGHT:
                server.send(message)
                return
            beats.append(message)
            if len(beats) == 1:
                server.send(message)
            else:  # they come faster than the server answers: the page's clock is set forward
                socket.send(ANSWER)

        socket.on_message(hear)

    page.route_web_socket("**/ws/games/**", pass_on)
    play_now(page)
    page.evaluate(COUNT_ANSWERS)
    for number in range(1, 6):
        while len(beats) < number:
            page.clock.run_for(SECOND)
        page.wait_for_function(f"() => answers === {number}")
    assert set(beats) == {BEAT}
    assert len(sockets) == 1
    assert page.evaluate("document.documentElement.dataset.live") == "yes"


def test_a_hidden_page_that_is_told_to_come_back_does(visitors: Visitors) -> None:
    page = visitors.open_new(None)
    page.add_init_script(HIDDEN)
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**/ws/games/**", pass_on)
    play_now(page)
    sockets[0].close(code=COME_BACK)
    while len(sockets) == 1:
        page.evaluate("0")
    wait_live(page)


@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS.keys())
def test_each_sign_of_waking_has_a_page_ask(visitors: Visitors, sign: str) -> None:
    page = visitors.open(None)
    page.add_init_script(NO_TICKS + COUNT_QUESTIONS)
    play_now(page)
    before = page.evaluate("questions")
    with page.expect_response("**/?have=*"):
        page.evaluate(f"() => {sign}")
    assert page.evaluate("questions") == before + 1


def test_signs_that_come_together_wake_a_page_once(visitors: Visitors) -> None:
    page = visitors.open_new(None)
    page.clock.install()
    page.add_init_script(NO_TICKS + COUNT_QUESTIONS)
    play_now(page)
    before = page.evaluate("questions")
    page.evaluate(f"() => {{ {'; '.join(SIGNS.values())} }}")
    page.clock.run_for(SECOND)
    assert page.evaluate("questions") == before + 1


def test_a_page_that_is_loaded_does_not_ask_for_what_it_has(visitors: Visitors) -> None:
    page = visitors.open_new(None)
    page.clock.install()
    page.add_init_script(NO_TICKS + COUNT_QUESTIONS)
    play_now(page)
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow'))")
    page.clock.run_for(SECOND)
    assert page.evaluate("questions") == 0


def test_a_device_that_slept_without_a_sign_has_its_page_ask(visitors: Visitors) -> None:
    page = visitors.open_new(None)
    page.clock.install()
    play_now(page)
    with page.expect_response("**/?have=*"):
        page.clock.fast_forward(SLEPT)
        page.clock.run_for(SECOND)

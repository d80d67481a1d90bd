"""A page that slept shows what is now as soon as it wakes, also where its socket is long dead."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta

from playwright.sync_api import Browser, Page, WebSocketRoute

from games.live.consumers import ANSWER, BEAT, COME_BACK
from games.live.consumers import HIDDEN as HIDDEN_SIGHT
from tests.browser.browsers import only_in_chromium
from tests.browser.server import Server
from tests.browser.sleeping import SleepyPage, sleepy_page
from tests.browser.steps import Hand, unique, wait_for_version, wait_live, whose_turn
from tests.browser.tables import Table, open_table, play_now, post, register, sit_down
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
document.addEventListener("disconnect", ({ detail }) => (closes += detail !== null));
"""
COUNT_ANSWERS = f"""{{
  window.answers = 0;
  window.WebSocket = class extends WebSocket {{
    constructor(...given) {{
      super(...given);
      this.addEventListener("message", ({{ data }}) => (answers += data === "{ANSWER}"));
    }}
  }};
}}"""
SECOND = 1000
SLEPT = 60_000
MOST_BEATS = 3
SIGNS = (
    'document.dispatchEvent(new Event("resume"))',
    'document.dispatchEvent(new Event("visibilitychange"))',
    'dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))',
    'dispatchEvent(new Event("online"))',
)
"""What a browser tells a page that may have slept. Those that come together wake it once."""

LEFT = "() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"
GONE_BACK_TO = "() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"

SEEN = "() => {}"
HIDDEN = """
Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
"""


def shows_version(version: int, element: str = "t-status") -> str:
    return f"Number(document.getElementById('{element}')?.dataset.version) === {version}"


@only_in_chromium("pages are frozen through its DevTools protocol")
def test_pages_that_slept_for_ten_minutes_show_at_once_what_is_now(
    browser: Browser,
    timely_server: Server,
    timely_visitors: Visitors,
    measured: Callable[[str], None],
) -> None:
    server, visitors = timely_server, timely_visitors
    with ExitStack() as phones:
        ada, bob, eve, fan = (visitors.open(None) for _ in range(4))
        for page, name in ((ada, "Ada"), (bob, "Bob"), (fan, "Fan")):
            register(page, unique(name))
        code, waiting = open_table(ada, bob, time="turn-by-turn"), open_table(bob, size=2)
        mover = turn_page([ada, bob], code)
        [sleeper] = {ada, bob} - {mover}
        other = Table(server, ada, bob, time="turn-by-turn")
        before_next, next_one = other.in_order
        said = "document.querySelector('#c-lines li')"
        started = "!document.querySelector('#t-seats .free')"
        sights = {
            "table": (f"/games/{code}/", sleeper, f"{shows_version(1)} && {said}"),
            "waiting table": (f"/games/{waiting}/", bob, started),
            "lobby": ("/lobby/", eve, f"!document.getElementById('join-{waiting}')"),
            "home": ("/", next_one, f"document.getElementById('play-{other.code}')"),
            "live games": ("/watch/", fan, f"document.getElementById('watch-{waiting}')"),
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

        server.pass_time(ASLEEP)
        assert Hand(mover).move().version == 1
        write(mover, "Are you there?")
        post(ada, f"/games/{waiting}/join/")
        while other.in_order[0] is before_next:
            other.play(until=other.state.seq + 1, fair=True)

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
    assert bob.evaluate("closes") == 0, "the page hears nothing of the one that is gone"


class Beats:
    """The sockets of a page, and what it says on them beside whether it is seen.

    The server answers the first beat. Then they come faster than it answers: the page's clock is
    set forward.
    """

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.said: list[str | bytes] = []
        page.route_web_socket("**/ws/games/**", self._pass_on)

    def _pass_on(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self.sockets.append(socket)

        def hear(message: str | bytes) -> None:
            if message == HIDDEN_SIGHT:
                server.send(message)
                return
            self.said.append(message)
            if len(self.said) == 1:
                server.send(message)
            else:
                socket.send(ANSWER)

        socket.on_message(hear)


def beating(visitors: Visitors, script: str) -> tuple[Page, Beats]:
    """Return a page that goes on beating and keeps its socket, which answers."""
    page = visitors.open_new(None)
    page.add_init_script(script)
    page.clock.install()
    beats = Beats(page)
    page.add_init_script(COUNT_ANSWERS)
    play_now(page)
    for number in range(1, MOST_BEATS + 1):
        while len(beats.said) < number:
            page.clock.run_for(SECOND)
        page.wait_for_function(f"() => answers === {number}")
    assert set(beats.said) == {BEAT}
    assert len(beats.sockets) == 1
    assert page.evaluate("document.documentElement.dataset.live") == "yes"
    return page, beats


def test_a_page_goes_on_beating_and_asks_when_its_device_slept_without_a_sign(
    visitors: Visitors,
) -> None:
    page, _ = beating(visitors, SEEN)
    with page.expect_response("**/?have=*"):
        page.clock.fast_forward(SLEPT)
        page.clock.run_for(SECOND)


def test_a_hidden_page_goes_on_beating_and_comes_back_when_told(visitors: Visitors) -> None:
    page, beats = beating(visitors, HIDDEN)
    beats.sockets[0].close(code=COME_BACK)
    while len(beats.sockets) == 1:
        page.clock.run_for(SECOND)
    wait_live(page)


def test_a_page_that_is_loaded_has_what_it_needs_and_asks_at_each_sign_of_waking(
    visitors: Visitors,
) -> None:
    page = visitors.open_new(None)
    page.clock.install()
    page.add_init_script(NO_TICKS + COUNT_QUESTIONS)
    play_now(page)
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow'))")
    page.clock.run_for(SECOND)
    assert page.evaluate("questions") == 0
    for number, sign in enumerate((*SIGNS, "; ".join(SIGNS)), start=1):
        with page.expect_response("**/?have=*"):
            page.evaluate(f"() => {{ {sign} }}")
            page.clock.run_for(SECOND)
        assert page.evaluate("questions") == number, sign


def test_a_page_that_is_left_closes_its_socket_and_opens_another_if_one_goes_back(
    visitors: Visitors,
) -> None:
    page = visitors.open(None)
    with page.expect_websocket(lambda socket: "/ws/games/" in socket.url) as opened:
        play_now(page)
    wait_live(page)
    with opened.value.expect_event("close"):
        page.evaluate(LEFT)
    with page.expect_websocket() as again:
        page.evaluate(GONE_BACK_TO)
    again.value.wait_for_event("framereceived")
    assert page.evaluate(f"({LIVE})"), "nobody is told of a lost connection"

"""Notices on a device: turning them on, what the worker shows, where it leads, when that goes.

A browser without windows shows no notices, and none reaches its push service from here. So both are
played by scripts, with keys that a test has made and a push service of its own. What the site
encrypts for them is given to the real worker by way of the developer tools.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.browser.browsers import only_in_chromium
from tests.browser.server import Server
from tests.browser.steps import unique
from tests.browser.tables import post, register
from tests.browser.test_installed import IN_CHARGE
from tests.browser.visitors import Visitors
from tests.notices.push_service import Keys, PushService, push_service

pytestmark = only_in_chromium("Only its developer tools deliver a push")

SETTINGS = "/notices/settings/"

BROWSER = """
const given = %s;
const made = (told) => told && {
  ...given,
  options: {},
  toJSON: () => given,
  unsubscribe: async () => localStorage.removeItem("played"),
};
PushManager.prototype.getSubscription = async () => made(localStorage.getItem("played"));
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  localStorage.setItem("played", applicationServerKey);
  return made(applicationServerKey);
};
Object.defineProperty(Notification, "permission", {
  get: () => localStorage.getItem("permission") ?? "default",
});
Notification.requestPermission = async () => {
  localStorage.setItem("permission", "granted");
  return "granted";
};
"""
"""What a browser with windows and a push service does."""

WORKER = """() => {
  self.shown = new Map();
  registration.showNotification = async (title, options) => {
    if (options.renotify && !options.tag) throw TypeError("as browsers do");
    const close = () => shown.delete(options.tag);
    shown.set(options.tag, { title, ...options, close });
  };
  registration.getNotifications = async () => [...shown.values()];
  navigator.setAppBadge = async (count) => { self.badge = count; };
  clients.openWindow = async (url) => { self.led = ["opens", url]; };
  WindowClient.prototype.focus = async function () { self.led = ["focuses", this.url]; };
}"""
"""The same for its worker, which only a person's press lets open or focus a window."""

PRESSED = """async () => {
  const [notification] = shown.values();
  let waited;
  const waitUntil = (promise) => { waited = promise; };
  dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
  await waited;
  return led;
}"""
UNSHOWN = json.dumps({"notification": {"title": "?", "navigate": "/", "renotify": True}})
TAGS = """async (count) => {
  const deadline = performance.now() + 30000;
  while (shown.size !== count && performance.now() < deadline)
    await new Promise((done) => setTimeout(done, 20));
  return [...shown.keys()];
}"""
"""The notices that are shown, once there are so many."""

BADGE = """async (count) => {
  const deadline = performance.now() + 30000;
  while (self.badge !== count && performance.now() < deadline)
    await new Promise((done) => setTimeout(done, 20));
  return self.badge;
}"""
UNREADABLE = ["", "nonsense", "null", '{"notification": {"body": "?"}}', UNSHOWN]
BELL_SAYS = """(open) => {
  document.getElementById("bell")?.remove();
  document.body.insertAdjacentHTML("beforeend", `<a id="bell" data-open="${open}"></a>`);
  document.dispatchEvent(new Event("htmx:oobAfterSwap"));
}"""
NO_SERVICE = """PushManager.prototype.subscribe = async () => {
  throw new DOMException("Registration failed - push service not available", "AbortError");
};"""

LACKS = {
    "denied": (
        "localStorage.setItem('permission', 'denied');",
        "blocks our notifications",
    ),
    "none": ("delete window.PushManager;", "can't show notifications"),
    "home": (
        "delete window.PushManager; navigator.standalone = false;",
        "home screen first",
    ),
}
"""What browsers do that show no notices, and what they are told, by the query of the page."""

FIRST = "() => { const { title, body } = [...shown.values()][0]; return { title, body }; }"


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


def device(visitors: Visitors, endpoint: str = "https://push.example.com/", **told: str) -> Page:
    """Return a page of a new browser that can show notices, at the card about that."""
    page = visitors.open_new(None, service_workers="allow")
    page.add_init_script(BROWSER % json.dumps({"endpoint": endpoint, "keys": told}))
    return page


def workers(page: Page) -> tuple[Worker, Any]:
    """Return the worker of a page, and what delivers a push to it."""
    page.wait_for_function(IN_CHARGE)
    (worker,) = page.context.service_workers
    worker.evaluate(WORKER)
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    session.send("ServiceWorker.enable")

    def deliver(text: str) -> None:
        origin = page.evaluate("() => location.origin")
        while not found:
            page.wait_for_timeout(20)
        told = {"origin": origin, "registrationId": found[0], "data": text}
        session.send("ServiceWorker.deliverPushMessage", told)

    return worker, deliver


def notice(page: Page, tag: str, **others: Any) -> str:
    """Return a push as the site sends it."""
    origin = page.evaluate("() => location.origin")
    told = {"title": "Your turn", "body": "Can't Stop", "tag": tag}
    told |= {"navigate": f"{origin}/rules/{tag}/"}
    return json.dumps({"web_push": 8030, "notification": told, **others})


def test_who_is_invited_is_told_on_a_device_that_they_chose(
    visitors: Visitors, service: PushService, server: Server
) -> None:
    keys, bob = Keys(), visitors.open(None)
    ada = device(visitors, f"{service.url}/ada", **keys.told)
    register(ada, invited := unique("ada"))
    register(bob, name := unique("bob"))
    ada.goto(SETTINGS)
    worker, deliver = workers(ada)
    with ada.expect_response("**/push/subscribe/") as answer:
        ada.get_by_role("button", name="Turn on").click()
    assert answer.value.status == 204
    expect(ada.get_by_text("Notifications are on for this device.")).to_be_visible()
    stop = ada.get_by_role("button", name="Turn off")
    expect(stop).to_be_focused()
    table = post(bob, f"/players/{invited}/invite/", kind="cantstop").headers["location"]
    deliver(json.dumps(keys.read(service.take().body)))
    assert worker.evaluate(BADGE, 1) == 1
    told = {"title": "Game invitation", "body": f"Can't Stop with {name}"}
    assert worker.evaluate(FIRST) == told
    assert worker.evaluate(PRESSED) == ["opens", f"{server.url}{table}"]
    with ada.expect_response("**/push/unsubscribe/"):
        stop.click()
    expect(ada.get_by_role("button", name="Turn on")).to_be_focused()
    assert ada.evaluate("() => localStorage.getItem('played')") is None


def test_a_press_leads_to_the_window_that_shows_the_page_or_to_one_of_this_site(
    visitors: Visitors, server: Server
) -> None:
    page = device(visitors)
    page.goto("/rules/cantstop/")
    worker, deliver = workers(page)
    deliver(notice(page, "cantstop"))
    assert worker.evaluate(TAGS, 1) == ["cantstop"]
    assert worker.evaluate(PRESSED) == ["focuses", f"{server.url}/rules/cantstop/"]
    assert worker.evaluate(TAGS, 0) == []
    told = {"title": "Hm", "tag": "a", "navigate": "https://evil.example/"}
    deliver(json.dumps({"notification": told}))
    assert worker.evaluate(TAGS, 1) == ["a"]
    assert worker.evaluate(PRESSED) == ["opens", f"{server.url}/"]
    for text in UNREADABLE:
        deliver(text)
        assert worker.evaluate(TAGS, 1) == [None], text
        assert worker.evaluate(FIRST)["body"] == "You have a new notification."
        assert worker.evaluate(PRESSED) == ["opens", f"{server.url}/"]


def test_what_is_no_news_any_more_is_closed(visitors: Visitors) -> None:
    page = device(visitors)
    register(page, unique("ada"))
    page.goto(SETTINGS)
    worker, deliver = workers(page)
    for tag in ("game-a", "game-b"):
        deliver(notice(page, tag))
    assert worker.evaluate(TAGS, 2) == ["game-a", "game-b"]
    deliver(notice(page, "game-c", open=["game-b"], app_badge=2))
    assert worker.evaluate(BADGE, 2) == 2
    assert worker.evaluate(TAGS, 2) == ["game-b", "game-c"]
    expect(page.get_by_role("button", name="Turn on")).to_be_visible()
    page.evaluate(BELL_SAYS, "game-c")
    assert worker.evaluate(TAGS, 1) == ["game-c"]
    page.evaluate(BELL_SAYS, "")
    assert worker.evaluate(TAGS, 0) == []

    deliver(notice(page, "game-d"))
    assert worker.evaluate(TAGS, 1) == ["game-d"]
    page.evaluate("() => localStorage.setItem('push', '{}')")  # so that pages look after it
    page.evaluate("() => localStorage.setItem('played', 'of who was signed in before')")
    page.context.clear_cookies(name="sessionid")
    page.goto("/rules/")
    assert worker.evaluate(TAGS, 0) == []
    assert worker.evaluate(BADGE, 0) == 0
    page.wait_for_function("() => localStorage.getItem('played') === null")


def test_pages_tell_the_site_when_the_subscription_has_changed(
    visitors: Visitors, service: PushService
) -> None:
    page = device(visitors, f"{service.url}/first", **Keys().told)
    register(page, unique("ada"))
    page.goto(SETTINGS)
    with page.expect_response("**/push/subscribe/"):
        page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_text("Notifications are on for this device.")).to_be_visible()
    workers(page)  # this browser has no notices of its own that its worker could look at
    page.add_init_script(
        BROWSER % json.dumps({"endpoint": f"{service.url}/second", "keys": Keys().told})
    )
    with page.expect_request("**/push/subscribe/") as told:
        page.goto("/lobby/")
    assert "second" in (told.value.post_data or "")
    assert told.value.response().status == 204  # type: ignore[union-attr]
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/lobby/")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "/push/subscribe/" in url], "it is known by now"


def test_who_cannot_be_told_is_told_why_and_what_fails_can_be_tried_again(
    visitors: Visitors,
) -> None:
    visitors.allow("503")
    page = device(visitors, **Keys().told)
    register(page, unique("ada"))
    for name, (before, text) in LACKS.items():
        page.add_init_script(f"if (location.search === '?{name}') {{ {before} }}")
        page.goto(f"{SETTINGS}?{name}")
        expect(page.locator("#push").get_by_text(text)).to_be_visible()
        expect(page.locator("#push").get_by_role("button")).to_have_count(0)
    page.evaluate("() => localStorage.removeItem('permission')")
    page.goto(SETTINGS)
    button = page.get_by_role("button", name="Turn on")
    page.route("**/subscribe/", lambda route: route.fulfill(status=503))
    button.click()
    expect(page.get_by_text("That didn't work")).to_be_visible()
    expect(button).to_be_enabled()


def test_a_push_service_that_no_browser_reaches_or_the_site_cannot_use_is_told_of(
    visitors: Visitors,
) -> None:
    visitors.allow("422")
    page = device(visitors, "http://192.168.0.7/push", **Keys().told)
    page.add_init_script(f"if (location.search === '?none') {{ {NO_SERVICE} }}")
    register(page, unique("ada"))
    page.goto(f"{SETTINGS}?none")
    card = page.locator("#push")
    button = card.get_by_role("button", name="Turn on")
    button.click()
    expect(card.get_by_text("has no push service or can't reach it")).to_be_visible()
    expect(button).to_be_enabled()
    page.goto(SETTINGS)
    button.click()
    expect(
        card.get_by_text("Our notifications don't work with your browser's push service")
    ).to_be_visible()

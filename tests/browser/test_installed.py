"""The site as an app: what its worker keeps, what it says without a connection, how it changes."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.browsers import only_in_chromium
from tests.browser.databases import FreshEnvironment
from tests.browser.server import Server
from tests.browser.steps import unique, wait_for_turn
from tests.browser.tables import play_now, register
from tests.browser.test_recovery import NETWORK
from tests.browser.visitors import Visitors
from tests.browser.wire import Wire

pytestmark = only_in_chromium("Playwright sees no service workers elsewhere")

IN_CHARGE = "() => navigator.serviceWorker.controller?.state === 'activated'"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    found[name] = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  }
  return found;
}"""
TEXT_KEPT = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  const answers = await cache.matchAll();
  return (await Promise.all(answers.map((answer) => answer.text()))).join("");
}"""
DROPPED = """async (name) => {
  const deadline = performance.now() + 30000;
  while ((await caches.keys()).includes(name) && performance.now() < deadline)
    await new Promise((done) => setTimeout(done, 50));
}"""
GIVEN_UP = """async () => {
  const { worker } = document.body.dataset;
  const { installing } = await navigator.serviceWorker.register(worker);
  await new Promise((done) => {
    const look = () => installing?.state !== "installing" && done(); // null: it has failed before
    look();
    installing?.addEventListener("statechange", look);
  });
}"""
ASK_FOR_ALL = """(paths) => Promise.all(
  paths.map(async (path) => (await fetch(path, { cache: "no-store" })).status)
)"""
HASHED = re.compile(r"/static/[\w./-]+\.[0-9a-f]{12}\.\w+")
NO_CONNECTION = re.compile("No connection")
OFFLINE = "/offline/"
WITHOUT_HASH = "/static/games/table.js"


def installed(visitors: Visitors, path: str = "/rules/", **options: Any) -> Page:
    """Return a page of a new browser in which the worker is in charge."""
    page = visitors.open_new(path, service_workers="allow", **options)
    page.wait_for_function(IN_CHARGE)
    return page


def kept(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = page.evaluate(KEPT)
    return found


def require_styled(page: Page) -> None:
    """Fail where the page has not the style of the site."""
    column = page.locator("main.page.narrow")
    expect(column).to_have_css("max-width", "480px")
    expect(page.get_by_role("link", name="Try again")).to_have_css("border-top-left-radius", "12px")


def asked_through_worker(page: Page, path: str, **fetch: Any) -> bool:
    """Return whether the worker answered when the page asked for this."""
    with page.expect_response(lambda answer: path in answer.url) as seen:
        page.evaluate(
            "([path, how]) => fetch(path, how).then((answer) => answer.text())", [path, fetch]
        )
    return seen.value.from_service_worker


def next_release(server: Server, folder: Path) -> str:
    """Collect static files of which one has changed, and return where they are."""
    shutil.copytree(server.environment["STATIC_ROOT"], folder)
    names = folder / "staticfiles.json"
    told = json.loads(names.read_text())
    names.write_text(json.dumps(told | {"hash": "0123456789ab"}))
    return str(folder)


def test_without_a_connection_a_page_says_so_and_comes_back_by_itself(visitors: Visitors) -> None:
    visitors.allow(NETWORK)
    page = installed(visitors)
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    assert page.url.endswith("/lobby/")
    require_styled(page)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Play")
    assert page.url.endswith("/lobby/")

    # Without scripts a link tries again.
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setScriptExecutionDisabled", {"value": True})
    page.context.set_offline(True)
    page.goto("/watch/?kind=cantstop")
    try_again = page.get_by_role("link", name="Try again")
    with page.expect_navigation():
        try_again.click()
    expect(page).to_have_title(NO_CONNECTION)
    page.context.set_offline(False)
    try_again.click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("No connection")
    assert page.url == f"{visitors.server.url}/watch/?kind=cantstop"


def test_a_device_that_does_not_notice_that_the_site_is_back_looks_by_itself(
    visitors: Visitors,
) -> None:
    visitors.allow(NETWORK)
    wire = Wire(visitors.server.port)
    try:
        page = installed(visitors, base_url=wire.url)
        page.clock.install()
        wire.cut()
        page.goto("/lobby/")
        expect(page).to_have_title(NO_CONNECTION)
        page.clock.run_for(11_000)
        expect(page).to_have_title(NO_CONNECTION)
        wire.mend()
        page.clock.run_for(11_000)
        expect(page.get_by_role("heading", level=1)).to_have_text("Play")
        page.context.close()
    finally:
        wire.close()


def test_nothing_is_kept_but_static_files_and_the_page_without_a_connection(
    visitors: Visitors,
) -> None:
    visitors.allow(NETWORK)
    page, name = installed(visitors), unique("ada")
    register(page, name)
    code = play_now(page)
    for path in ("/", "/lobby/", "/my-games/", "/accounts/", f"/players/{name}/"):
        page.goto(path)
    page.goto(f"/games/{code}/")
    wait_for_turn(page)
    (paths,) = kept(page).values()
    files = [path for path in paths if path != OFFLINE]
    assert OFFLINE in paths
    assert any("/table." in path for path in files), "the files of pages are kept"
    assert [path for path in files if not HASHED.fullmatch(path)] == []
    text = page.evaluate(TEXT_KEPT)
    assert name not in text
    assert code not in text

    page.goto("/lobby/")
    page.locator("header .menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.goto("/watch/")
    page.wait_for_load_state("networkidle")  # it asks for nothing more by itself
    page.context.set_offline(True)
    assert len(files) > 10
    assert set(page.evaluate(ASK_FOR_ALL, files)) == {200}  # what is kept is not asked for again
    page.goto("/lobby/")
    expect(page).to_have_title(NO_CONNECTION)
    require_styled(page)


def test_only_pages_and_files_with_hashes_come_through_the_worker(visitors: Visitors) -> None:
    visitors.allow("403")  # of a form that was not sent by the site
    page = installed(visitors)
    file = page.evaluate("() => document.querySelector('link[rel=stylesheet]').href")
    for path in ("/clock/", "/rules/", "/fair-dice/commitments.json", WITHOUT_HASH):
        assert not asked_through_worker(page, path), path
    assert not asked_through_worker(page, "/lobby/", method="POST")
    assert asked_through_worker(page, file)
    assert not asked_through_worker(page, file, headers={"Range": "bytes=0-9"})
    assert not asked_through_worker(page, f"{file}?other")
    assert WITHOUT_HASH not in next(iter(kept(page).values()))
    require_download(page)
    require_manifest(page)
    require_administration_past_worker(page, visitors.server.url)


def require_download(page: Page) -> None:
    """A download comes as it is."""
    path = "/fair-dice/verify_record.py"
    with page.expect_download() as begun:
        page.evaluate("(path) => { location = path; }", path)
    assert begun.value.path().read_text() == page.request.get(path).text()


def require_manifest(page: Page) -> None:
    """The browser reads the manifest without complaint."""
    session = page.context.new_cdp_session(page)
    told = session.send("Page.getAppManifest")
    assert told["url"].endswith("/manifest.webmanifest")
    assert told["errors"] == []
    assert json.loads(told["data"])["start_url"] == "/"


def require_administration_past_worker(page: Page, site: str) -> None:
    answers: dict[str, bool] = {}
    page.on("response", lambda answer: answers.update({answer.url: answer.from_service_worker}))
    page.goto("/admin/")
    page.goto("/about/")
    through = {url.removeprefix(site): by_worker for url, by_worker in answers.items()}
    assert through["/admin/"] is False
    assert through["/about/"] is True


def test_a_new_release_takes_over_and_drops_what_the_old_one_kept(
    visitors: Visitors, fresh_environment: FreshEnvironment, tmp_path: Path
) -> None:
    visitors.allow(NETWORK)
    old, wire = visitors.server, Wire(visitors.server.port)
    with fresh_environment(tmp_path) as environment:
        files = next_release(old, tmp_path / "next")
        new = Server(environment | {"STATIC_ROOT": files}, tmp_path / "new.log")
        try:
            page = installed(visitors, base_url=wire.url)
            (before,) = kept(page)
            new.start()
            wire.lead_to(new.port)
            wire.cut()
            wire.mend()
            require_taken_over(page, before)
            page.context.close()
            assert "Traceback" not in new.logged()
        finally:
            wire.close()
            new.stop()


def require_taken_over(page: Page, before: str) -> None:
    page.goto("/lobby/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Play")
    page.evaluate(DROPPED, before)
    page.wait_for_function(IN_CHARGE)
    (after,) = kept(page)
    assert after != before
    assert OFFLINE in kept(page)[after]
    page.context.set_offline(True)
    page.goto("/lobby/")
    require_styled(page)


def test_a_worker_does_not_begin_with_the_page_of_another_release(visitors: Visitors) -> None:
    page = visitors.open_new(None, service_workers="allow")
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body="<title>Another release</title>", content_type="text/html")

    page.context.route(f"**{OFFLINE}", answer)
    page.goto("/rules/")
    page.evaluate(GIVEN_UP)
    assert asked
    assert kept(page) == {}
    page.context.unroute(f"**{OFFLINE}")
    page.goto("/lobby/")
    page.wait_for_function(IN_CHARGE)
    (paths,) = kept(page).values()
    assert OFFLINE in paths


def test_the_page_without_a_connection_fits_a_narrow_screen(visitors: Visitors) -> None:
    page = visitors.open(OFFLINE, viewport={"width": 320, "height": 800})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320

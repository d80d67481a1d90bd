"""The site as an app: what its worker keeps, what it says without a connection, how it changes."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.browsers import only_in_chromium
from tests.browser.server import Server
from tests.browser.steps import sign_up, unique, wait_for_turn
from tests.browser.tables import play_now
from tests.browser.visitors import Visitors

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
HASHED = re.compile(r"/static/[\w./-]+\.[0-9a-f]{12}\.\w+")
NO_CONNECTION = re.compile("No connection")
OFFLINE = "/offline/"
UNREACHABLE = "ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket|ERR_FAILED"


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
    expect(page.get_by_role("link", name="Try again")).to_have_css("border-top-left-radius", "10px")


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
    visitors.allow(UNREACHABLE)
    page = installed(visitors)
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    assert page.url.endswith("/lobby/")
    require_styled(page)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")
    assert page.url.endswith("/lobby/")


def test_without_scripts_a_link_tries_again(visitors: Visitors, server: Server) -> None:
    visitors.allow(UNREACHABLE)
    page = installed(visitors)
    page.route("**/offline.*.js", lambda route: route.abort())
    page.context.set_offline(True)
    page.goto("/watch/?kind=cantstop")
    page.get_by_role("link", name="Try again").click()
    expect(page).to_have_title(NO_CONNECTION)
    page.evaluate("() => window.stop()")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("No connection")
    assert page.url == f"{server.url}/watch/?kind=cantstop"


@pytest.mark.parametrize("own_server", [{}], indirect=True)
def test_a_device_that_does_not_notice_that_the_site_is_back_looks_by_itself(
    own_server: Server, own_visitors: Visitors
) -> None:
    own_visitors.allow(UNREACHABLE)
    page = installed(own_visitors)
    page.clock.install()
    own_server.kill()
    page.goto("/lobby/")
    expect(page).to_have_title(NO_CONNECTION)
    page.clock.run_for(11_000)
    expect(page).to_have_title(NO_CONNECTION)
    own_server.start()
    page.clock.run_for(11_000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")


def test_nothing_is_kept_but_static_files_and_the_page_without_a_connection(
    visitors: Visitors,
) -> None:
    page, name = installed(visitors), unique("ada")
    sign_up(page, name)
    code = play_now(page)
    wait_for_turn(page)
    for path in ("/", "/lobby/", "/my-games/", "/accounts/", f"/players/{name}/"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    page.goto(f"/games/{code}/")
    wait_for_turn(page)
    (paths,) = kept(page).values()
    assert OFFLINE in paths
    assert any("/table." in path for path in paths), "the files of pages are kept"
    assert [path for path in paths if path != OFFLINE and not HASHED.fullmatch(path)] == []
    text = page.evaluate(TEXT_KEPT)
    assert name not in text
    assert code not in text


def test_a_file_that_is_kept_is_not_asked_for_again(visitors: Visitors) -> None:
    page = installed(visitors, "/lobby/")
    page.goto("/watch/")
    page.wait_for_load_state("networkidle")
    (paths,) = kept(page).values()
    files = [path for path in paths if path != OFFLINE]
    assert len(files) > 10
    page.context.set_offline(True)
    for path in files:
        assert asked_through_worker(page, path, cache="no-store"), path


def test_what_is_no_page_and_no_file_goes_past_the_worker(visitors: Visitors) -> None:
    visitors.allow("403")  # of a form that was not sent by the site
    page = installed(visitors)
    file = page.evaluate("() => document.querySelector('link[rel=stylesheet]').href")
    for path in ("/clock/", "/rules/", "/fair-dice/commitments.json"):
        assert not asked_through_worker(page, path), path
    assert not asked_through_worker(page, "/lobby/", method="POST")
    assert asked_through_worker(page, file)
    assert not asked_through_worker(page, file, headers={"Range": "bytes=0-9"})
    assert not asked_through_worker(page, f"{file}?other")


def test_the_administration_goes_past_the_worker(visitors: Visitors, server: Server) -> None:
    page = installed(visitors)
    answers: dict[str, bool] = {}
    page.on("response", lambda answer: answers.update({answer.url: answer.from_service_worker}))
    page.goto("/admin/")
    page.goto("/about/")
    through = {url.removeprefix(server.url): by_worker for url, by_worker in answers.items()}
    assert through["/admin/"] is False
    assert through["/about/"] is True


def test_a_download_comes_as_it_is(visitors: Visitors) -> None:
    page, path = installed(visitors), "/fair-dice/verify_record.py"
    with page.expect_download() as begun:
        page.evaluate("(path) => { location = path; }", path)
    assert begun.value.path().read_text() == page.request.get(path).text()


def test_the_browser_reads_the_manifest_without_complaint(visitors: Visitors) -> None:
    page = installed(visitors)
    session = page.context.new_cdp_session(page)
    told = session.send("Page.getAppManifest")
    assert told["url"].endswith("/manifest.webmanifest")
    assert told["errors"] == []
    assert json.loads(told["data"])["start_url"] == "/"


def test_a_new_release_takes_over_and_drops_what_the_old_one_kept(
    own_server: Server, own_visitors: Visitors, tmp_path: Path
) -> None:
    own_visitors.allow(UNREACHABLE)
    page = installed(own_visitors)
    (before,) = kept(page)
    own_server.stop()
    own_server.environment["STATIC_ROOT"] = next_release(own_server, tmp_path / "next")
    own_server.start()
    page.goto("/lobby/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")
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


def test_signing_out_leaves_the_page_without_a_connection(visitors: Visitors) -> None:
    visitors.allow(UNREACHABLE)
    page = installed(visitors)
    sign_up(page, unique("ada"))
    page.locator("header .menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page).to_have_title(NO_CONNECTION)
    require_styled(page)


@pytest.mark.parametrize("own_server", [{"DEBUG": "True"}], indirect=True)
def test_where_files_have_no_hashes_only_those_of_the_page_without_a_connection_are_kept(
    own_server: Server, own_visitors: Visitors
) -> None:
    own_visitors.allow(UNREACHABLE)
    page = installed(own_visitors)
    page.goto("/lobby/")
    page.wait_for_load_state("networkidle")
    (paths,) = kept(page).values()
    assert len(paths) == 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_page_without_a_connection_fits(visitors: Visitors, scheme: Any, width: int) -> None:
    size: Any = {"width": width, "height": 800}
    page = visitors.open(OFFLINE, viewport=size, color_scheme=scheme)
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= width

"""A server and browsers for tests that use the site as people do.

Playwright's loop runs in the thread of the test and Django refuses to be used there, so these
tests keep away from the database: they talk to the server, and read logs as record.json.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.browsers import IN_FIREFOX, launch
from tests.browser.databases import FreshEnvironment
from tests.browser.server import (
    ANALYSED_SITE,
    SITE,
    SITE_IN_PSEUDO,
    SITE_WITH_LOADED_DICE,
    SITE_WITH_MOVED_CLOCK,
    Server,
)
from tests.browser.visitors import SECONDS, Profiles, Visitors

expect.set_options(timeout=SECONDS * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in this folder, and keep each file on one worker, with one browser."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def running_server(
    tmp_path_factory: pytest.TempPathFactory, fresh_environment: FreshEnvironment
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    yield from _running_server(folder, fresh_environment, SITE_WITH_LOADED_DICE)


@pytest.fixture
def server(running_server: Server) -> Iterator[Server]:
    """A server with dice to load that tests share; fails the test in which it logs an error."""
    known = len(running_server.logged())
    running_server.load()
    yield running_server
    _require_no_errors(running_server.logged()[known:])


@pytest.fixture
def own_server(
    tmp_path: Path, fresh_environment: FreshEnvironment, request: pytest.FixtureRequest
) -> Iterator[Server]:
    """A server for one test, as it is in production: empty at first, and free to be killed.

    A test may give it settings as its parameter.
    """
    settings: dict[str, str] = getattr(request, "param", {})
    yield from _running_server(tmp_path, fresh_environment, **settings)


@pytest.fixture
def analysed_server(tmp_path: Path, fresh_environment: FreshEnvironment) -> Iterator[Server]:
    """A server for one test that explains games."""
    yield from _running_server(tmp_path, fresh_environment, ANALYSED_SITE, ANALYSIS="True")


@pytest.fixture(scope="module")
def mortal_server(
    tmp_path_factory: pytest.TempPathFactory, fresh_environment: FreshEnvironment
) -> Iterator[Server]:
    """A server that the tests of a file kill or stop, and start again; its bots take their time.

    If its clock is set forward, the machine was off meanwhile.
    """
    folder = tmp_path_factory.mktemp("mortal")
    yield from _running_server(folder, fresh_environment, SITE_WITH_MOVED_CLOCK, BOT_PACE="3")


@pytest.fixture(scope="package")
def running_timely_server(
    tmp_path_factory: pytest.TempPathFactory, fresh_environment: FreshEnvironment
) -> Iterator[Server]:
    folder, awake = tmp_path_factory.mktemp("timely"), {"REFEREE_ALWAYS_AWAKE": "yes"}
    yield from _running_server(folder, fresh_environment, SITE_WITH_MOVED_CLOCK, **awake)


@pytest.fixture
def timely_server(running_timely_server: Server) -> Iterator[Server]:
    """A server that tests share: if its clock goes forward, that time passes for all players.

    Pages that are open have the server's time of before; a test opens them anew.
    """
    known = len(running_timely_server.logged())
    yield running_timely_server
    _require_no_errors(running_timely_server.logged()[known:])


@pytest.fixture
def timely_visitors(browser: Browser, timely_server: Server) -> Iterator[Visitors]:
    """Opens pages of that server."""
    with Visitors(browser, timely_server).watched() as visitors:
        yield visitors


@pytest.fixture
def pseudo_server(tmp_path: Path, fresh_environment: FreshEnvironment) -> Iterator[Server]:
    """A server for one test that also speaks the language made up for tests."""
    speaking = {"DJANGO_SETTINGS_MODULE": "tests.browser.pseudo_settings"}
    yield from _running_server(tmp_path, fresh_environment, SITE_IN_PSEUDO, **speaking)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for the tests of this folder."""
    # Not for the whole session: other tests on this worker need a thread without a loop.
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def profiles(browser: Browser, running_server: Server) -> Profiles | None:
    # What is stored in one is removed in Chromium's own way; elsewhere each visitor has a new one.
    return None if IN_FIREFOX else Profiles(browser, running_server.url)


@pytest.fixture
def visitors(browser: Browser, server: Server, profiles: Profiles | None) -> Iterator[Visitors]:
    """Opens pages of the shared server; fails the test on any error in their consoles."""
    with Visitors(browser, server, profiles).watched() as visitors:
        yield visitors


@pytest.fixture
def own_visitors(browser: Browser, own_server: Server) -> Iterator[Visitors]:
    """The same for the test's own server."""
    with Visitors(browser, own_server).watched() as visitors:
        yield visitors


def _running_server(
    folder: Path, fresh_environment: FreshEnvironment, application: str = SITE, **settings: str
) -> Iterator[Server]:
    with fresh_environment(folder) as environment:
        (folder / "dice").mkdir()
        files = {"LOADED_DICE": folder / "dice", "CLOCK_AHEAD": folder / "ahead.txt"}
        own = {name: str(path) for name, path in files.items()} | settings
        server = Server(environment | own, folder / "server.log", application)
        server.start()
        try:
            yield server
        finally:
            said = server.logged()  # before it stops: sockets being closed are cut short then
            server.stop()
        _require_no_errors(said)


def _require_no_errors(log: str) -> None:
    assert "Traceback" not in log, log
    assert " ERROR " not in log, log

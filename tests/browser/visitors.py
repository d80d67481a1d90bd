"""People with browsers, each with their own context; nothing may go wrong in its console."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.server import Server

DESKTOP = {"width": 1280, "height": 800}
USUAL: dict[str, Any] = {
    "viewport": DESKTOP,
    "reduced_motion": "reduce",
    "service_workers": "block",
}
BLOCKED = "Service Worker registration blocked by Playwright"
CSRF = "c" * 32
"""What all browsers have as their cookie against forged forms, so that tests can send forms."""
SECONDS = 30
"""How long a page may take to show what a test waits for, on a busy machine."""

REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`));
"""

STORED = "local_storage,indexeddb,cache_storage,service_workers"
"""What a site can leave in a browser beside cookies, but for files in its cache."""

OF_ONE_TEST = {"base_url", "storage_state", "extra_http_headers"}
"""Options with which a browser is of no use to other tests."""

_addresses = itertools.count(1)


class Profiles:
    """Browsers that are used again: the first page in a new one costs twice as much.

    A blank page stays open in each. Pages beside it share its process, which is warm.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)

    def take(self, options: dict[str, Any]) -> BrowserContext:
        """Return a browser with these options, in which nothing is stored."""
        if free := self._free[repr(options)]:
            return free.pop()
        context = new_context(self._browser, **{"base_url": self._url} | options)
        context.new_page()
        return context

    def give_back(self, context: BrowserContext, options: dict[str, Any]) -> None:
        """Remove everything that one could notice of who used this browser."""
        blank, *pages = context.pages
        for page in pages:
            page.close()
        has_own_time = "[native code]" in blank.evaluate("`${setTimeout}`")
        assert has_own_time, "a clock stays in a browser: take one of its own by open_new"
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(False)
        session = context.new_cdp_session(blank)
        stored = {"origin": self._url, "storageTypes": STORED}
        session.send("Storage.clearDataForOrigin", stored)
        session.detach()
        self._free[repr(options)].append(context)


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    """Return a new browser in which nothing moves, because drawing that costs a third of a test.

    Unless the options, those of a Playwright context, say reduced_motion="no-preference". Nor does
    a worker stand between a page and the server, unless they say service_workers="allow".
    """
    context = browser.new_context(**USUAL | options)
    context.set_default_timeout(SECONDS * 1000)
    context.add_init_script(REPORT_VIOLATIONS)
    return context


@dataclass
class Visitors:
    """Opens pages for people at one server and collects what goes wrong on them."""

    browser: Browser
    server: Server
    profiles: Profiles | None = None
    problems: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    _at_the_end: ExitStack = field(default_factory=ExitStack)

    def open(self, path: str | None = "/", **options: Any) -> Page:
        """Return a page of a new person's browser. options: of a Playwright context.

        Other tests use the browser again, so scripts are added to its page, not to its context.
        """
        if self.profiles is None or OF_ONE_TEST & options.keys():
            return self.open_new(path, **options)
        context = self.profiles.take(options)
        self._at_the_end.callback(self.profiles.give_back, context, options)
        return self._open_in(context, path, options)

    def open_new(self, path: str | None = "/", **options: Any) -> Page:
        """Do the same in a browser without files in its cache.

        No other test uses it, so this one may leave in it what stays, such as a clock.
        """
        context = new_context(self.browser, **{"base_url": self.server.url} | options)
        self._at_the_end.callback(context.close)
        return self._open_in(context, path, options)

    def _open_in(self, context: BrowserContext, path: str | None, options: dict[str, Any]) -> Page:
        if "extra_http_headers" not in options:
            number = next(_addresses)
            address = f"10.0.{number // 250}.{number % 250}"
            context.set_extra_http_headers({"X-Forwarded-For": address})
        if "storage_state" not in options:
            url = options.get("base_url", self.server.url)
            context.add_cookies([{"name": "csrftoken", "value": CSRF, "url": url}])
        context.on("page", self._listen)
        self._at_the_end.callback(context.remove_listener, "page", self._listen)
        page = context.new_page()
        if path is not None:
            page.goto(path)
        return page

    def allow(self, pattern: str) -> None:
        """Expect console errors like this one, which the test brings about."""
        self.allowed.append(pattern)

    @contextmanager
    def watched(self) -> Iterator["Visitors"]:
        """Close all pages at the end and fail when anything went wrong in them."""
        with self._at_the_end:
            yield self
        unexpected = [problem for problem in self.problems if not self._is_allowed(problem)]
        assert not unexpected, "\n".join(unexpected)

    def _listen(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.problems.append(f"{page.url}: {error}"))
        page.on("crash", lambda page: self.problems.append(f"{page.url}: crashed"))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.text != BLOCKED:
            where = message.location.get("url", "")
            self.problems.append(f"{message.type} {message.text} [{where}]")

    def _is_allowed(self, problem: str) -> bool:
        return any(re.search(pattern, problem) for pattern in self.allowed)

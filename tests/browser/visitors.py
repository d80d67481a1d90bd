"""People with browsers, each with their own context; nothing may go wrong in its console."""

import itertools
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.browser.server import Server

MISSING = (
    "The browser tests need Chromium. Install it (on Debian: apt-get install chromium), "
    "or set CHROMIUM to the path of a Chromium or Chrome."
)
DESKTOP = {"width": 1280, "height": 800}
CSRF = "c" * 32
"""What all browsers have as their cookie against forged forms, so that tests can send forms."""
SECONDS = 30
"""How long a page may take to show what a test waits for, on a busy machine."""

REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`));
"""

_addresses = itertools.count(1)


def chromium() -> str:
    """Return the path of the browser, or fail with a sentence that says how to get one."""
    # The one without windows takes far less of a processor, and draws and behaves the same.
    light = os.environ.get("CHROMIUM", "chromium-headless-shell")
    names = (light, "chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail(MISSING, pytrace=False)
    return found


@dataclass
class Visitors:
    """Opens pages for people at one server and collects what goes wrong on them."""

    browser: Browser
    server: Server
    problems: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def open(self, path: str | None = "/", **options: Any) -> Page:
        """Return a page of a new person's browser. options: of a Playwright context.

        Nothing moves on it, because drawing that costs a third of a test, unless the options
        say reduced_motion="no-preference".
        """
        number = next(_addresses)
        address = f"10.0.{number // 250}.{number % 250}"
        usual = {
            "base_url": self.server.url,
            "viewport": DESKTOP,
            "reduced_motion": "reduce",
            "extra_http_headers": {"X-Forwarded-For": address},
        }
        options = usual | options
        context = self.browser.new_context(**options)
        if "storage_state" not in options:
            url: str = options["base_url"]
            context.add_cookies([{"name": "csrftoken", "value": CSRF, "url": url}])
        context.set_default_timeout(SECONDS * 1000)
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("page", self._listen)
        page = context.new_page()
        if path is not None:
            page.goto(path)
        return page

    def allow(self, pattern: str) -> None:
        """Expect console errors like this one, which the test brings about."""
        self.allowed.append(pattern)

    @contextmanager
    def watched(self) -> Iterator["Visitors"]:
        """Close all browsers at the end and fail when anything went wrong in them."""
        yield self
        for context in list(self.browser.contexts):
            context.close()
        unexpected = [problem for problem in self.problems if not self._is_allowed(problem)]
        assert not unexpected, "\n".join(unexpected)

    def _listen(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.problems.append(f"{page.url}: {error}"))
        page.on("crash", lambda page: self.problems.append(f"{page.url}: crashed"))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.location.get("url", "")
            self.problems.append(f"{message.type} {message.text} [{where}]")

    def _is_allowed(self, problem: str) -> bool:
        return any(re.search(pattern, problem) for pattern in self.allowed)

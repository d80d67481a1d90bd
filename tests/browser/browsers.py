"""Which browser the tests drive: Chromium, or Firefox where TEST_BROWSER says so."""

import os
import shutil

import pytest
from playwright.sync_api import Browser, Playwright

IN_FIREFOX = os.environ.get("TEST_BROWSER") == "firefox"

MISSING_CHROMIUM = (
    "The browser tests need Chromium. Install it (on Debian: apt-get install chromium), "
    "or set CHROMIUM to the path of a Chromium or Chrome."
)
MISSING_FIREFOX = (
    "These tests need Firefox. Install it (on Debian: apt-get install firefox-esr), "
    "or set FIREFOX to its path."
)

WITHOUT = (
    "RenderDocument",  # each page in a frame of its own, which costs a third more for nothing
    # Playwright switches these off itself, but of two such flags Chromium heeds the last.
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",  # for each browser: its pages share a process
    f"--disable-features={','.join(WITHOUT)}",
    "--js-flags=--no-maglev --no-opt",  # no page stays long enough to pay for optimized code
)
PREFERENCES: dict[str, str | float | bool] = {
    "ui.prefersReducedMotion": 1,  # contexts cannot say so there
    "ui.systemUsesDarkTheme": 0,
}


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Start the browser, or fail with a sentence that says how to get one.

    flags: more of Chromium's.
    """
    if IN_FIREFOX:
        path = _found(MISSING_FIREFOX, os.environ.get("FIREFOX", "firefox-esr"), "firefox")
        return playwright.firefox.launch(
            channel="moz-firefox",  # the one people use, by WebDriver BiDi; not Playwright's own
            executable_path=path,
            firefox_user_prefs=PREFERENCES,
        )
    # The one without windows takes far less of a processor, and draws and behaves the same.
    light = os.environ.get("CHROMIUM", "chromium-headless-shell")
    path = _found(MISSING_CHROMIUM, light, "chromium", "chromium-browser", "google-chrome")
    return playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])


def only_in_chromium(why: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test in other browsers. why: what only Chromium can do."""
    return pytest.mark.skipif(IN_FIREFOX, reason=why)


def _found(missing: str, *names: str) -> str:
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail(missing, pytrace=False)
    return found

"""Browsers of WebKitGTK, the nearest to Safari on Linux, as pages for the steps of other tests.

Playwright brings a WebKit of its own and drives no other, so Selenium does. A page here has those
few methods of Playwright's that the steps at a table need.
"""

import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.visitors import DESKTOP, SECONDS

DRIVER = "WebKitWebDriver"
ASLEEP = {"WebKitWebProcess", "WebKitNetworkProcess"}
"""What does not run while a device sleeps."""

NOT_YET = (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
PAUSE = 0.05

CALL = "const it = ({}); return typeof it === 'function' ? it(...arguments) : it;"


class WebKitPage:
    """A window with a person's own browser."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._driver = webdriver.WebKitGTK(options=Options(), service=Service(shutil.which(DRIVER)))
        self._driver.set_script_timeout(SECONDS)
        self.show()

    def close(self) -> None:
        self._driver.quit()

    @property
    def path(self) -> str:
        """What of the page's address comes after the site."""
        return str(self._driver.current_url).removeprefix(self._url)

    def goto(self, path: str) -> None:
        self._driver.get(self._url + path)
        # The driver says so before scripts have run.
        self.wait_for_function("document.readyState === 'complete'")

    def back(self) -> None:
        self._driver.back()

    def forward(self) -> None:
        self._driver.forward()

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """Return what an expression, or a function of one argument, gives on the page."""
        return self._driver.execute_script(CALL.format(script), arg)

    def wait_for_function(self, script: str, arg: Any = None) -> None:
        """Wait until this is so; a page that is being left may not answer."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                if self.evaluate(script, arg):
                    return
            except WebDriverException:
                pass
            time.sleep(PAUSE)
        raise AssertionError(f"{self.path} never comes to {script} with {arg}")

    def wait_for_path(self, path: str) -> None:
        self.wait_for_function("(path) => location.pathname === path", path)

    def wait_for_text(self, selector: str, text: str) -> None:
        self.wait_for_function(
            "([chosen, text]) => document.querySelector(chosen)?.innerText.includes(text)",
            [selector, text],
        )

    def locator(self, selector: str) -> "WebKitElement":
        return WebKitElement(self, self._driver, selector)

    def click_at(self, x: int, y: int) -> None:
        """Click wherever that is, from the window's upper left corner."""
        actions = ActionChains(self._driver)
        actions.w3c_actions.pointer_action.move_to_location(x, y).click()
        actions.perform()

    def press(self, key: str) -> None:
        """Press a key where the focus is. key: a letter, or one of Selenium's `Keys`."""
        ActionChains(self._driver).send_keys(key).perform()

    def save_picture(self, path: Path) -> None:
        self._driver.save_screenshot(str(path))

    def show(self) -> None:
        """Bring the window up as large as a desktop's."""
        self._driver.set_window_rect(0, 0, DESKTOP["width"], DESKTOP["height"])

    def hide(self) -> None:
        """Put the window away, as somebody does who looks at another one."""
        self._driver.minimize_window()
        self.wait_for_function("document.hidden")

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Let nothing of the browser run meanwhile, as on a device that sleeps."""
        driver = psutil.Process(self._driver.service.process.pid)
        stopped = [one for one in driver.children(recursive=True) if one.name() in ASLEEP]
        assert stopped
        for one in stopped:
            one.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            for one in stopped:
                one.send_signal(signal.SIGCONT)


class WebKitElement:
    """What a selector finds when something is done with it."""

    def __init__(self, page: WebKitPage, driver: Any, selector: str) -> None:
        self._page = page
        self._driver = driver
        self._selector = selector

    def click(self) -> None:
        """Click it as soon as it can be clicked: dice may tumble, a push may replace it."""
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                self._found().click()
            except NOT_YET:
                if time.monotonic() > deadline:
                    raise
                time.sleep(PAUSE)
            else:
                return

    def fill(self, text: str) -> None:
        self._found().send_keys(text)

    def is_checked(self) -> bool:
        return bool(self._found().is_selected())

    def _found(self) -> Any:
        self._page.wait_for_function(
            "(chosen) => document.querySelector(chosen)?.checkVisibility()", self._selector
        )
        return self._driver.find_element(By.CSS_SELECTOR, self._selector)

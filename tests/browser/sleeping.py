"""A page that can be put to sleep as phones do it: frozen through the DevTools protocol.

Playwright has its own pages seem to be in front for ever, and such a page does not freeze. So this
one lies in a part of the browser that Playwright knows nothing of, and is spoken to directly.
"""

import itertools
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.visitors import SECONDS


class SleepyPage:
    """A page that somebody has open, who puts their phone into a pocket now and then."""

    def __init__(self, session: Any, target: str) -> None:
        self._session = session
        self._target = target
        self._numbers = itertools.count(1)
        self._answers: dict[int, Any] = {}
        session.on("Target.receivedMessageFromTarget", self._hear)
        attached = session.send("Target.attachToTarget", {"targetId": target, "flatten": False})
        self._id = attached["sessionId"]
        self.send("Page.enable")

    def goto(self, url: str, script: str) -> None:
        """Open an address. script: what the page runs before its own."""
        self.send("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.send("Page.navigate", url=url)

    def evaluate(self, expression: str) -> Any:
        """Return what an expression is, or comes to be, in the page."""
        options = {"awaitPromise": True, "returnByValue": True}
        answer = self.send("Runtime.evaluate", expression=expression, **options)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait_for(self, condition: str) -> None:
        """Wait until an expression is true in the page."""
        deadline = time.monotonic() + SECONDS
        while not self.evaluate(f"Boolean({condition})"):
            assert time.monotonic() < deadline, condition

    def freeze(self) -> None:
        """Hide the page and stop its timers and tasks, as a phone in a pocket does."""
        self.send("Page.setWebLifecycleState", state="frozen")

    def thaw(self) -> None:
        """Let it go on, and be seen again."""
        self.send("Page.setWebLifecycleState", state="active")
        # Without windows there is nothing to bring to the front; this has the same effect.
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)

    def send(self, method: str, **parameters: Any) -> Any:
        """Have the browser do something with the page; return what it answers."""
        number = next(self._numbers)
        message = json.dumps({"id": number, "method": method, "params": parameters})
        sent = {"sessionId": self._id, "message": message}
        self._session.send("Target.sendMessageToTarget", sent)
        deadline = time.monotonic() + SECONDS
        while number not in self._answers:
            assert time.monotonic() < deadline, method
            self._session.send("Browser.getVersion")  # what came meanwhile is heard
        answer = self._answers.pop(number)
        assert "result" in answer, answer
        return answer["result"]

    def _hear(self, event: dict[str, Any]) -> None:
        if event["sessionId"] == self._id:
            answer = json.loads(event["message"])
            if "id" in answer:
                self._answers[answer["id"]] = answer


@contextmanager
def sleepy_page(browser: Browser, who: Page) -> Iterator[SleepyPage]:
    """Open an empty page in a browser of its own for the person of another page."""
    session = browser.new_browser_cdp_session()
    context = session.send("Target.createBrowserContext")["browserContextId"]
    cookies = [dict(cookie) for cookie in who.context.cookies()]
    try:
        session.send("Storage.setCookies", {"cookies": cookies, "browserContextId": context})
        place = {"url": "about:blank", "browserContextId": context}
        yield SleepyPage(session, session.send("Target.createTarget", place)["targetId"])
    finally:
        session.send("Target.disposeBrowserContext", {"browserContextId": context})
        session.detach()

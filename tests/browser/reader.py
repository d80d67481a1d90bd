"""Somebody who has keys and the accessibility tree, and neither a mouse nor sight of the page."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

MOST_TABS = 120
FOLD = "DisclosureTriangle"
"""The role that browsers give to the summary of what can be opened."""

NOTHING = "none"
"""The role of the whole page, which has the focus when nothing in it has."""

UNSEEN = """function () {
  if (!this.isConnected) return "";  // what is pushed has just replaced it
  const { outlineStyle, outlineWidth } = getComputedStyle(this);
  if (outlineStyle === "none" || parseFloat(outlineWidth) < 1) return "has no outline";
  const [{ left, top, right, bottom }] = this.getClientRects();
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const over = document.elementFromPoint(x, y);
  const isShown = this.contains(over) || [...(this.labels ?? [])].some((one) => one.contains(over));
  return isShown ? "" : `is under ${over?.outerHTML.slice(0, 80) ?? "the edge of the window"}`;
}"""
"""What is wrong with how the element with the focus is seen, by those who see and have no mouse."""


@dataclass(frozen=True)
class Heard:
    """What a screen reader says of something."""

    role: str
    name: str
    description: str

    def is_called(self, role: str, name: str | re.Pattern[str]) -> bool:
        if isinstance(name, str):
            return (self.role, self.name) == (role, name)
        return self.role == role and name.search(self.name) is not None

    def __str__(self) -> str:
        return f"{self.role} {self.name!r}"


class Reader:
    """Moves by keys and knows of a page what the accessibility tree says."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._browser = page.context.new_cdp_session(page)

    def focus(self) -> Heard:
        """Return what has the focus."""
        return self._said_of(self._element())

    def _said_of(self, element: str) -> Heard:
        asked = {"objectId": element, "fetchRelatives": False}
        [node] = self._browser.send("Accessibility.getPartialAXTree", asked)["nodes"]
        said = (node.get(part, {}).get("value", "") for part in ("role", "name", "description"))
        return Heard(*said)

    def move_to(self, role: str, name: str | re.Pattern[str]) -> Heard:
        """Press Tab until the focus is on this, as soon as the page has it."""
        if role != FOLD:  # which is no role of ARIA
            expect(self._named(role, name).first).to_be_visible()
        passed = []
        heard = self.focus()
        for _ in range(MOST_TABS):
            if heard.is_called(role, name):
                return heard
            passed.append(str(heard))
            self.page.keyboard.press("Tab")
            heard = self._seen_focus()
        raise AssertionError(f"Tab never reaches {role} {name!r}, but {', '.join(passed)}")

    def press(self, role: str, name: str | re.Pattern[str]) -> None:
        self.move_to(role, name)
        self.page.keyboard.press("Space" if role in ("checkbox", "radio") else "Enter")

    def write(self, name: str, words: str) -> None:
        self.move_to("textbox", name)
        self.page.keyboard.type(words)

    def lands_at(self, heading: str | re.Pattern[str]) -> None:
        """Wait for the page that is called so."""
        expect(self.page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        self.page.wait_for_load_state()

    def hears(self, words: str | re.Pattern[str], role: Any = "status") -> None:
        """Wait until something that screen readers listen to says this."""
        expect(self.page.get_by_role(role).filter(has_text=words)).to_be_visible()

    def is_led_to(self, role: str, name: str | re.Pattern[str], description: str = "") -> None:
        """Wait until the page puts the focus on this, which is described so."""
        expect(self._named(role, name)).to_be_focused()
        assert description in (heard := self.focus()).description, heard

    def _named(self, role: Any, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role(role, name=name, exact=isinstance(name, str))

    def _element(self) -> str:
        """Return what the browser calls the element with the focus."""
        found = self._browser.send("Runtime.evaluate", {"expression": "document.activeElement"})
        return str(found["result"]["objectId"])

    def _seen_focus(self) -> Heard:
        """Return what has the focus; fail where one cannot see that, unless it left the page."""
        element = self._element()
        if (heard := self._said_of(element)).role == NOTHING:
            return heard
        asked = {"objectId": element, "functionDeclaration": UNSEEN, "returnByValue": True}
        unseen = self._browser.send("Runtime.callFunctionOn", asked)["result"]["value"]
        assert not unseen, f"{heard} has the focus and {unseen}"
        return heard

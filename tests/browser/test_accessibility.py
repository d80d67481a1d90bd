"""axe finds nothing to complain about at any table: other pages are in test_every_page.py."""

from typing import Any, ClassVar, Literal

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.steps import LIVE, resign
from tests.browser.test_pass_and_play import begin, roll
from tests.browser.test_recovery import NETWORK
from tests.browser.test_table_fits import PHASES, require_room, table_of
from tests.browser.visitors import Visitors

SMALL_PHONE: ViewportSize = {"width": 360, "height": 580}
SMALL_PHONE_ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}
CHOOSING = {"choosing a split", "choosing a cell"}

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

# Without a look into style sheets: it stumbles over what Django's import.
EVERY_RULE = {"resultTypes": ["violations"], "preload": False}
OF_COLOURS = EVERY_RULE | {"runOnly": ["color-contrast", "link-in-text-block"]}
NOT_OF_COLOURS = EVERY_RULE | {
    "rules": {name: {"enabled": False} for name in ("color-contrast", "link-in-text-block")}
}

NEW_SORTS = """(known) => {
  const seen = new Set(known), sorts = new Set();
  const typed = "input, select, textarea";
  const hasText = (one) => one.matches(typed) || [...one.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const nameOf = (one) => `${one.localName}.${one.getAttribute("class")}`;
  const sortOf = (one) => {
    const names = [], grounds = [];
    const { color, fontSize, fontWeight } = getComputedStyle(one);
    for (let at = one; at; at = at.parentElement) {
      if (names.length < 3) names.push(nameOf(at));
      grounds.push(getComputedStyle(at).backgroundColor);
    }
    const ground = grounds.find((ground) => !/^rgba.*, 0\\)$/.test(ground));
    return [...names, one.matches(":disabled"), color, fontSize, fontWeight, ground].join(" ");
  };
  window.ofNewSorts = [];
  for (const one of document.body.querySelectorAll("*")) {
    if (!hasText(one) || !one.checkVisibility()) continue;
    const sort = sortOf(one);
    if (seen.has(sort) || sorts.has(sort)) continue;
    ofNewSorts.push(one);
    sorts.add(sort);
  }
  return [...sorts];
}"""
"""What has text is of one sort with what has the same classes around it and the same colours."""


DRAWN = f"() => !document.querySelector('[data-socket]:not(#socket)') || ({LIVE})()"
"""What a live page hears first draws it anew."""


class Examiner:
    """Runs axe on pages, and remembers what it says.

    Colours are most of the work. They are examined, in light and dark, in the first element of
    each sort: what is drawn alike is as easy to read on the next page, also in other tests.
    """

    _easy_to_read: ClassVar[list[str]] = []

    def __init__(self) -> None:
        self.found: list[str] = []
        self._equipped: set[Page] = set()

    def examine(self, page: Page, what: str) -> None:
        page.emulate_media(color_scheme="light")
        if not page.evaluate("'axe' in window"):
            page.evaluate(Axe().axe_script)
        self._run(page, what, "document", NOT_OF_COLOURS)
        if sorts := page.evaluate(NEW_SORTS, self._easy_to_read):
            known = len(self.found)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                self._run(page, f"{what}, {scheme}", "{ include: ofNewSorts }", OF_COLOURS)
            if len(self.found) == known:
                self._easy_to_read.extend(sorts)

    def _run(self, page: Page, what: str, where: str, rules: dict[str, Any]) -> None:
        results = AxeResults(page.evaluate(f"rules => axe.run({where}, rules)", rules))
        if results.violations_count:
            self.found.append(f"{what}: {results.generate_report()}")

    def visit(self, page: Page, *paths: str) -> None:
        if page not in self._equipped:
            # Each page that is opened gets it without its being sent anew.
            page.add_init_script(Axe().axe_script)
            self._equipped.add(page)
        for path in paths:
            page.goto(path)
            page.wait_for_function(DRAWN)
            self.examine(page, path)


# With fewer players: test_table_fits.py.
@pytest.mark.parametrize("kind", PHASES)
def test_no_phase_of_a_table_of_four_hinders_anybody_and_all_fit_small_screens(
    visitors: Visitors, kind: str
) -> None:
    axe, seen = Examiner(), set()
    table, watcher = table_of(visitors, 4, kind), visitors.open(None)
    for page, phase in PHASES[kind](table):
        require_room(page, phase)
        seen.add(phase)
        axe.examine(page, phase)
        if phase in CHOOSING:
            for size in (SMALL_PHONE, SMALL_PHONE_ON_ITS_SIDE):
                page.set_viewport_size(size)
                axe.examine(page, f"{phase} on {size}")
    assert len(seen & CHOOSING) == 1
    table.show(watcher)
    axe.examine(watcher, "somebody watches")
    assert not axe.found, "\n".join(axe.found)


def test_one_device_that_goes_round_hinders_nobody(visitors: Visitors) -> None:
    visitors.allow(NETWORK)
    axe, page = Examiner(), visitors.open(None, viewport=SMALL_PHONE)
    axe.visit(page, "/games/pass-and-play/")
    begin(page, names="Ada Ben")
    axe.examine(page, "dice to type in")
    roll(page, "3164")
    page.locator("#a-mistyped").click()
    axe.examine(page, "a roll that was typed in")
    page.locator("#a-mistyped").click()
    page.route("**/act/", lambda route: route.abort())
    page.locator("#o1").click()
    expect(page.locator("#kept")).to_be_visible()
    axe.examine(page, "a press that is kept")
    page.unroute_all()
    expect(page.locator("#kept")).to_be_hidden()
    resign(page)
    axe.examine(page, "the end")
    page.get_by_role("link", name="Save this game").click()
    expect(page.get_by_role("heading", name="Save this game")).to_be_visible()
    axe.examine(page, "a seat to claim")
    assert not axe.found, "\n".join(axe.found)

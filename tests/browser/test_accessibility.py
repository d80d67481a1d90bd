"""axe finds nothing to complain about on any page, and no page is wider than a phone."""

from typing import Any, Literal

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.played import finished_game, length
from tests.browser.steps import resign, unique
from tests.browser.tables import Table, look_at, open_table, register
from tests.browser.test_pass_and_play import begin, roll
from tests.browser.test_phone import require_no_sideways_scroll
from tests.browser.test_recovery import NETWORK
from tests.browser.test_table_fits import (
    BUSTS,
    DESKTOP,
    PHASES,
    PHONE,
    require_room,
    table_of,
)
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

FOR_VISITORS = (
    *("/", "/watch/", "/replays/", "/dice/", "/bots/", "/rules/"),
    *("/about/", "/contact/", "/house-rules/", "/privacy/", "/offline/", "/games/nowhere/"),
    *("/accounts/signup/", "/accounts/login/", "/accounts/password/reset/"),
)
FOR_USERS = (
    *("/games/new/", "/my-games/", "/accounts/", "/accounts/2fa/", "/accounts/data/"),
    *("/accounts/delete/", "/accounts/preferences/", "/accounts/sessions/", "/accounts/vacations/"),
    *("/notices/", "/notices/settings/", "/notices/webhook/"),
)
LONGEST_NAME = 20
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
  const seen = new Set(known);
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
    if (!seen.has(sort)) ofNewSorts.push(one);
    seen.add(sort);
  }
  return [...seen];
}"""
"""What has text is of one sort with what has the same classes around it and the same colours."""


class Examiner:
    """Runs axe on pages, and remembers what it says.

    Colours are most of the work. They are examined, in light and dark, in the first element of
    each sort: what is drawn alike is as easy to read on the next page.
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self._sorts: list[str] = []
        self._equipped: set[Page] = set()

    def examine(self, page: Page, what: str) -> None:
        page.emulate_media(color_scheme="light")
        if not page.evaluate("'axe' in window"):
            page.evaluate(Axe().axe_script)
        self._run(page, what, "document", NOT_OF_COLOURS)
        known = len(self._sorts)
        self._sorts = page.evaluate(NEW_SORTS, self._sorts)
        if len(self._sorts) > known:
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                self._run(page, f"{what}, {scheme}", "{ include: ofNewSorts }", OF_COLOURS)

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
            self.examine(page, path)


def test_no_page_hinders_anybody_or_is_wider_than_a_phone(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    axe, name = Examiner(), unique("Twenty-letters-name-")[-LONGEST_NAME:]
    codes = {kind: finished_game(visitors, kind) for kind in OFFERED}
    visitors.allow("status of 404")
    walk(axe, bob, *FOR_VISITORS)

    register(ada, name)
    walk(axe, ada, *FOR_USERS)
    look_at(open_table(ada, size=2), ada)
    axe.examine(ada, "a table that waits")
    require_narrow(ada)
    walk(axe, bob, "/lobby/", f"/players/{name}/")  # with a table in it
    table = Table(visitors.server, ada, *(visitors.open(None) for _ in range(3)))
    table.play(until=20)
    table.show(ada)
    require_narrow(ada)
    for kind, code in codes.items():
        walk(axe, bob, f"/rules/{kind}/", f"/rules/{kind}/strategy/")
        last = length(bob, code)
        walk(axe, bob, f"/games/{code}/replay/{last // 2}/", f"/games/{code}/replay/{last}/")
    bob.goto("/games/new/?kind=buttons")
    bob.get_by_label("Chosen by me").check()
    for box in bob.locator(".chosen-layouts input").all()[:2]:
        box.check()
    axe.examine(bob, "chosen layouts")
    require_narrow(bob)
    assert not axe.found, "\n".join(axe.found)


def walk(axe: Examiner, page: Page, *paths: str) -> None:
    for path in paths:
        axe.visit(page, path)
        require_narrow(page)


def require_narrow(page: Page) -> None:
    page.set_viewport_size(PHONE)
    require_no_sideways_scroll(page)
    page.set_viewport_size(DESKTOP)


# With fewer players: test_table_fits.py.
@pytest.mark.parametrize("kind", PHASES)
def test_no_phase_of_a_table_of_four_hinders_anybody_and_all_fit_small_screens(
    visitors: Visitors, kind: str
) -> None:
    axe, seen = Examiner(), set()
    table, watcher = table_of(visitors, 4, kind), visitors.open(None)
    for page, phase in PHASES[kind](table):
        if phase not in BUSTS:
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
    page.get_by_role("link", name="Keep this game with your account").click()
    expect(page.get_by_role("heading", name="Keep this game")).to_be_visible()
    axe.examine(page, "a seat to claim")
    assert not axe.found, "\n".join(axe.found)

"""axe finds nothing to complain about on any page, in light and dark."""

from typing import Any, Literal

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.server import Server
from tests.browser.steps import act, create_table, look, resign, sign_up, unique, wait_live
from tests.browser.tables import Table
from tests.browser.test_pass_and_play import begin, roll
from tests.browser.test_recovery import NETWORK
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

ACCOUNT_PAGES = [
    "/accounts/",
    "/accounts/2fa/",
    "/accounts/data/",
    "/accounts/delete/",
    "/accounts/preferences/",
    "/accounts/sessions/",
    "/accounts/vacations/",
    "/notices/",
    "/notices/settings/",
    "/notices/webhook/",
]
SMALL_PHONE: ViewportSize = {"width": 360, "height": 580}
SMALL_PHONE_ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}
# Without a look into style sheets: it stumbles over what Django's import.
EVERY_RULE = {"resultTypes": ["violations"], "preload": False}
OF_COLOURS = EVERY_RULE | {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What may differ in the dark: only colours do."""


class Examiner:
    """Runs axe on pages, in light and in dark, and remembers what it says."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._equipped: set[Page] = set()

    def examine(self, page: Page, what: str, *, in_the_dark: bool = True) -> None:
        self._run(page, f"{what}, light", "light", EVERY_RULE)
        if in_the_dark:
            self._run(page, f"{what}, dark", "dark", OF_COLOURS)

    def _run(
        self, page: Page, what: str, scheme: Literal["light", "dark"], rules: dict[str, Any]
    ) -> None:
        page.emulate_media(color_scheme=scheme)
        if not page.evaluate("'axe' in window"):
            page.evaluate(Axe().axe_script)
        results = AxeResults(page.evaluate("rules => axe.run(document, rules)", rules))
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


def test_no_page_hinders_anybody(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    axe = Examiner()
    axe.visit(ada, "/", "/accounts/signup/", "/accounts/login/", "/accounts/password/reset/")
    sign_up(ada, name := unique("Ada"))
    axe.visit(ada, "/lobby/", "/games/new/", "/my-games/", *ACCOUNT_PAGES)

    create_table(ada)
    axe.examine(ada, "a table that waits")
    bob.goto("/lobby/")
    wait_live(bob)
    axe.examine(bob, "the lobby with a table in it")
    code, steps = _examine_a_running_game(axe, visitors.server, ada, bob)
    axe.visit(ada, f"/games/{code}/replay/0/", f"/games/{code}/replay/{steps // 2}/")
    axe.visit(bob, f"/games/{code}/replay/{steps}/", f"/players/{name}/", "/rules/cantstop/")
    axe.visit(
        bob, "/rules/", "/rules/cantstop/strategy/", "/", "/watch/", "/replays/", "/dice/", "/bots/"
    )
    axe.visit(bob, "/about/", "/contact/", "/house-rules/", "/privacy/", "/offline/")

    visitors.allow("status of 404")
    axe.visit(bob, "/games/nowhere/")
    assert not axe.found, "\n".join(axe.found)


def _examine_a_running_game(axe: Examiner, server: Server, *pages: Page) -> tuple[str, int]:
    """Look at both pages when there is something to roll, to choose and to decide, and at the end.

    Return the code of the game and how many events it has.
    """
    table = Table(server, *pages)
    first, second = table.in_order
    table.show()
    axe.examine(first, "a table: rolling")
    axe.examine(second, "a table: waiting")
    table.act(first, "roll", "1135")
    table.wait_for(first, second)
    axe.examine(first, "a table: choosing")
    axe.examine(second, "a table: somebody chooses")
    act(first, "o1")
    axe.examine(first, "a table: rolling again or stopping")
    resign(first)
    expect(second.locator("#t-controls .end")).to_be_visible()
    for page in pages:
        axe.examine(page, "a finished game")
    return table.code, look(second).version


@pytest.mark.parametrize("kind", OFFERED)
def test_a_table_on_a_small_screen_hinders_nobody(visitors: Visitors, kind: str) -> None:
    axe = Examiner()
    ada, bob = (visitors.open(None, viewport=SMALL_PHONE) for _ in range(2))
    table = Table(visitors.server, ada, bob, kind=kind)
    first, second = table.in_order
    table.show()
    axe.examine(first, "rolling")
    table.act(first, "roll", "133456")
    table.wait_for(first, second)
    axe.examine(first, "choosing")
    axe.examine(second, "somebody chooses")
    first.set_viewport_size(SMALL_PHONE_ON_ITS_SIDE)
    axe.examine(first, "choosing, on its side", in_the_dark=False)
    first.get_by_role("link", name="How to play").click()
    axe.examine(first, "the rules in short")
    first.keyboard.press("Escape")
    table.act(first, "resign")
    expect(second.locator("#t-controls .end")).to_be_visible()
    for page in (first, second):
        axe.examine(page, "the end")
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

"""axe finds nothing to complain about on any page, in light and dark."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.steps import (
    Hand,
    create_table,
    join,
    look,
    resign,
    sign_up,
    unique,
    wait_for_version,
    wait_live,
)
from tests.browser.visitors import Visitors

ACCOUNT_PAGES = [
    "/accounts/",
    "/accounts/2fa/",
    "/accounts/data/",
    "/accounts/delete/",
    "/accounts/preferences/",
    "/accounts/sessions/",
]
CALM = {"reduced_motion": "reduce"}
"""Colours half-way through a transition would be measured as they are at that moment."""


class Examiner:
    """Runs axe on pages, in light and in dark, and remembers what it says."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def examine(self, page: Page, what: str) -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            results = Axe().run(page)
            if results.violations_count:
                self.found.append(f"{what}, {scheme}: {results.generate_report()}")

    def visit(self, page: Page, *paths: str) -> None:
        for path in paths:
            page.goto(path)
            self.examine(page, path)


def test_no_page_hinders_anybody(visitors: Visitors) -> None:
    ada, bob = visitors.open(None, **CALM), visitors.open(None, **CALM)
    axe = Examiner()
    axe.visit(ada, "/", "/accounts/signup/", "/accounts/login/", "/accounts/password/reset/")
    sign_up(ada, name := unique("Ada"))
    axe.visit(ada, "/lobby/", "/games/new/", "/my-games/", *ACCOUNT_PAGES)

    code = create_table(ada)
    axe.examine(ada, "a table that waits")
    bob.goto("/lobby/")
    wait_live(bob)
    axe.examine(bob, "the lobby with a table in it")
    join(bob, code)
    hands = Hand(ada), Hand(bob)
    _examine_a_running_game(axe, *hands)

    resign(ada)
    expect(bob.locator("#t-controls .end")).to_be_visible()
    for page in (ada, bob):
        axe.examine(page, "a finished game")
    steps = look(bob).version
    axe.visit(ada, f"/games/{code}/replay/0/", f"/games/{code}/replay/{steps // 2}/")
    axe.visit(bob, f"/games/{code}/replay/{steps}/", f"/players/{name}/", "/rules/cantstop/")
    axe.visit(bob, "/rules/", "/rules/cantstop/strategy/", "/", "/watch/", "/replays/", "/dice/")
    axe.visit(bob, "/about/", "/contact/", "/house-rules/", "/privacy/")

    visitors.allow("status of 404")
    axe.visit(bob, "/games/nowhere/")
    assert not axe.found, "\n".join(axe.found)


def _examine_a_running_game(axe: Examiner, *hands: Hand) -> None:
    """Look at both pages when there is something to roll, to choose and to decide."""
    wanted = {"roll", "split", "stop"}
    while wanted:
        mine, other = sorted(hands, key=lambda hand: not look(hand.page).mine)
        seen = look(mine.page)
        now = {what for what in wanted if getattr(seen, what)}
        if now:
            for page in (mine.page, other.page):
                wait_for_version(page, seen.version)
                axe.examine(page, f"a table, {now}")
        wanted -= now
        after = mine.move()
        assert not after.over
        for hand in hands:
            wait_for_version(hand.page, after.version)

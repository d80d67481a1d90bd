"""Every page hinders nobody, is no wider than a phone, can be translated, and has room for that.

The site speaks a language made up for tests, in which each vowel is marked and doubled: words
with a plain vowel were not translated. So nobody here has a name with one.
"""

import re

from playwright.sync_api import Browser, Page, ViewportSize

from tests import pseudo
from tests.browser.server import Server
from tests.browser.tables import Table, open_table, post, register
from tests.browser.test_accessibility import Examiner
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

SIZES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 1280, "height": 800})
"""Of a phone, and of a desk."""

TEXTS = """() => {
  const byBrowser = "time[data-moment]"; // it knows no language that was made up
  const skipped = `script, noscript, style, textarea, code, pre, kbd, [translate=no], ${byBrowser}`;
  const read = ["title", "aria-label", "placeholder", "alt", "aria-description"];
  const texts = [document.title];
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest(skipped)) continue;
    if (!element.matches("time"))
      texts.push(...read.map((name) => element.getAttribute(name) ?? ""));
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}"""

CUT_OFF = """() => {
  // Names are cut off on purpose, sentences say the rest when they are tapped, and inputs scroll.
  const skipped = "svg, .sr, .name, .news, input";
  const boxes = "button, .btn, summary, th, td, label, .badge, .tag, h1, h2, h3";
  const found = [];
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility() || element.closest(skipped)) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const hides = (way) => way === "hidden" || way === "clip";
    const wide = element.scrollWidth > element.clientWidth + 1;
    const high = element.scrollHeight > element.clientHeight + 1;
    const boxed = element.matches(boxes) && element.clientWidth && overflowX === "visible";
    if ((wide && (hides(overflowX) || boxed)) || (high && hides(overflowY)))
      found.push(`${element.tagName}.${element.className}: ${element.textContent.trim()}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  return found;
}"""

NAMES = re.compile(
    r"Nerve|Can't Stop|Buttons|Sid Sackson|Parker Brothers|Benjamin Schwer|Noris|Esperanto|English"
    r"|\b(Ada|Bo|Cleo|Dev)\b|\b\d[A-Z]\b|Chrome, Linux|UTC|SHA-256|AGPL[\w.-]*"
    r"|hmac-dice/\d|daily-[\d-]+|-a de\b"
)
"""Proper names, those of examples, layouts and formats, and what Esperanto adds to days."""

PLAIN = re.compile(r"\b(?=\w\w)\w*[aeiouAEIOU]")
"""A word with a plain vowel."""

FOR_VISITORS = (
    *("/", "/lobby/", "/watch/", "/replays/", "/daily/", "/dice/", "/bots/"),
    *("/fair-dice/", "/fair-dice/commitments/"),
    *("/rules/", "/rules/cantstop/", "/rules/cantstop/strategy/"),
    *("/rules/buttons/", "/rules/buttons/strategy/"),
    *("/learn/cantstop/1/", "/learn/cantstop/4/?action=roll", "/learn/cantstop/8/"),
    *("/learn/buttons/1/", "/learn/buttons/5/?action=opt-out", "/learn/buttons/8/"),
    *("/about/", "/contact/", "/house-rules/", "/privacy/", "/transparency/"),
    *("/offline/", "/nowhere/", "/games/nowhere/"),
    *("/accounts/signup/", "/accounts/login/", "/accounts/password/reset/", "/replays/import/"),
)
FOR_USERS = (
    *("/accounts/", "/accounts/preferences/", "/accounts/2fa/", "/accounts/sessions/"),
    *("/accounts/data/", "/accounts/delete/", "/accounts/email/", "/accounts/password/change/"),
    "/accounts/vacations/",
    *("/notices/", "/notices/settings/", "/notices/webhook/"),
    *("/games/new/?kind=cantstop", "/games/new/?kind=buttons", "/my-games/", "/replays/import/"),
)


HEADERS = [
    {"Accept-Language": pseudo.CODE, "X-Forwarded-For": f"10.9.0.{number}"} for number in (1, 2)
]
"""What the browsers of two people say, also when they send forms without a page."""


LONGEST_NAME = "Trgvssn-Knrst-Strmbr"


class Inspector:
    """Looks at pages, on a desk and on a phone, and remembers what is wrong."""

    def __init__(self) -> None:
        self.axe = Examiner()
        self.found = self.axe.found
        self.codes: list[str] = []
        """Of the games on the pages."""

    def visit(self, page: Page, *paths: str) -> None:
        for path in paths:
            self.axe.visit(page, path)
            self.read(page, path)

    def read(self, page: Page, what: str) -> None:
        untranslated = {text for text in page.evaluate(TEXTS) if self._is_plain(text)}
        self.found += [f"{what}: {text}" for text in sorted(untranslated)]
        # First the size in which the last page was left: a change of size takes time.
        for size in sorted(SIZES, key=lambda size: size != page.viewport_size):
            page.set_viewport_size(size)
            where = f"{what} at {size['width']}"
            cut_off = [cut for cut in page.evaluate(CUT_OFF) if not cut.endswith(LONGEST_NAME)]
            self.found += [f"{where}: {cut}" for cut in cut_off]

    def _is_plain(self, text: str) -> bool:
        names = re.compile("|".join([NAMES.pattern, *self.codes]))
        return bool(PLAIN.search(names.sub("", text)))


def test_every_page_hinders_nobody_and_every_text_is_translated_and_has_room(
    browser: Browser, pseudo_server: Server
) -> None:
    inspector = Inspector()
    with Visitors(browser, pseudo_server).watched() as visitors:
        visitors.allow("status of 404")
        first, second = (visitors.open(None, extra_http_headers=each) for each in HEADERS)
        inspector.visit(first, *FOR_VISITORS)
        register(first, LONGEST_NAME)
        register(second, "Knrst")
        inspector.visit(first, *FOR_USERS, f"/players/{LONGEST_NAME}/")
        choose_layouts(first)
        inspector.read(first, "chosen layouts")
        inspector.axe.examine(first, "chosen layouts")
        for kind in OFFERED:
            look_at_a_game(inspector, pseudo_server, first, second, kind)
        inspector.visit(first, "/", "/my-games/", "/players/Knrst/", "/replays/", "/dice/")
    assert not inspector.found, "\n".join(inspector.found)


def choose_layouts(page: Page) -> None:
    page.goto("/games/new/?kind=buttons")
    page.locator(".more-options summary").click()
    page.locator("[name=dealt][value=chosen]").check()
    for box in page.locator(".chosen-layouts input").all()[:2]:
        box.check()


def look_at_a_game(
    inspector: Inspector, server: Server, first: Page, second: Page, kind: str
) -> None:
    """Look at a table that waits, a game while it is played and when it is over, and its replay."""
    code = open_table(first, kind=kind, size=2)
    inspector.codes.append(code)
    inspector.visit(first, f"/games/{code}/")
    inspector.visit(second, "/lobby/")
    post(first, f"/games/{code}/leave/")
    table = Table(server, first, second, kind=kind)
    inspector.codes.append(table.code)
    address = f"/games/{table.code}/"
    for version in (1, 2, 3, 24):
        table.play(until=version, fair=True)
        for page in table.people if version < 3 else table.in_order[:1]:
            inspector.visit(page, address)
    inspector.visit(first, f"{address}verify/")
    table.act(first, "resign")
    inspector.visit(first, address, f"{address}verify/")
    for step in (0, 2, 3, table.state.seq // 2, table.state.seq):  # the last log has every step
        inspector.visit(first, f"{address}replay/{step}/")

"""Text is as large as the browser says and has room: at double size, and on the smallest phone."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.browsers import only_in_chromium
from tests.browser.panel import open_account, open_administrator
from tests.browser.server import Server
from tests.browser.steps import unique
from tests.browser.tables import Table, open_table, play_now, post, register
from tests.browser.test_analysis import finish_a_game
from tests.browser.test_every_page import CUT_OFF, FOR_USERS, FOR_VISITORS
from tests.browser.test_pass_and_play import begin
from tests.browser.test_table_fits import PHASES
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

pytestmark = only_in_chromium("others cannot be told how large text is")

USUAL, DOUBLE = 16, 32
SIZES: tuple[tuple[int, ViewportSize], ...] = (
    (DOUBLE, {"width": 1280, "height": 800}),
    (DOUBLE, {"width": 390, "height": 844}),
    (USUAL, {"width": 320, "height": 640}),
)
"""Of the text, and of the window."""

FAULTS = """(text) => {
  const found = [];
  const size = (element) => parseFloat(getComputedStyle(element).fontSize);
  const told = (element) => element.outerHTML.slice(0, 80);
  if (size(document.documentElement) !== text) throw new Error("the size of text was not set");

  const unwritten = ["hidden", "checkbox", "radio", "range", "submit"];
  const sized = [...document.querySelectorAll("input, select, textarea")]
    .filter((field) => field.checkVisibility() && !unwritten.includes(field.type));
  if (document.querySelector(".site-header")) sized.push(document.body); // not Django's panel
  found.push(...sized.filter((one) => size(one) < text).map((one) => `small text: ${told(one)}`));

  if (document.documentElement.scrollWidth > innerWidth) {
    const clips = (one) => getComputedStyle(one).overflowX !== "visible";
    const clipped = (one) => one && (clips(one) || clipped(one.parentElement));
    const wide = [...document.querySelectorAll("body *")].filter((one) =>
      (one.getBoundingClientRect().right > innerWidth + 1
        || (one.scrollWidth > innerWidth && !clips(one)))
      && !clipped(one.parentElement));
    found.push(`the page scrolls sideways: ${wide.map(told).slice(-3).join()}`);
  }

  const header = document.querySelector("header");
  const boxes = [...(header?.querySelectorAll("a, button, summary") ?? [])]
    .filter((one) => one.checkVisibility() && !one.closest(".menu-list"))
    .flatMap((one) => [...one.getClientRects()].map((box) => [told(one), box]));
  for (const [index, [name, box]] of boxes.entries()) {
    if (box.bottom > header.getBoundingClientRect().bottom + 1)
      found.push(`below the header: ${name}`);
    for (const [other, its] of boxes.slice(index + 1)) {
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (wide > 1 && high > 1) found.push(`in the header ${name} is over ${other}`);
    }
  }
  return found;
}"""

BROKEN_WORDS = """() => {
  const found = [];
  const lines = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const shown = text.data.trim() && text.parentElement.checkVisibility();
    if (!shown || text.parentElement.closest(".sr, code, bdi")) continue;
    for (const word of text.data.matchAll(/\\b[a-z]{2,6}\\b/gi)) {
      lines.setStart(text, word.index);
      lines.setEnd(text, word.index + word[0].length);
      const tops = new Set([...lines.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size < 2) continue;
      found.push(`broken: ${word[0]} in ${text.parentElement.outerHTML.slice(0, 80)}`);
      break;
    }
  }
  return found;
}"""

LONG = "Longname"
WIDE = "WWW"
"""Part of the widest names, with which other tests leave games in the lists of this server."""

SHORTENED = (".news: ", LONG, WIDE, "Guest-")
"""Sentences that are shown whole when they are tapped, and names."""


def faults(page: Page, what: str) -> list[str]:
    """Return what is wrong on a page in each size, and leave it as it was."""
    found = []
    page.wait_for_load_state()
    page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
    session = page.context.new_cdp_session(page)
    before = page.viewport_size
    assert before
    for text, window in SIZES:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
        page.set_viewport_size(window)
        wrong = page.evaluate(FAULTS, text)
        if "/admin/" not in page.url:  # in which Django cuts off and breaks on purpose
            wrong += page.evaluate(BROKEN_WORDS)
            cut_off = page.evaluate(CUT_OFF)
            wrong += [cut for cut in cut_off if not any(part in cut for part in SHORTENED)]
        found += [f"{what} at {window['width']} with text of {text}: {one}" for one in wrong]
    session.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL}})
    page.set_viewport_size(before)
    session.detach()
    return found


def faults_at(page: Page, *paths: str) -> list[str]:
    found = []
    for path in paths:
        page.goto(path)
        found += faults(page, path)
    return found


def register_long(page: Page) -> str:
    """Sign somebody up with a name as long as can be, and return it."""
    register(page, name := unique(LONG).ljust(20, "m"))
    return name


def require_none(found: list[str]) -> None:
    assert not found, "\n".join(found)


def test_pages_for_everybody_have_room_for_large_text(visitors: Visitors) -> None:
    visitors.allow("status of 404")
    require_none(faults_at(visitors.open(None), *FOR_VISITORS))


def test_pages_of_a_user_have_room_for_large_text(visitors: Visitors) -> None:
    page = visitors.open(None)
    name = register_long(page)
    require_none(faults_at(page, *FOR_USERS, f"/players/{name}/"))


@pytest.mark.parametrize("kind", OFFERED)
def test_a_game_has_room_for_large_text(visitors: Visitors, kind: str) -> None:
    first, second = visitors.open(None), visitors.open(None)
    _, other = (register_long(page) for page in (first, second))
    waiting = open_table(first, kind=kind, size=2)
    found = faults_at(first, f"/games/{waiting}/", "/lobby/")
    post(first, f"/games/{waiting}/leave/")
    table = Table(visitors.server, first, second, kind=kind)
    for page, phase in PHASES[kind](table):
        found += faults(page, phase)
    table.act(first, "resign")
    game, last = f"/games/{table.code}", table.state.seq
    found += faults_at(first, f"{game}/", f"{game}/verify/")
    found += faults_at(first, *(f"{game}/replay/{seq}/" for seq in (0, last // 2, last)))
    beside = ("chat", "embed", "animation", "comments/3")
    found += faults_at(first, f"/players/{other}/")
    first.get_by_role("link", name="Report").first.click()
    expect(first.get_by_role("button", name="Send report")).to_be_visible()
    found += faults(first, "a report")
    found += faults_at(first, *(f"{game}/{page}/" for page in beside), f"/rules/{kind}/sheet/")
    found += faults_at(first, "/", "/my-games/", "/replays/", "/dice/")
    require_none(found)


def test_an_analysis_has_room_for_large_text(browser: Browser, analysed_server: Server) -> None:
    with Visitors(browser, analysed_server).watched() as visitors:
        first, second = visitors.open(None), visitors.open(None)
        found = []
        for kind in OFFERED:
            game = f"/games/{finish_a_game(analysed_server, first, second, kind)}"
            paths = (f"{game}/analysis/", f"{game}/replay/9/", f"{game}/what-if/9/")
            found += faults_at(first, *paths, f"/what-if/{kind}/")
        require_none(found)


def test_menus_and_dialogs_have_room_for_large_text(visitors: Visitors) -> None:
    page = visitors.open(None)
    register_long(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    page.get_by_role("button", name="Menu").click()
    found = faults(page, "the menu")
    expect(page.get_by_role("button", name="Menu", expanded=True)).to_be_attached()
    play_now(page)
    dialogs = page.locator("[data-dialog]")
    expect(dialogs).to_have_count(3)
    for dialog in dialogs.all():
        dialog.click()
        found += faults(page, f"a dialog of {page.url}")
        page.keyboard.press("Escape")
    require_none(found)


@pytest.mark.parametrize("kind", OFFERED)
def test_pass_and_play_has_room_for_large_text(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    found = faults_at(page, f"/games/pass-and-play/?kind={kind}")
    begin(page, kind)
    require_none(found + faults(page, "pass and play"))


def test_the_panel_has_room_for_large_text(visitors: Visitors) -> None:
    page, reporter = open_administrator(visitors), visitors.open(None)
    register_long(reporter)
    name = register_long(visitors.open(None))
    open_account(page, name)
    found = faults(page, "an account")
    reporter.goto(f"/players/{name}/")
    reporter.locator(".player-ways summary").click()
    reporter.get_by_role("main").get_by_role("link", name="Report").click()
    reporter.get_by_label("Offensive name").check()
    reporter.get_by_role("button", name="Send report").click()
    expect(reporter.get_by_text("We got your report")).to_be_visible()
    lists = ("moderation/case", "moderation/moderationaction", "games/game", "accounts/user")
    found += faults_at(page, "/admin/", *(f"/admin/{path}/" for path in lists))
    page.goto("/admin/moderation/case/")
    page.locator("#result_list tbody a").first.click()
    expect(page).to_have_url(re.compile(r"/case/\d+/"))
    found += faults(page, "a case")
    require_none(found)

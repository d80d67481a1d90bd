"""A game of two is explained as soon as it is over, on a phone and without scripts, too."""

import re
from http import HTTPStatus

from playwright.sync_api import Browser, Page, expect

from games.presenters.cantstop.geometry import WIDTH, XS, YS
from tests.browser.server import Server
from tests.browser.steps import create_table
from tests.browser.tables import Table
from tests.browser.test_accessibility import Examiner
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

STEPS = 30


def test_two_people_finish_games_and_see_what_decided_them(
    browser: Browser, analysed_server: Server
) -> None:
    with Visitors(browser, analysed_server).watched() as visitors:
        desktop, phone = visitors.open(None), visitors.open(None, **PHONE)
        axe = Examiner()
        visitors.allow("status of 409")
        ask_for_hints(desktop)
        for kind in OFFERED:
            code = finish_a_game(analysed_server, desktop, phone, kind)
            examine(axe, desktop, phone, kind)
            try_something_else(axe, phone, code)
        jump_to_mistakes_on_a_phone(phone, code)
        go_to_a_turn_by_keyboard(desktop, code)
        point_at_the_chart(desktop, code)
        skip_the_drawing(desktop)
        read_without_scripts(visitors, code)
        guess(desktop, code)
        wait_in_the_background(desktop, code)
        set_up_by_tapping(phone)
        visitors.allow("status of 422")
        lay_on_cloth(phone)
        lay_by_keyboard(desktop)
        lay_without_scripts(visitors)
        assert not axe.found, "\n".join(axe.found)


def finish_a_game(server: Server, desktop: Page, phone: Page, kind: str) -> str:
    """Play a game, open its analysis on both pages at once, and return the code of the game."""
    table = Table(server, desktop, phone, kind=kind)
    table.play(until=STEPS)
    table.act(desktop, "resign")
    table.show(desktop, phone)
    for page in (desktop, phone):
        open_analysis(page)
    require_no_sideways_scroll(phone)
    assert desktop.locator(".sum").text_content() == phone.locator(".sum").text_content()
    return table.code


def open_analysis(page: Page) -> None:
    """Open the analysis at the end of a game; the page gets it by itself when it is there."""
    page.locator(".end").get_by_role("link", name="Analysis").click()
    expect(page.get_by_role("heading", name="Win probability")).to_be_visible()


def jump_to_mistakes_on_a_phone(page: Page, code: str) -> None:
    """Each small board shows its position on the large one, and the address names it."""
    page.goto(f"/games/{code}/analysis/")
    for jump in page.locator(".jump").all():
        seq = jump.get_attribute("data-seq")
        jump.tap()
        expect(page).to_have_url(f"/games/{code}/analysis/?step={seq}")
        expect(page.locator("#r-count")).to_contain_text(f"{seq} / ")
        expect(jump).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="One step forward").tap()
    expect(page.locator(".jump[aria-current]")).to_have_count(0)
    require_no_sideways_scroll(page)


def go_to_a_turn_by_keyboard(page: Page, code: str) -> None:
    page.goto(f"/games/{code}/analysis/")
    turn = page.locator(".lines a").nth(2)
    seq = turn.get_attribute("data-seq")
    turn.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"/games/{code}/analysis/?step={seq}")
    page.keyboard.press("ArrowLeft")
    expect(page).not_to_have_url(f"/games/{code}/analysis/?step={seq}")


def point_at_the_chart(page: Page, code: str) -> None:
    """The board shows the place that is pointed at, until the pointer leaves; a press stays."""
    page.goto(f"/games/{code}/analysis/?step=4")
    count, chart = page.locator("#r-count"), page.locator(".drawn")
    expect(count).to_contain_text("4 / ")
    box = chart.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    expect(count).not_to_contain_text("4 / ")
    page.get_by_role("heading", name="Win probability").hover()
    expect(count).to_contain_text("4 / ")
    page.mouse.click(*middle)
    expect(count).not_to_contain_text("4 / ")
    chosen = count.inner_text()
    page.get_by_role("heading", name="Win probability").hover()
    expect(count).to_have_text(chosen)
    expect(page).to_have_url(f"/games/{code}/analysis/?step={chosen.split(' / ')[0]}")


def skip_the_drawing(page: Page) -> None:
    page.locator(".course .skip").focus()
    expect(page.locator(".course .skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator(".mistakes")).to_be_in_viewport()


def read_without_scripts(visitors: Visitors, code: str) -> None:
    page = visitors.open(f"/games/{code}/analysis/", java_script_enabled=False)
    page.locator(".jump").first.click()
    expect(page).to_have_url(re.compile(rf"/games/{code}/analysis/\?step=\d+$"))
    expect(page.locator(".jump[aria-current]")).to_have_count(1)
    page.get_by_role("link", name="One step forward").click()
    expect(page.locator(".jump[aria-current]")).to_have_count(0)
    page.locator(".details summary").click()
    expect(page.locator(".sum tr")).to_have_count(8)
    expect(page.locator("#r-log tbody tr").first).to_be_visible()


def ask_for_hints(page: Page) -> None:
    """Ask before the analysis that tells is ready, which the first question begins, and again.

    On a phone neither the board nor its buttons move for what is told.
    """
    create_table(page, Seats="2", Seat_2="random")
    before = page.viewport_size
    assert before
    page.set_viewport_size({"width": 390, "height": 664})
    board = page.locator(".board").bounding_box()
    hint, told = page.get_by_role("button", name="Hint"), page.locator("#t-hint")
    hint.click()
    expect(told).to_have_text("No hint yet. Try again in a moment.")
    while "Best move" not in told.inner_text():
        with page.expect_response("**/hint/"):
            hint.click()
    assert page.locator(".board").bounding_box() == board
    page.set_viewport_size(before)
    expect(page.locator("#t-notice")).to_be_empty()


def try_something_else(axe: Examiner, page: Page, code: str) -> None:
    """Go back to before a mistake, choose again until it is right, and go on from there."""
    page.goto(f"/games/{code}/analysis/")
    page.get_by_role("link", name="Learn from your mistakes").tap()
    wrong, right = (page.get_by_text(words) for words in ("Not quite.", "Right!"))
    options = page.locator(".choices .btn")
    expect(options).not_to_have_count(0)
    for number in range(options.count()):
        options.nth(number).tap()
        expect(wrong.or_(right)).to_be_visible()
        if right.is_visible():
            break
        page.get_by_role("link", name="Try again").tap()
        expect(wrong).to_have_count(0)
    expect(right).to_be_visible()
    require_no_sideways_scroll(page)
    axe.examine(page, "try again")
    page.get_by_role("link", name="What if?").tap()
    expect(page.get_by_role("heading", name="What if?")).to_be_visible()
    reload_until_evaluated(page)
    require_no_sideways_scroll(page)
    page.locator(".choices .best .btn").tap()
    expect(page.locator(".line li")).to_have_count(2)
    moved = page.url
    page.reload()
    expect(page.locator(".line [aria-current]")).to_have_attribute(
        "href", moved[moved.index("/g") :]
    )
    axe.examine(page, "what if")


def set_up_by_tapping(page: Page) -> None:
    """Put pieces on spaces of the board, take one away, choose dice, and go on from the board."""
    page.goto("/what-if/cantstop/")
    expect(page.locator("#numbers")).not_to_have_attribute("open", "")
    tap_space(page, 7, 3)
    expect(page).to_have_url(re.compile(r"/\?a7=3$"))
    page.get_by_role("radio", name="Runner").check()
    tap_space(page, 8, 1)
    expect(page).to_have_url(re.compile(r"/\?a7=3&r8=1$"))
    expect(page.get_by_role("radio", name="Runner")).to_be_checked()
    page.get_by_role("radio", name="Ada").check()
    tap_space(page, 7, 3)
    expect(page).to_have_url(re.compile(r"/\?r8=1$"))
    for face in "3344":
        page.locator(f"[data-face='{face}']").tap()
    expect(page).to_have_url(re.compile(r"do=roll:3344$"))
    page.locator("#t-pieces [data-press]").first.tap()
    expect(page).to_have_url(re.compile(r"do=roll:3344&do=split"))


def lay_on_cloth(page: Page) -> None:
    """Place a button by a press and take it away by another: what can be done there follows."""
    page.goto("/what-if/buttons/")
    ada, opt_out = page.get_by_role("region", name="Ada"), page.get_by_role("link", name="Opt out")
    button = ada.get_by_role("checkbox", name="Button on (2,3), green")
    button.tap()
    expect(button).to_be_checked()
    expect(button.locator("+ svg")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/\?b0=23$"))
    expect(opt_out).to_be_visible()
    button.tap()
    expect(button.locator("+ svg")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"/buttons/$"))
    expect(opt_out).to_have_count(0)
    page.get_by_role("radio", name="Star").check()
    star = ada.get_by_role("checkbox", name="Star on (2,3), green")
    star.tap()
    expect(ada).to_contain_text("★ 1/12")
    page.get_by_role("radio", name="Button").check()
    expect(button).to_be_hidden()  # where a star lies a press takes that away
    star.tap()
    for cell in ("(2,3), green", "(2,4), blue"):
        ada.get_by_role("checkbox", name=f"Button on {cell}").tap()
    expect(page.get_by_role("alert")).to_contain_text("side by side: (2,3) and (2,4)")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    button.tap()
    expect(page).to_have_url(re.compile(r"/\?b0=24$"))
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_text("Cards, layouts").tap()
    page.get_by_label("Layout").first.select_option("3A")
    expect(ada.locator("[href='#b-3A']")).to_be_attached()
    require_no_sideways_scroll(page)
    for face in "111111":
        page.locator(f"[data-face='{face}']").tap()
    expect(page).to_have_url(re.compile(r"do=roll:111111$"))


def lay_by_keyboard(page: Page) -> None:
    """Place two buttons by keyboard: focus stays where it was."""
    page.goto("/what-if/buttons/")
    page.get_by_role("checkbox", name="Button on (1,1)").first.press("Space")
    expect(page).to_have_url(re.compile(r"/\?b0=11$"))
    for key in ("Tab", "Tab", "Space"):
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile(r"/\?b0=11&b0=13$"))
    expect(page.get_by_role("checkbox", name="Button on (1,3)").first).to_be_focused()


def lay_without_scripts(visitors: Visitors) -> None:
    """Tick boxes, send the form, and mend what is refused, on cloths that are drawn there, too."""
    page = visitors.open("/what-if/buttons/", java_script_enabled=False)
    bo, show = page.get_by_role("region", name="Bo"), page.get_by_role("button", name="Show this")
    bo.get_by_role("checkbox", name="Button on (3,3)").check()
    page.get_by_role("radio", name="Star").check()
    bo.get_by_role("checkbox", name="Star on (5,6)").check()
    show.click()
    expect(page).to_have_url(re.compile(r"/\?b1=33&s1=56$"))
    for said in ("side by side: (3,3) and (3,4)", ""):
        bo.get_by_role("checkbox", name="Button on (3,4)").click()
        show.click()
        expect(page.locator("#answers")).to_contain_text(said or "Ada decides")
    expect(page).to_have_url(re.compile(r"/\?b1=33&s1=56$"))


def tap_space(page: Page, column: int, space: int) -> None:
    """Tap a space of the board: columns stand side by side on one line."""
    box = page.locator("#t-pieces").bounding_box()
    assert box is not None
    unit = box["width"] / WIDTH
    page.touchscreen.tap(box["x"] + unit * XS[column], box["y"] + unit * YS[space])


def reload_until_evaluated(page: Page) -> None:
    """Check again until the analysis is ready: the one that bots ask begins with the first look."""
    while page.get_by_role("link", name="Check again").count():
        page.get_by_role("link", name="Check again").click()


WAIT = """() => {
  window.sight = "hidden";
  Object.defineProperty(document, "visibilityState", { get: () => window.sight });
  document.querySelector("main").insertAdjacentHTML("beforeend", `<section id="to-come"
    data-tells-sight hx-get="?since=0" hx-trigger="every 0.1s" hx-swap="outerHTML"></section>`);
  htmx.process(document.getElementById("to-come"));
}"""
"""The page as it was before there was an analysis, and out of sight."""


def wait_in_the_background(page: Page, code: str) -> None:
    """Have a page that nobody sees wait for an analysis: it shows it when it is looked at."""
    page.goto(f"/games/{code}/analysis/")
    with page.expect_response("**/analysis/?since=0&sight=hidden") as answered:
        page.evaluate(WAIT)
    assert answered.value.status == HTTPStatus.NO_CONTENT
    expect(page.locator("#to-come")).to_be_attached()
    page.evaluate("window.sight = 'visible'")
    expect(page.locator("#to-come")).not_to_be_attached()
    expect(page.get_by_role("heading", name="Win probability")).to_be_visible()


def guess(page: Page, code: str) -> None:
    """Guess twice: to this analysis the last choice is the best one, and that is not to roll."""
    page.goto(f"/games/{code}/replay/0/")
    page.keyboard.press("g")
    for said, evaluated in (("hold", "1 of 1"), ("roll", "1 of 2")):
        while not page.locator("#r-answers").is_visible():
            page.keyboard.press("ArrowRight")
            page.wait_for_load_state()
        page.locator(f"[data-answer={said}]").click()
        expect(page.locator("#r-question")).to_contain_text(f"Best moves guessed: {evaluated}.")
        expect(page.locator(".evaluated")).to_be_visible()


def examine(axe: Examiner, desktop: Page, phone: Page, kind: str) -> None:
    for page, name in ((desktop, "desktop"), (phone, "phone")):
        page.locator("details.details").evaluate("details => { details.open = true; }")
        axe.examine(page, f"analysis of {kind}, {name}")
        page.goto(f"/what-if/{kind}/?players=4")
        require_no_sideways_scroll(page)
        axe.examine(page, f"setting up a position of {kind}, {name}")

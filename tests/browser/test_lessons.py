"""A lesson by keys, by touch, without scripts and by the accessibility tree; and its offer."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.pages import pages_of
from games.pages.lessons import Lesson, Step
from tests.browser.browsers import only_in_chromium
from tests.browser.steps import Hand, act, at_table, press_play_now, wait_for_turn
from tests.browser.test_accessibility import Examiner
from tests.browser.test_table_fits import SCREENS, SMALLEST_SCREENS, require_fit
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

SMALL_PHONE: ViewportSize = {"width": 360, "height": 580}
PHONE: dict[str, Any] = {"viewport": SMALL_PHONE, "has_touch": True, "is_mobile": True}
WITH_EVERY_SORT = "buttons"
"""The kind of which the lesson has all that there is to press and to mark."""

with_lesson = pytest.mark.parametrize("kind", [one for one in OFFERED if pages_of(one).LESSON])

FAULTS = """(smallest) => {
  scrollTo(0, 0);
  const faults = [...document.querySelectorAll(
      "#t-pieces, #t-status, .play-form button:enabled, .cell:enabled, .lesson-ways a")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const {top, left, bottom, right} = one.getBoundingClientRect();
      return top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1;
    })
    .map((one) => `${one.id || one.getAttribute("class")} is outside`);
  const {width} = document.getElementById("t-pieces").getBoundingClientRect();
  if (width < smallest) faults.push(`the board is ${width} wide`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("it scrolls sideways");
  return faults;
}"""
SMALLEST_BOARD = 110


def lesson_of(kind: str) -> Lesson:
    lesson = pages_of(kind).LESSON
    assert lesson is not None
    return lesson


def address(kind: str, number: int) -> str:
    return f"/learn/{kind}/{number}/"


def good_choice(step: Step) -> str:
    return next(action for action, reply in step.replies.items() if reply.good)


def poor_choice(step: Step) -> str | None:
    return next((action for action, reply in step.replies.items() if not reply.good), None)


def controls_for(page: Page, action: str) -> list[Locator]:
    """Return what is pressed one after the other to choose this."""
    whole = page.locator(f"#t-controls [value='{action}'], #t-pieces [value='{action}']")
    if whole.count():
        return [whole.first]
    verb, _, picked = action.partition(":")
    wanted = picked.split("+")
    boxes = {box.get_attribute("value"): box for box in page.locator("[name=pick]").all()}
    lifted = [box for value, box in boxes.items() if value not in wanted and box.is_checked()]
    missing = [boxes[value] for value in wanted if not boxes[value].is_checked()]
    return [*lifted, *missing, page.locator(f"#t-controls [value='{verb}:']")]


def longest_answer(step: Step) -> str:
    """Return the choice whose answer takes most room."""
    return max(step.replies, key=lambda action: len(str(step.replies[action].text)))


def one_of_each_sort(kind: str) -> list[int]:
    """Return the first step that has a choice of each sort, such as to roll or to place stars."""
    first: dict[str, int] = {}
    for number, step in enumerate(lesson_of(kind).steps, start=1):
        for action in step.replies:
            first.setdefault(action.partition(":")[0], number)
    return sorted({1, *first.values(), len(lesson_of(kind).steps)})


def go_through(page: Page, kind: str, press: Callable[[Locator], None]) -> None:
    """Do a step with each sort of choice, a poor one first wherever there is one."""
    page.goto(f"/learn/{kind}/")
    for number in one_of_each_sort(kind):
        step = lesson_of(kind).steps[number - 1]
        if number > 1:
            page.goto(address(kind, number))
        for action in filter(None, (poor_choice(step), good_choice(step))):
            expect(page.locator("#t-status")).to_contain_text(str(step.question))
            for control in controls_for(page, action):
                press(control)
            reply = step.replies[action]
            expect(page.locator("#t-status")).to_contain_text(str(reply.text))
            if not reply.good:
                press(page.get_by_role("link", name="Try again"))
        press(page.get_by_role("link", name="Continue"))
        page.wait_for_url(f"**{address(kind, number + 1)}")


def answer_all(page: Page, kind: str, press: Callable[[Locator], None]) -> None:
    press(page.locator(".lesson-quiz summary"))
    for number, question in enumerate(lesson_of(kind).questions, start=1):
        press(page.locator(f"[name=q{number}][value='{question.right}']"))
    press(page.get_by_role("button", name="Check answers"))
    expect(page.get_by_role("heading", name="10 of 10 right")).to_be_visible()


def click(control: Locator) -> None:
    control.click()


BOARD = 3
"""How many numbers of these are the board's; dice follow where there are any."""

PLACES = """() => [...document.querySelectorAll("#t-pieces, .tray:not(:empty)")]
  .map((one) => one.getBoundingClientRect())
  .flatMap(({left, top, width}) => [left, top, width].map(Math.round))"""


@with_lesson
def test_board_and_dice_keep_their_places_from_question_to_answer_on_a_phone(
    visitors: Visitors, kind: str
) -> None:
    page = visitors.open(None)
    for number, step in enumerate(lesson_of(kind).steps, start=1):
        page.set_viewport_size(SMALL_PHONE)
        page.goto(address(kind, number))
        places = [page.evaluate(PLACES)]
        for action in step.replies:
            page.goto(f"{address(kind, number)}?{urlencode({'action': action})}")
            expect(page.locator("#a-on")).to_be_visible()
            places.append(page.evaluate(PLACES))
        assert len({tuple(place[:BOARD]) for place in places}) == 1, (number, places)
        assert len({tuple(place) for place in places if place[BOARD:]}) <= 1, (number, places)


# --- Ways to do it -------------------------------------------------------------------------------


def test_a_lesson_is_done_without_scripts_and_leads_to_a_table(visitors: Visitors) -> None:
    page = visitors.open("/", java_script_enabled=False)
    kind = WITH_EVERY_SORT
    page.locator(f"a[href='/learn/{kind}/']").click()
    go_through(page, kind, click)
    answer_all(page, kind, click)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#t-controls")).to_be_visible()
    expect(page.locator("#lesson-offer")).to_have_count(0)


def test_without_scripts_no_thanks_leads_back_to_the_table(visitors: Visitors) -> None:
    page = visitors.open(None, java_script_enabled=False)
    press_play_now(page, OFFERED[0])
    page.wait_for_url("**/games/*/")
    table = page.url
    page.get_by_role("button", name="No thanks").click()
    expect(page.locator("#lesson-offer")).to_have_count(0)
    expect(page).to_have_url(table)
    expect(page.locator("#t-status")).to_be_visible()


@with_lesson
def test_a_lesson_opens_at_its_top_on_a_low_desktop(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None, viewport={"width": 1280, "height": 720})
    for number in one_of_each_sort(kind):
        page.goto(address(kind, number))
        expect(page.locator("#t-controls")).to_be_focused()
        assert page.evaluate("scrollY") == 0


def test_a_lesson_is_done_by_touch_without_scrolling(visitors: Visitors) -> None:
    page = visitors.open(None, **PHONE)

    def tap(control: Locator) -> None:
        expect(control).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("scrollY") == 0
        if control.get_attribute("href"):  # which leads on from an answer
            page.wait_for_function(SETTLED)
        control.tap()

    go_through(page, WITH_EVERY_SORT, tap)
    answer_all(page, WITH_EVERY_SORT, lambda control: control.tap())


SETTLED = """() => {
  const [{ domContentLoadedEventEnd: shown }] = performance.getEntriesByType("navigation");
  return shown && performance.now() > shown + 450;
}"""
"""For a moment a second tap on the page before does nothing."""


@with_lesson
def test_who_listens_hears_the_question_and_the_answer_and_may_go_back_and_forward(
    visitors: Visitors, kind: str
) -> None:
    page = visitors.open(None)
    step = lesson_of(kind).steps[0]
    page.goto(address(kind, 1))
    controls = page.locator("#t-controls")
    expect(controls).to_be_focused()
    expect(controls).to_have_accessible_name(str(step.title))
    expect(controls).to_have_accessible_description(f"{step.text} {step.question}")
    action = good_choice(step)
    for control in controls_for(page, action):
        control.click()
    onward = page.get_by_role("link", name="Continue")
    expect(onward).to_be_focused()
    description = onward.evaluate(
        "one => document.getElementById(one.getAttribute('aria-describedby')).textContent"
    )
    answer = str(step.replies[action].text)
    assert answer in description
    assert str(step.rule) in description
    page.go_back()
    expect(page.locator("#t-status")).to_contain_text(str(step.question))
    page.go_forward()
    expect(page.locator("#t-status")).to_contain_text(answer)


def test_a_second_tap_on_a_choice_does_not_skip_its_answer(visitors: Visitors) -> None:
    page = visitors.open(None)
    page.add_init_script("""
      addEventListener("DOMContentLoaded", () => document.getElementById("a-on")?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 })));
    """)
    step = lesson_of(OFFERED[0]).steps[0]
    page.goto(address(OFFERED[0], 1))
    for control in controls_for(page, good_choice(step)):
        control.click()
    expect(page.locator("#t-status")).to_contain_text(str(step.rule))
    page.wait_for_function(SETTLED)
    assert "action=" in page.url


@with_lesson
def test_steps_and_answers_fit_small_screens_hinder_nobody_and_keys_choose_in_them(
    visitors: Visitors, kind: str
) -> None:
    page, axe = visitors.open(None), Examiner()
    pressed: list[str | None] = []
    for number, step in enumerate(lesson_of(kind).steps, start=1):
        action = longest_answer(step)
        page.goto(address(kind, number))
        is_examined = number in one_of_each_sort(kind)
        screens = SCREENS if is_examined else SMALLEST_SCREENS
        require_lesson_to_fit(page, screens)
        if is_examined:
            axe.examine(page, str(step.title))
        keys = [control.get_attribute("data-key") for control in controls_for(page, action)]
        if all(keys):
            for key in filter(None, keys):
                page.keyboard.press(key)
            pressed += keys
        else:
            page.goto(f"{address(kind, number)}?action={action.replace('+', '%2B')}")
        expect(page.locator("#t-status")).to_contain_text(str(step.replies[action].text))
        require_lesson_to_fit(page, screens)
        if is_examined:
            axe.examine(page, f"the answer to {action}")
    assert pressed

    questions, last = lesson_of(kind).questions, address(kind, lesson_of(kind).length)
    sent = "&".join(f"q{n}={n % len(one.options)}" for n, one in enumerate(questions, start=1))
    visitors.allow("status of 422")
    axe.visit(page, last, f"{last}?{sent}", f"{address(kind, 1)}?action=nonsense")
    assert not axe.found, "\n".join(axe.found)


def require_lesson_to_fit(page: Page, screens: list[tuple[int, int]]) -> None:
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        faults = page.evaluate(FAULTS, SMALLEST_BOARD)
        assert not faults, f"{page.url} on {width}x{height}: {faults}"


# --- The offer -----------------------------------------------------------------------------------


def first_table(page: Page, kind: str) -> Locator:
    """Press "Play a bot" as a newcomer; return the offer at the table."""
    press_play_now(page, kind)
    at_table(page)
    return page.locator("#lesson-offer")


@with_lesson
def test_a_newcomer_reaches_the_lesson_comes_back_and_the_first_move_takes_the_offer_away(
    visitors: Visitors, kind: str
) -> None:
    page = visitors.open(None)
    offer = first_table(page, kind)
    table, desktop = page.url, page.viewport_size
    wait_for_turn(page)
    require_fit(page, "the first turn, with an offer")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        expect(offer.get_by_role("button", name="No thanks")).to_be_in_viewport(ratio=1)
    assert desktop
    page.set_viewport_size(desktop)
    page.get_by_role("link", name="How to play").click()
    sheet = page.get_by_role("dialog")
    link = sheet.get_by_role("link", name="Learn it in two minutes")
    expect(link).to_have_attribute("href", f"/learn/{kind}/")
    page.keyboard.press("Escape")

    offer.get_by_role("link", name="Learn in 2 minutes").click()
    page.wait_for_url(f"**{address(kind, 1)}")
    page.get_by_role("link", name="Back to your game").click()
    page.wait_for_url(table)
    at_table(page)
    seen = wait_for_turn(page)
    expect(offer).to_contain_text("New here?")
    before = page.evaluate(BOARD_ON_TURN)
    act(page, "a-roll" if seen.roll else "a-decline")
    expect(offer.locator("*")).to_have_count(0)
    assert page.evaluate(BOARD_ON_TURN) in (before, None)


BOARD_ON_TURN = """() => {
  const {x, y, width, height} = document.getElementById("t-pieces").getBoundingClientRect();
  const {turn} = document.getElementById("t-status").dataset;
  return turn === "me" ? [x, y, width, height] : null;
}"""
"""The place of the board while it is their turn."""


def test_the_line_of_the_offers_closes_when_their_turn_is_over(visitors: Visitors) -> None:
    page = visitors.open(None)
    offer = first_table(page, "cantstop")
    wait_for_turn(page)
    top = "document.querySelector('.live-table').getBoundingClientRect().top"
    before, hand = page.evaluate(top), Hand(page)
    assert hand.move().mine
    expect(offer).to_be_empty()
    assert page.evaluate(top) == before
    while hand.move().mine:
        pass
    expect(page.locator(".before-start")).to_have_count(0)
    assert page.evaluate(top) < before


def test_no_thanks_moves_nothing_and_is_for_good(visitors: Visitors) -> None:
    page = visitors.open(None)
    offer = first_table(page, OFFERED[0])
    board = page.locator(".board")
    before = board.bounding_box()
    offer.get_by_role("button", name="No thanks").press("Enter")
    expect(offer).to_be_empty()
    assert board.bounding_box() == before
    assert page.evaluate("document.activeElement.closest('#t-controls, #t-pieces') !== null")
    page.reload()
    at_table(page)
    expect(offer).to_have_count(0)


SKIPPING = """window.skipped = 0;
addEventListener("pagereveal", ({viewTransition}) => {
  if (!viewTransition) return;
  viewTransition.finished.then(() => skipped++);
  viewTransition.skipTransition();
})"""


@only_in_chromium("no other browser of these has transitions between pages")
def test_a_transition_that_is_skipped_is_no_error(visitors: Visitors) -> None:
    page = visitors.open_new(None, reduced_motion="no-preference")
    page.add_init_script(SKIPPING)
    last = lesson_of(OFFERED[0]).length
    page.goto(address(OFFERED[0], last - 1))
    page.get_by_role("link", name="Skip", exact=True).click()
    expect(page.locator("#l-title")).to_be_visible()
    page.wait_for_function("() => skipped")
    page.go_back()
    page.wait_for_function("() => skipped")

"""A lesson by keys, by touch, without scripts and by the accessibility tree; and its offer."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.presenters import presenter
from games.presenters.lessons import Lesson, Step
from tests.browser.steps import act, at_table, look, press_play_now, wait_for_turn
from tests.browser.test_accessibility import Examiner
from tests.browser.test_table_fits import SCREENS, require_fit
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

SMALL_PHONE: ViewportSize = {"width": 360, "height": 580}
PHONE: dict[str, Any] = {"viewport": SMALL_PHONE, "has_touch": True, "is_mobile": True}
STARS = "stars:"

with_lesson = pytest.mark.parametrize("kind", [one for one in OFFERED if presenter(one).LESSON])

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
    lesson = presenter(kind).LESSON
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
    if not action.startswith(STARS):
        return [page.locator(f"#t-controls [value='{action}'], #t-pieces [value='{action}']").first]
    picks = [page.locator(f"[name=pick][value='{one}']") for one in action[len(STARS) :].split("+")]
    return [*picks, page.locator("#a-stars")]


def pages_of(kind: str) -> Iterator[str]:
    """Return the address of each step of decisions, and of each answer to it."""
    for number, step in enumerate(lesson_of(kind).steps, start=1):
        yield address(kind, number)
        for action in step.replies:
            yield f"{address(kind, number)}?action={action.replace('+', '%2B')}"


def go_through(page: Page, kind: str, press: Callable[[Locator], None]) -> None:
    """Do a lesson to its questions, with a poor choice first wherever there is one."""
    page.goto(f"/learn/{kind}/")
    for number, step in enumerate(lesson_of(kind).steps, start=1):
        for action in filter(None, (poor_choice(step), good_choice(step))):
            expect(page.locator("#t-status")).to_contain_text(str(step.question))
            for control in controls_for(page, action):
                press(control)
            reply = step.replies[action]
            expect(page.locator("#t-status")).to_contain_text(str(reply.text))
            if not reply.good:
                press(page.get_by_role("link", name="Try again"))
        press(page.get_by_role("link", name="Go on"))
        page.wait_for_url(f"**{address(kind, number + 1)}")


def answer_all(page: Page, kind: str, press: Callable[[Locator], None]) -> None:
    for number, question in enumerate(lesson_of(kind).questions, start=1):
        press(page.locator(f"[name=q{number}][value='{question.right}']"))
    press(page.get_by_role("button", name="How many are right?"))
    expect(page.get_by_role("heading", name="10 of 10 right")).to_be_visible()


def click(control: Locator) -> None:
    control.click()


# --- Ways to do it -------------------------------------------------------------------------------


@with_lesson
def test_a_lesson_is_done_without_scripts(visitors: Visitors, kind: str) -> None:
    page = visitors.open("/", java_script_enabled=False)
    page.locator(f"a[href='/learn/{kind}/']").click()
    go_through(page, kind, click)
    answer_all(page, kind, click)
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator("#t-controls")).to_be_visible()
    expect(page.locator("#lesson-offer")).to_have_count(0)


@with_lesson
def test_a_lesson_is_done_by_touch_without_scrolling(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None, **PHONE)

    def tap(control: Locator) -> None:
        expect(control).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("scrollY") == 0
        if control.get_attribute("href"):  # which leads on from an answer
            page.wait_for_function(SETTLED)
        control.tap()

    go_through(page, kind, tap)
    answer_all(page, kind, lambda control: control.tap())


SETTLED = """() => {
  const [{ domContentLoadedEventEnd: shown }] = performance.getEntriesByType("navigation");
  return shown && performance.now() > shown + 450;
}"""
"""For a moment a second tap on the page before does nothing."""


@with_lesson
def test_the_keys_of_a_table_choose_in_a_lesson(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    pressed = []
    for number, step in enumerate(lesson_of(kind).steps, start=1):
        action = good_choice(step)
        page.goto(address(kind, number))
        if key := controls_for(page, action)[0].get_attribute("data-key"):
            page.keyboard.press(key)
            expect(page.locator("#t-status")).to_contain_text(str(step.replies[action].text))
            pressed.append(key)
    assert pressed


@with_lesson
def test_who_listens_hears_the_question_and_the_answer(visitors: Visitors, kind: str) -> None:
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
    onward = page.get_by_role("link", name="Go on")
    expect(onward).to_be_focused()
    description = onward.evaluate(
        "one => document.getElementById(one.getAttribute('aria-describedby')).textContent"
    )
    assert str(step.replies[action].text) in description
    assert str(step.rule) in description


@with_lesson
def test_back_and_forward_lead_through_the_lesson(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    step = lesson_of(kind).steps[0]
    page.goto(address(kind, 1))
    action = good_choice(step)
    for control in controls_for(page, action):
        control.click()
    answer = str(step.replies[action].text)
    expect(page.locator("#t-status")).to_contain_text(answer)
    page.go_back()
    expect(page.locator("#t-status")).to_contain_text(str(step.question))
    page.go_forward()
    expect(page.locator("#t-status")).to_contain_text(answer)


@with_lesson
def test_a_second_tap_on_a_choice_does_not_skip_its_answer(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    page.add_init_script("""
      addEventListener("DOMContentLoaded", () => document.getElementById("a-on")?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 })));
    """)
    step = lesson_of(kind).steps[0]
    page.goto(address(kind, 1))
    for control in controls_for(page, good_choice(step)):
        control.click()
    expect(page.locator("#t-status")).to_contain_text(str(step.rule))
    page.wait_for_function(SETTLED)
    assert "action=" in page.url


# --- How it looks --------------------------------------------------------------------------------


@with_lesson
def test_each_step_and_each_answer_fit_small_screens(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    for path in pages_of(kind):
        page.goto(path)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            faults = page.evaluate(FAULTS, SMALLEST_BOARD)
            assert not faults, f"{path} on {width}x{height}: {faults}"


@with_lesson
def test_a_lesson_hinders_nobody(visitors: Visitors, kind: str) -> None:
    axe = Examiner()
    page = visitors.open(None)
    step, last = lesson_of(kind).steps[0], lesson_of(kind).length
    answer = f"{address(kind, 1)}?action={good_choice(step).replace('+', '%2B')}"
    questions = lesson_of(kind).questions
    sent = "&".join(f"q{n}={n % len(one.options)}" for n, one in enumerate(questions, start=1))
    steps = [address(kind, number) for number in range(1, last)]
    axe.visit(page, *steps, answer, address(kind, last), f"{address(kind, last)}?{sent}")
    visitors.allow("status of 422")
    axe.visit(page, f"{address(kind, 1)}?action=nonsense")
    assert not axe.found, "\n".join(axe.found)


# --- The offer -----------------------------------------------------------------------------------


def first_table(page: Page, kind: str) -> Locator:
    """Press "Play a bot" as a newcomer; return the offer at the table."""
    press_play_now(page, kind)
    at_table(page)
    return page.locator("#lesson-offer")


@with_lesson
def test_a_newcomer_reaches_the_lesson_and_finds_the_table_waiting(
    visitors: Visitors, kind: str
) -> None:
    page = visitors.open(None)
    offer = first_table(page, kind)
    table = page.url
    offer.get_by_role("link", name="Learn it in two minutes").click()
    page.wait_for_url(f"**{address(kind, 1)}")
    page.get_by_role("link", name="Back to your game").click()
    page.wait_for_url(table)


@with_lesson
def test_no_thanks_moves_nothing_and_is_for_good(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    offer = first_table(page, kind)
    board = page.locator(".board")
    before = board.bounding_box()
    offer.get_by_role("button", name="No thanks").press("Enter")
    expect(offer).to_be_empty()
    assert board.bounding_box() == before
    assert page.evaluate("document.activeElement.closest('#t-controls, #t-pieces') !== null")
    page.reload()
    at_table(page)
    expect(offer).to_have_count(0)


@with_lesson
def test_the_first_move_takes_the_offer_away_and_moves_nothing(
    visitors: Visitors, kind: str
) -> None:
    page = visitors.open(None)
    offer = first_table(page, kind)
    seen = wait_for_turn(page)
    expect(offer).to_contain_text("New here?")
    before = page.locator(".board").bounding_box()
    act(page, "a-roll" if seen.roll else "a-decline")
    expect(offer).to_be_empty()
    assert page.locator(".board").bounding_box() == before


@with_lesson
def test_the_offer_leaves_the_whole_table_on_a_small_screen(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    offer = first_table(page, kind)
    wait_for_turn(page)
    require_fit(page, "the first turn, with an offer")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        expect(offer.get_by_role("button", name="No thanks")).to_be_in_viewport(ratio=1)


@with_lesson
def test_without_scripts_no_thanks_leads_back_to_the_table(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None, java_script_enabled=False)
    press_play_now(page, kind)
    page.wait_for_url("**/games/*/")
    table = page.url
    page.get_by_role("button", name="No thanks").click()
    expect(page.locator("#lesson-offer")).to_have_count(0)
    expect(page).to_have_url(table)
    assert look(page).version >= 0


@with_lesson
def test_how_to_play_leads_to_the_lesson(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    first_table(page, kind)
    page.get_by_role("link", name="How to play").click()
    sheet = page.get_by_role("dialog")
    link = sheet.get_by_role("link", name="Learn it in two minutes")
    expect(link).to_have_attribute("href", f"/learn/{kind}/")

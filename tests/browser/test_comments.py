"""Comments on the steps of a replay follow the step that is shown."""

from playwright.sync_api import Page, expect

from tests.browser.steps import unique
from tests.browser.tables import import_record, register
from tests.browser.visitors import Visitors
from tests.games.records import record_text

WORDS = "<script>document.title = 'taken'</script> Brave!"


def write(page: Page, words: str) -> None:
    page.get_by_label("Your comment on this step").fill(words)
    page.get_by_role("button", name="Add comment").click()


def step_to(page: Page, code: str, key: str, seq: int) -> None:
    page.keyboard.press(key)
    expect(page).to_have_url(f"/games/{code}/replay/{seq}/")


def delete(page: Page) -> None:
    page.locator("#r-comments summary").click()
    page.get_by_role("button", name="Yes, delete").click()


def test_a_comment_stays_with_the_step_that_is_shown(visitors: Visitors) -> None:
    visitors.allow("status of (403|422)")
    ada = visitors.open(None)
    register(ada, unique("Ada"))
    code, _ = import_record(ada, record_text())
    ada.goto(f"/games/{code}/replay/2/")
    ada.evaluate("window.same = true")
    step_to(ada, code, "ArrowRight", 3)
    said, nothing = ada.locator("#r-comments .said"), ada.locator("#r-comments .none")
    expect(nothing).to_be_visible()
    require_words_kept_that_did_not_arrive(ada)
    ada.get_by_role("button", name="Add comment").click()
    expect(said).to_have_text(WORDS)
    expect(nothing).to_be_hidden()
    expect(ada.locator("#r-talk-failed")).to_be_hidden()
    expect(ada.get_by_label("Your comment on this step")).to_have_value("")
    expect(ada.locator("#r-say")).to_have_text("Comment added.")
    expect(ada.locator("#r-log [data-talk]")).to_have_attribute("data-seq", "3")
    ada.locator("#talk-title").focus()
    step_to(ada, code, "ArrowRight", 4)
    expect(said).to_have_count(0)
    expect(nothing).to_be_visible()
    step_to(ada, code, "ArrowLeft", 3)
    expect(said).to_have_text(WORDS)
    step_to(ada, code, "Home", 0)
    ada.locator("#r-talked a").click()
    expect(ada).to_have_url(f"/games/{code}/replay/3/")
    expect(said).to_have_text(WORDS)
    delete(ada)
    expect(said).to_have_count(0)
    expect(nothing).to_be_visible()
    expect(ada.locator("#r-log [data-talk]")).to_have_count(0)
    expect(ada.locator("#r-talked a")).to_have_count(0)
    assert ada.evaluate("window.same")
    assert "taken" not in ada.title()


def require_words_kept_that_did_not_arrive(page: Page) -> None:
    """What is wrong is told beside the form, and so is that nothing arrived."""
    failed = page.locator("#r-talk-failed")
    # Until this is said above the form, the form moves, perhaps away from under the mouse.
    expect(page.get_by_text("Proven, except for the players' parts")).to_be_visible()
    write(page, "   ")
    expect(page.locator("#comment-error")).to_have_text("Write something first.")
    expect(failed).to_be_hidden()
    # As for somebody who has signed out in another tab.
    page.route("**/comments/", lambda route: route.fulfill(status=403, body="<h1>No</h1>"))
    write(page, WORDS)
    expect(failed).to_contain_text("That didn't work.")
    expect(page.get_by_label("Your comment on this step")).to_have_value(WORDS)
    page.unroute("**/comments/")

"""Comments on the steps of a replay follow the step that is shown."""

from playwright.sync_api import Page, expect

from tests.browser.steps import unique
from tests.browser.tables import Table, import_record, register
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


def test_a_comment_is_there_again_when_one_comes_back(visitors: Visitors) -> None:
    ada = visitors.open(None)
    register(ada, unique("Ada"))
    code, _ = import_record(ada, record_text())
    ada.goto(f"/games/{code}/replay/3/")
    ada.evaluate("window.same = true")
    said, nothing = ada.locator("#r-comments .said"), ada.locator("#r-comments .none")
    expect(nothing).to_be_visible()
    write(ada, WORDS)
    expect(said).to_have_text(WORDS)
    expect(nothing).to_be_hidden()
    expect(ada.get_by_label("Your comment on this step")).to_have_value("")
    expect(ada.locator("#r-say")).to_have_text("Your comment was added.")
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


def test_a_comment_goes_to_the_step_that_is_shown(visitors: Visitors) -> None:
    ada = visitors.open(None)
    register(ada, unique("Ada"))
    code, _ = import_record(ada, record_text())
    ada.goto(f"/games/{code}/replay/2/")
    step_to(ada, code, "ArrowRight", 3)
    write(ada, "Here.")
    expect(ada.locator("#r-comments .said")).to_have_text("Here.")
    other = visitors.open(f"/games/{code}/replay/3/")
    expect(other.locator("#r-comments .said")).to_have_text("Here.")
    expect(other.locator("#r-talk textarea")).to_have_count(0)


def test_comments_work_without_scripts(visitors: Visitors) -> None:
    ada = visitors.open(None)
    register(ada, unique("Ada"))
    code, _ = import_record(ada, record_text())
    state = ada.context.storage_state()
    plain = visitors.open(
        f"/games/{code}/replay/3/", java_script_enabled=False, storage_state=state
    )
    write(plain, WORDS)
    expect(plain).to_have_url(f"/games/{code}/replay/3/")
    expect(plain.locator(".message")).to_have_text("Your comment was added.")
    expect(plain.locator("#r-comments .said")).to_have_text(WORDS)
    delete(plain)
    expect(plain.locator(".message")).to_have_text("The comment was deleted.")
    expect(plain.locator("#r-comments .said")).to_have_count(0)


def test_others_comment_while_the_game_runs_and_are_told_what_is_wrong(
    visitors: Visitors,
) -> None:
    visitors.allow("status of 422")
    ada, eve = visitors.open(None), visitors.open(None)
    table = Table(visitors.server, ada, visitors.open(None))
    table.play(until=6)
    code = table.code
    register(eve, unique("Eve"))
    eve.goto(f"/games/{code}/replay/3/")
    write(eve, "   ")
    expect(eve.locator("#comment-error")).to_have_text("Please write something first.")
    write(eve, "Go on!")
    expect(eve.locator("#r-comments .said")).to_have_text("Go on!")
    ada.goto(f"/games/{code}/replay/3/")
    expect(ada.locator("#r-talk")).to_contain_text("its players neither see nor write comments")
    expect(ada.locator("#r-comments .said")).to_have_count(0)


def test_a_comment_that_did_not_arrive_is_told_and_kept(visitors: Visitors) -> None:
    visitors.allow("status of 403")
    ada = visitors.open(None)
    register(ada, unique("Ada"))
    code, _ = import_record(ada, record_text())
    ada.goto(f"/games/{code}/replay/3/")
    failed = ada.locator("#r-talk-failed")
    expect(failed).to_be_hidden()
    # Until this is said above the form, the form moves, perhaps away from under the mouse.
    expect(ada.get_by_text("Your browser has checked these dice")).to_be_visible()
    # As for somebody who has signed out in another tab.
    ada.route("**/comments/", lambda route: route.fulfill(status=403, body="<h1>No</h1>"))
    write(ada, WORDS)
    expect(failed).to_contain_text("That did not work.")
    expect(ada.get_by_label("Your comment on this step")).to_have_value(WORDS)
    ada.unroute("**/comments/")
    ada.get_by_role("button", name="Add comment").click()
    expect(ada.locator("#r-comments .said")).to_have_text(WORDS)
    expect(failed).to_be_hidden()

"""The whole life of a case, by the hands of everybody it concerns, and that of a suspension."""

import re

from playwright.sync_api import Page, expect

from tests.browser.browsers import only_in_chromium
from tests.browser.panel import open_account, open_administrator, open_moderator
from tests.browser.reader import Reader
from tests.browser.steps import unique, wait_live
from tests.browser.tables import Table, look_at, open_table, register
from tests.browser.test_chat import examine, write
from tests.browser.visitors import Visitors

pytestmark = only_in_chromium("of others nobody can ask for their accessibility tree")

INSULT = "You play like a <b>worm</b>, and I hope you lose everything"
WHY = "Insulting another player."
PLEA = "I said it to my dice, not to them."
ANSWER = "We believe you this once. Please talk to your dice more kindly."
ACTS = [
    ("Root", "lifted on appeal"),
    ("Root", "lifted a sanction"),
    ("Ada", "appealed"),
    ("Mia", "decided a case"),
    ("Mia", "removed a chat message"),
    ("Mia", "muted"),
    ("Mia", "claimed a case"),
]
THANKS = "Thank you for telling us."


def test_a_mute_and_a_suspension_are_given_appealed_against_and_lifted(
    own_visitors: Visitors,
) -> None:
    # At a server of their own: cases that other tests have left would be next there, and the one
    # administrator answers an appeal against what they gave because nobody else could.
    own_visitors.allow("status of 403")
    administrator = open_administrator(own_visitors)
    moderator = open_moderator(own_visitors, administrator)
    ada, ben = own_visitors.open(None), own_visitors.open(None)
    register(ada, name := unique("Ada"))
    register(ben, unique("Ben"))
    table = Table(own_visitors.server, ada, ben)
    table.play(until=2, fair=True)
    table.show()
    code, step = table.code, table.state.seq

    write(ada, INSULT)
    report_the_line(ben)
    take_next(moderator)
    expect_the_evidence(moderator, code, step)
    decide_on_a_mute(moderator, name)
    expect_report(ben, "acted on", THANKS)

    expect(ada.locator("#c-lines li").first).to_contain_text("Removed by a moderator")
    appeal_from_the_table(ada, code)
    lift_and_answer(administrator, name)
    expect_to_write_again(ada, "Sorry")
    read_the_answer(ada)
    ben.goto(f"/games/{code}/")
    expect(ben.locator("#t-status")).to_be_visible()
    expect(ben.locator("#c-lines li")).to_have_count(0)
    expect_the_log(moderator, name)
    require_a_suspension_to_close_the_table(own_visitors.open(None), administrator)


def require_a_suspension_to_close_the_table(page: Page, administrator: Page) -> None:
    """Read the notice in place of the table, appeal from there, and be let in again."""
    register(page, name := unique("Eve"))
    look_at(code := open_table(page, size=2), page)
    suspend(administrator, name)
    expect_suspended(page)
    expect(page).to_have_url(re.compile(f"/games/{code}/$"))
    appeal_without_mouse_and_sight(page)
    lift_and_answer(administrator, name)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", name="Play", exact=True)).to_be_visible()
    read_the_answer(page)


def appeal_without_mouse_and_sight(page: Page) -> None:
    """With keys and the accessibility tree alone, as test_ten_tasks.py does the other tasks."""
    reader = Reader(page)
    reader.lands_at("Your account is suspended")
    reader.hears(WHY)
    reader.press("link", "Appeal this")
    reader.lands_at("Appeal")
    reader.write("Your message", PLEA)
    reader.press("button", "Appeal")
    reader.hears("Message sent.")


# --- The two at the table --------------------------------------------------------


def report_the_line(page: Page) -> None:
    """Report the line from where it is read, and block who said it."""
    line = page.locator("#c-lines li").last
    expect(line.locator(".said")).to_have_text(INSULT)
    line.locator(".more").click()
    line.get_by_role("link", name="Report").click()
    expect(page.locator("blockquote")).to_have_text(INSULT)
    examine(page)
    page.get_by_label("Abusive chat").check()
    page.get_by_label("In your own words").fill("Out of the blue.")
    page.get_by_label("no chat, no games together").check()
    page.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("We got your report")).to_be_visible()


def expect_report(page: Page, state: str, words: str = "") -> None:
    """See under "My reports" what became of the report."""
    page.goto("/accounts/reports/")
    expect(page.locator(".reports .badge")).to_have_text(state)
    if words:
        expect(page.locator(".reports")).to_contain_text(words)


def appeal_from_the_table(page: Page, code: str) -> None:
    """Read the notice that took the place of the form at once, and appeal from there."""
    expect(page).to_have_url(re.compile(f"/games/{code}/$"))
    expect(page.locator("#c-text")).to_have_count(0)
    notice = page.locator("#c-composer .sanction-notice")
    expect(notice).to_contain_text(WHY)
    expect(notice).to_contain_text("This ends on")
    examine(page)
    notice.get_by_role("link", name="Appeal this").click()
    expect(page.locator(".sanction")).to_contain_text(WHY)
    send_appeal(page)
    examine(page)
    page.goto(f"/games/{code}/")
    wait_live(page)
    expect(page.get_by_role("link", name="Your appeal")).to_be_visible()


def send_appeal(page: Page) -> None:
    page.get_by_role("textbox").fill(PLEA)
    page.get_by_role("button", name="Appeal").click()
    expect(page.locator(".thread")).to_contain_text(PLEA)


def expect_to_write_again(page: Page, words: str) -> None:
    """Find the form on the same page, which was told that the mute is lifted."""
    expect(page.locator("#c-composer .sanction-notice")).to_have_count(0)
    write(page, words)
    expect(page.locator("#c-lines .said").last).to_have_text(words)


def read_the_answer(page: Page) -> None:
    """Follow the news that the next page shows to the answer."""
    page.goto("/")
    page.get_by_role("link", name="Read answer").click()
    expect(page.locator(".thread")).to_contain_text(ANSWER)
    expect(page.get_by_text("This appeal is closed.")).to_be_visible()
    page.goto("/accounts/sanctions/")
    expect(page.get_by_text("Your account is in good standing.")).to_be_visible()


def expect_suspended(page: Page) -> None:
    """See the notice in place of whatever page was open or wanted."""
    expect(page.get_by_role("heading", name="Your account is suspended")).to_be_visible()
    expect(page.locator(".sanction-notice")).to_contain_text(WHY)
    expect(page.locator(".sanction-notice")).to_contain_text("This has no end date.")
    examine(page)


# --- Staff -------------------------------------------------------------------------


def take_next(page: Page) -> None:
    page.goto("/admin/")
    page.get_by_role("button", name="Take next case").click()
    expect(page.get_by_text("Yours until")).to_be_visible()


def expect_the_evidence(page: Page, code: str, step: int) -> None:
    """See the line as it was said, and the replay at the step at which it was."""
    reported = page.locator(".mod-reported")
    expect(reported).to_contain_text(INSULT)
    expect(page.locator(".mod-evidence")).to_contain_text(code)
    frame = page.locator("iframe")
    expect(frame).to_have_attribute("src", re.compile(rf"/games/{code}/.*seq={step}$"))
    frame.scroll_into_view_if_needed()
    expect(page.frame_locator("iframe").get_by_label("Board")).to_be_visible()


def decide_on_a_mute(page: Page, name: str) -> None:
    line = page.get_by_label(INSULT)
    expect(line).to_be_hidden()
    page.get_by_label("acted on").check()
    expect(line).to_be_checked()
    page.get_by_label("No rule broken").check()
    expect(line).to_be_hidden()
    page.get_by_label("acted on").check()
    page.get_by_label("Chat mute").select_option("a day")
    page.get_by_label("Reason").fill(WHY)
    message = page.get_by_label("Message to the reporters")
    message.fill(THANKS)
    page.locator("[data-for='to_reporters'] select").select_option("Thank you, we acted")
    expect(message).to_have_value(re.compile(f"^{THANKS}\n\n.+ acted on it"))
    page.get_by_role("button", name="Decide case").click()
    expect(page.get_by_text("Case decided.")).to_be_visible()
    expect(page.locator(".mod-state")).to_contain_text(f"Chat mute: {WHY}")
    expect(page.locator(".mod-state")).to_contain_text(name)


def suspend(page: Page, name: str) -> None:
    open_account(page, name)
    page.get_by_role("link", name="Sanction", exact=True).click()
    page.get_by_label("Sanction").select_option("suspension")
    page.get_by_label("How long").select_option("permanent")
    page.get_by_label("Reason").fill(WHY)
    page.get_by_role("button", name="Give this sanction").click()


def lift_and_answer(page: Page, name: str) -> None:
    """Find the appeal among those that wait, and give way."""
    page.goto("/admin/")
    page.locator(".mod-links").get_by_role("link", name="Appeals").click()
    page.get_by_role("link", name=re.compile(f": {name}$")).click()
    expect(page.locator(".mod-thread")).to_contain_text(PLEA)
    page.get_by_label("Text").fill(ANSWER)
    page.get_by_role("button", name="Lift and answer").click()
    expect(page.get_by_text("Sanction lifted, answer sent.")).to_be_visible()


def expect_the_log(page: Page, name: str) -> None:
    """Find every act of this case in the log, the latest first."""
    page.goto("/admin/")
    page.get_by_role("link", name="Moderation log").click()
    page.locator("#searchbar").fill(name)
    page.keyboard.press("Enter")
    rows = page.locator("#result_list tbody tr")
    expect(rows).to_have_text([re.compile(rf"{who}\d*{what}{name}") for who, what in ACTS])

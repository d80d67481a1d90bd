"""Playing with half the presses: take and roll on, standing orders, and asking before a stop."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.steps import look, record, wait_for_version
from tests.browser.tables import Table, post
from tests.browser.test_accessibility import Examiner
from tests.browser.test_table_fits import SCREENS, require_fit, table_of
from tests.browser.visitors import Visitors

PHONE: ViewportSize = {"width": 390, "height": 664}


def choosing(visitors: Visitors) -> tuple[Table, Page, Page]:
    """Return a table at which the first page may split 2, 3, 4 and 5, and the second watches."""
    table = table_of(visitors, 2, "cantstop")
    me, other = table.in_order
    table.act(me, "roll", "2345")
    table.show(me, other)
    return table, me, other


def offered(visitors: Visitors) -> tuple[Table, Page, Page]:
    """Return a table at which the second page is offered the gold cell of the first one's roll."""
    table = table_of(visitors, 2, "buttons")
    me, other = table.in_order
    table.act(me, "roll", "341256")
    table.show(me, other)
    return table, me, other


def types(page: Page, table: Table) -> list[str]:
    return [event["type"] for event in record(page, table.code)["events"]]


def prefer(page: Page, **chosen: str) -> None:
    chosen |= {"invites": "everybody", "bots_pace": "normal", "weekend": "sat-sun"}
    post(page, "/accounts/preferences/", **chosen)


# --- Take and roll on ----------------------------------------------------------------------------


def test_one_press_takes_a_split_and_rolls_on_and_both_are_told_of_both(
    visitors: Visitors,
) -> None:
    table, me, other = choosing(visitors)
    me.locator(".on").first.hover()  # it shows where the runners would go
    way_up = "getComputedStyle(document.querySelector('.gh .g{} path')).opacity"
    me.wait_for_function(f"() => {way_up.format(1)} === '1'")
    assert me.evaluate(f"() => {way_up.format(2)}") == "0"

    table.server.load("2345", game=table.code)
    me.keyboard.press("Shift+A")
    for page in (me, other):
        wait_for_version(page, 3)
        said = page.locator("#t-say").text_content() or ""
        assert "5 and 9" in said, said
        assert "rolled 2, 3, 4, 5" in said, said
    me.wait_for_function("() => document.activeElement.closest('#t-controls')")
    assert types(me, table) == ["rolled", "split", "rolled"]

    table.server.load("1236", game=table.code)
    me.get_by_role("button", name="Take 5 + 9 and roll").click()
    for page in (me, other):
        wait_for_version(page, 5)
    assert types(me, table)[3:] == ["split", "rolled"]
    expect(me.locator("#t-status .news")).to_contain_text("You rolled 1, 2, 3, 6")
    say_the_roll_alone(table, me)


def say_the_roll_alone(table: Table, me: Page) -> None:
    """If the split was heard before it is not said again with the roll."""
    table.learn()
    table.act(me, "split:3+9")
    table.wait_for(me)
    assert "3 and 9" in (me.locator("#t-say").text_content() or "")
    table.act(me, "roll", "2345")
    table.wait_for(me)
    assert "3 and 9" not in (me.locator("#t-say").text_content() or "")


def test_without_scripts_it_works_too(visitors: Visitors) -> None:
    pages = visitors.open_new(None, java_script_enabled=False), visitors.open(None)
    table = Table(visitors.server, *pages)
    if table.in_order[0] is not pages[0]:
        for action, faces in (("roll", "1133"), ("split:2+6", ""), ("stop", "")):
            table.act(pages[1], action, faces)
    table.act(pages[0], "roll", "2345")
    pages[0].goto(f"/games/{table.code}/")
    table.server.load("1236", game=table.code)
    pages[0].get_by_role("button", name="Take 5 + 9 and roll").click()
    shown = str(table.state.seq + 2)
    expect(pages[0].locator("#t-status")).to_have_attribute("data-version", shown)


# --- Standing orders -----------------------------------------------------------------------------


def test_orders_are_given_by_keyboard_carried_out_and_cancelled_with_one_press(
    visitors: Visitors,
) -> None:
    table, me, other = choosing(visitors)
    me.get_by_role("link", name="Set automatic moves").focus()
    me.keyboard.press("Enter")
    dialog = me.get_by_role("dialog", name="Automatic moves")
    expect(dialog).to_be_visible()
    for key in ("a", "Shift+A", "r", "s"):
        me.keyboard.press(key)  # they play nothing behind it
    dialog.get_by_label("Roll while my bust risk").fill("100")
    dialog.get_by_label("Every turn").check()
    dialog.get_by_role("button", name="Save orders").focus()
    me.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(me.locator(".by-order")).to_contain_text("roll under 100%")
    expect(other.locator(".by-order")).to_have_count(0)
    assert types(me, table) == ["rolled"]
    table.server.load("1236", game=table.code)
    me.keyboard.press("a")
    wait_for_version(me, 3)  # the split by hand, the roll by order
    assert types(me, table) == ["rolled", "split", "rolled"]
    me.get_by_role("button", name="Cancel").click()
    expect(me.locator(".by-order")).to_have_count(0)


def test_a_table_with_orders_fits_small_screens(visitors: Visitors) -> None:
    table = table_of(visitors, 2, "cantstop")
    me = table.in_order[0]
    table.act(me, "roll", "2345")
    table.show(me)
    form = {"roll_under": "1", "at_top": "on", "at_gain": "9", "turns": "every"}
    token = table.rules.token(table.state, table.number_of(me))
    post(me, f"/games/{table.code}/orders/", token=str(token), **form)
    expect(me.locator(".by-order")).to_be_visible()
    require_fit(me, "choosing with orders")
    # The order rolls again; what can be chosen then is as long as it gets.
    table.server.load("4561", game=table.code)
    table.act(me, "split:5+9")
    table.learn()
    table.wait_for(me)
    expect(me.locator("#t-controls .way")).to_have_count(4)
    require_fit(me, "choosing with orders between the longest choices")


def test_decline_until_i_say_declines_now_and_the_next_time(visitors: Visitors) -> None:
    visitors.allow("status of 422.*/orders/")
    axe = Examiner()
    table, me, other = offered(visitors)
    other.get_by_role("link", name="Set automatic moves").click()
    dialog = other.get_by_role("dialog", name="Automatic moves")
    expect(dialog).to_be_visible()
    axe.examine(other, "orders")
    other.get_by_role("button", name="Save orders").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Choose at least one")
    expect(other.locator(".by-order")).to_have_count(0)
    other.keyboard.press("Escape")
    other.keyboard.press("Shift+D")
    expect(other.locator(".by-order")).to_contain_text("decline gold cells")
    wait_for_version(other, 3)
    decline_the_next_one(table, me, other)

    other.set_viewport_size(PHONE)
    axe.examine(other, "orders that hold")
    other.goto(other.url + "orders/")
    axe.examine(other, "orders on a page of their own")
    assert not axe.found, "\n".join(axe.found)


WORDS_OF_PAIR = """() => [...document.querySelectorAll(".pair .btn")].flatMap((button) => {
  const words = document.createRange();
  words.selectNodeContents(button.querySelector("small") ?? button);
  const lines = new Set([...words.getClientRects()].map(({top}) => Math.round(top)));
  return [lines.size, Math.round(button.getBoundingClientRect().top)];
})"""


def test_decline_and_always_stand_side_by_side_as_whole_words(visitors: Visitors) -> None:
    _table, _me, other = offered(visitors)
    for width, height in [*SCREENS, (1100, 800), (1280, 800)]:
        other.set_viewport_size({"width": width, "height": height})
        lines, top, other_lines, other_top = other.evaluate(WORDS_OF_PAIR)
        assert (lines, other_lines, other_top) == (1, 1, top), (width, height)


def decline_the_next_one(table: Table, me: Page, other: Page) -> None:
    table.learn()
    cell = table.state.roller_cells(table.state.rolled)[0]
    table.act(me, f"place:{cell[0]},{cell[1]}")
    table.act(other, "roll", "621345")
    table.learn()
    assert types(other, table).count("declined") == 1
    own = table.state.roller_cells(table.state.rolled)[0]
    table.act(other, f"place:{own[0]},{own[1]}")
    if table.number_of(me) in table.state.pending:
        table.act(me, "decline")
    table.act(me, "roll", "553146")
    wait_for_version(other, table.state.seq + 1)
    assert types(other, table)[-1] == "declined"


# --- By itself, and asking -----------------------------------------------------------------------


def test_who_wants_to_be_asked_presses_stop_twice_and_who_wants_that_rolls_by_themselves(
    visitors: Visitors,
) -> None:
    table, me, other = choosing(visitors)
    prefer(me, confirm_stop="on")
    prefer(other, auto_roll="on")
    table.act(me, "split:5+9")
    table.show(me)
    stop = me.locator("#a-stop")
    stop.click()
    expect(stop).to_have_text("Sure? Press again")
    me.locator("#t-status").click()
    expect(stop).to_have_text("Stop keep 2 spaces")  # another press forgets the question
    me.keyboard.press("s")
    expect(stop).to_have_text("Sure? Press again")
    expect(me.locator("#t-say")).to_have_text("Sure? Press again")
    assert look(me).mine
    table.server.load("2345", game=table.code)
    stop.click()
    wait_for_version(other, 4)
    assert types(me, table) == ["rolled", "split", "stopped", "rolled"]

    other.locator("#o1").check()
    other.locator("#a-stop").click()
    wait_for_version(other, 6)  # they are not asked
    assert types(me, table)[5] == "stopped"

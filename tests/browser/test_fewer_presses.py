"""Playing with half the presses: take and roll on, standing orders, and asking before a stop."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.steps import look, record, wait_for_version
from tests.browser.tables import Table, post, register
from tests.browser.test_accessibility import Examiner
from tests.browser.test_table_fits import require_fit, table_of
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


def test_the_part_beside_a_split_takes_it_and_rolls_on(visitors: Visitors) -> None:
    table, me, other = choosing(visitors)
    table.server.load("1236", game=table.code)
    me.get_by_role("button", name="5 + 9, then roll").click()
    wait_for_version(me, 3)
    wait_for_version(other, 3)
    assert types(me, table) == ["rolled", "split", "rolled"]
    expect(me.locator("#t-status .news")).to_contain_text("You rolled 1, 2, 3 and 6")


def test_shift_and_the_number_of_a_split_do_the_same(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
    table.server.load("1236", game=table.code)
    me.keyboard.press("Shift+Digit1")
    wait_for_version(me, 3)
    assert types(me, table) == ["rolled", "split", "rolled"]


def test_the_focus_stays_where_one_plays(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
    table.server.load("1236", game=table.code)
    me.keyboard.press("Shift+Digit1")
    wait_for_version(me, 3)
    me.wait_for_function("() => document.activeElement.closest('#t-controls')")


def test_both_events_are_heard_by_both(visitors: Visitors) -> None:
    table, me, other = choosing(visitors)
    table.server.load("1236", game=table.code)
    me.keyboard.press("Shift+Digit1")
    for page in (me, other):
        wait_for_version(page, 3)
        said = page.locator("#t-say").text_content() or ""
        assert "5 and 9" in said, said
        assert "rolled 1, 2, 3 and 6" in said, said


def test_what_was_heard_of_the_split_is_not_said_again_with_the_roll(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
    table.act(me, "split:5+9")
    table.wait_for(me)
    table.act(me, "roll", "1236")
    table.wait_for(me)
    assert "5 and 9" not in (me.locator("#t-say").text_content() or "")


def test_pointing_at_that_part_shows_where_the_runners_would_go(visitors: Visitors) -> None:
    _, me, _ = choosing(visitors)
    me.locator("#o1 + .on").hover()
    opacity = "getComputedStyle(document.querySelector('.gh .g{}')).opacity"
    me.wait_for_function(f"() => {opacity.format(2)} === '0'")
    assert me.evaluate(f"() => {opacity.format(1)}") == "1"


def test_without_scripts_it_works_too(visitors: Visitors) -> None:
    table = table_of(visitors, 2, "cantstop")
    me = table.in_order[0]
    table.act(me, "roll", "2345")
    state = me.context.storage_state()
    browser = me.context.browser
    assert browser is not None
    with browser.new_context(
        storage_state=state, java_script_enabled=False, base_url=table.server.url
    ) as context:
        page = context.new_page()
        page.goto(f"/games/{table.code}/")
        table.server.load("1236", game=table.code)
        page.get_by_role("button", name="5 + 9, then roll").click()
        expect(page.locator("#t-status")).to_have_attribute("data-version", "3")


# --- Standing orders -----------------------------------------------------------------------------


def test_orders_are_given_by_keyboard_carried_out_and_cancelled_with_one_press(
    visitors: Visitors,
) -> None:
    table, me, other = choosing(visitors)
    me.get_by_role("link", name="Standing orders").focus()
    me.keyboard.press("Enter")
    dialog = me.get_by_role("dialog", name="Standing orders")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Roll while the chance").fill("100")
    dialog.get_by_label("Every turn").check()
    dialog.get_by_role("button", name="Give these orders").focus()
    me.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(me.locator(".by-order")).to_contain_text("roll under 100%")
    expect(other.locator(".by-order")).to_have_count(0)
    table.server.load("1236", game=table.code)
    me.keyboard.press("Digit1")
    wait_for_version(me, 3)  # the split by hand, the roll by order
    assert types(me, table) == ["rolled", "split", "rolled"]
    me.get_by_role("button", name="Cancel").click()
    expect(me.locator(".by-order")).to_have_count(0)


def test_orders_that_are_wrong_are_refused_in_the_page(visitors: Visitors) -> None:
    visitors.allow("status of 422.*/orders/")
    _, _, other = offered(visitors)
    other.get_by_role("link", name="Standing orders").click()
    other.get_by_role("button", name="Give these orders").click()
    dialog = other.get_by_role("dialog", name="Standing orders")
    expect(dialog.get_by_role("alert")).to_contain_text("Choose something")
    expect(other.locator(".by-order")).to_have_count(0)


def test_keys_pressed_in_a_dialog_play_nothing_behind_it(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
    me.get_by_role("link", name="Standing orders").click()
    dialog = me.get_by_role("dialog", name="Standing orders")
    expect(dialog).to_be_visible()
    for key in ("1", "Shift+Digit1", "r", "s"):
        me.keyboard.press(key)
    dialog.get_by_role("button", name="Close").click()
    me.keyboard.press("1")  # had anything been played before, this would not be a split
    wait_for_version(me, 2)
    assert types(me, table) == ["rolled", "split"]


def test_decline_until_i_say_declines_now_and_the_next_time(visitors: Visitors) -> None:
    table, me, other = offered(visitors)
    other.keyboard.press("Shift+D")
    expect(other.locator(".by-order")).to_contain_text("decline gold cells")
    wait_for_version(other, 3)
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
    other.wait_for_function(
        "version => Number(document.getElementById('t-status').dataset.version) >= version",
        arg=table.state.seq + 1,
    )
    assert types(other, table)[-1] == "declined"


def test_the_replay_says_afterwards_what_was_done_by_order(visitors: Visitors) -> None:
    table, _, other = offered(visitors)
    other.keyboard.press("Shift+D")
    wait_for_version(other, 3)
    post(other, f"/games/{table.code}/act/", action="resign")
    other.goto(f"/games/{table.code}/replay/3/")
    expect(other.locator("#r-step")).to_contain_text("By a standing order.")


def test_a_table_with_orders_fits_small_screens(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
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
    expect(me.locator("#t-controls .row")).to_have_count(3)
    require_fit(me, "choosing with orders between the longest choices")


def test_axe_finds_nothing_in_orders(visitors: Visitors) -> None:
    axe = Examiner()
    _, _, other = offered(visitors)
    axe.examine(other, "an offer that can be declined until one says")
    other.get_by_role("link", name="Standing orders").click()
    axe.examine(other, "orders")
    other.keyboard.press("Escape")
    other.keyboard.press("Shift+D")
    expect(other.locator(".by-order")).to_be_visible()
    other.set_viewport_size(PHONE)
    axe.examine(other, "orders that hold")
    other.goto(other.url + "orders/")
    axe.examine(other, "orders on a page of their own")
    assert not axe.found, "\n".join(axe.found)


# --- By itself, and asking -----------------------------------------------------------------------


def test_a_turn_begins_by_itself_for_who_wants_that(visitors: Visitors) -> None:
    table, me, other = choosing(visitors)
    prefer(other, auto_roll="on")
    table.act(me, "split:5+9")
    table.act(me, "stop")
    wait_for_version(other, 4)
    assert types(other, table) == ["rolled", "split", "stopped", "rolled"]


def test_who_wants_to_be_asked_presses_stop_twice(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
    prefer(me, confirm_stop="on")
    table.act(me, "split:5+9")
    table.show(me)
    me.keyboard.press("s")
    expect(me.locator("#a-stop")).to_have_text("Sure? Press again")
    expect(me.locator("#t-say")).to_have_text("Sure? Press again")
    assert look(me).mine
    me.locator("#a-stop").click()
    wait_for_version(me, 3)
    assert types(me, table)[-1] == "stopped"


def test_another_press_forgets_the_question(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
    prefer(me, confirm_stop="on")
    table.act(me, "split:5+9")
    table.show(me)
    me.locator("#a-stop").click()
    me.locator("#t-log").click()
    expect(me.locator("#a-stop")).to_have_text("Stop")


def test_nobody_else_is_asked(visitors: Visitors) -> None:
    table, me, _ = choosing(visitors)
    table.act(me, "split:5+9")
    table.wait_for(me)
    me.locator("#a-stop").click()
    wait_for_version(me, 3)


def test_what_is_preferred_is_chosen_on_a_page(visitors: Visitors) -> None:
    page = visitors.open(None)
    register(page, "prefers")
    page.goto("/accounts/preferences/")
    page.get_by_label("Ask me before I stop").check()
    page.get_by_label("Roll by itself").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Ask me before I stop")).to_be_checked()
    expect(page.get_by_label("Take the only choice")).not_to_be_checked()

"""Several people decide at the same time at a table of Buttons, and none is in another's way."""

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import (
    KIND,
    events,
    offer,
    place,
    press_at_once,
    roll,
    sit_down,
    three_of_a_colour,
    together,
    turn,
)
from tests.browser.steps import act, wait_for_version
from tests.browser.tables import Table
from tests.browser.test_buttons_whole_game import play_a_round
from tests.browser.visitors import Visitors

FREE, THEIRS = (1, 1), (3, 3)


def require_no_notice(*pages: Page) -> None:
    for page in pages:
        expect(page.locator("#t-notice")).to_be_empty()


def test_all_who_decide_at_the_same_moment_count_and_a_bust_leaves_others_their_choice(
    visitors: Visitors,
) -> None:
    table = sit_down(visitors.server, *(visitors.open(None) for _ in range(3)))
    pages = roller, second, third = table.in_order
    roll(visitors.server, roller, FREE)
    together(*pages)
    press_at_once((second, "a-place"), (third, "a-place"))
    for page in pages:
        wait_for_version(page, 4)
    both = {table.number_of(page) for page in (second, third)}
    assert {kind for kind, _ in events(roller)[2:]} == {"placed"}
    assert {player for _, player in events(roller)[2:]} == both
    assert offer(roller).cells == ["c11"]
    for page in (second, third):
        assert not offer(page).anything
    place(roller, "c11")
    together(*pages)

    visitors.server.load("335555", game=table.code)  # its roller may place elsewhere
    act(second, "a-roll")
    together(*pages)
    second.locator("#c35").check()
    press_at_once((second, "a-place"), (third, "a-place"), (roller, "a-decline"))
    for page in pages:
        wait_for_version(page, 9)
    assert sorted(kind for kind, _ in events(roller)[6:]) == ["declined", "placed", "placed"]
    assert offer(third).roll
    require_no_notice(*pages)

    require_choice_of_others_on_a_bust(visitors, [third, roller, second])


def require_choice_of_others_on_a_bust(visitors: Visitors, pages: list[Page]) -> None:
    """The first rolls what names their own button alone, and the others decide."""
    roller, second, third = pages
    roll(visitors.server, roller, THEIRS)
    newest = together(*pages)
    for page in pages:
        expect(page.locator("#t-controls")).to_contain_text("Bust!")
    assert not offer(roller).anything
    assert offer(roller).buttons == 0
    for page in (second, third):
        assert offer(page).place
        assert offer(page).decline
    assert act(second, "a-place") == newest + 1
    together(*pages)
    assert offer(third).place
    act(third, "a-decline")
    together(*pages)
    require_no_notice(*pages)
    assert offer(second).roll
    assert offer(second).opt_out
    assert not offer(roller).anything
    expect(roller.locator("#t-seats .me .standing")).to_contain_text("bust")


def test_stars_are_preset_moved_by_a_tap_and_survive_what_another_player_does(
    visitors: Visitors,
) -> None:
    """Four buttons of which three are alike bring two stars, or three with the card."""
    first, second = _until_both_place_stars(visitors)
    expect(second.locator("#t-pieces input:checked")).to_have_count(1)
    wanted = offer(first).stars
    assert wanted in {2, 3}
    confirm = first.locator("#a-stars")
    checked = first.locator("#t-pieces input:checked")
    expect(checked).to_have_count(wanted)
    expect(confirm).to_have_text(f"Place {wanted} stars")

    ringed = first.locator("#t-pieces input.cell:not(:checked)").first
    moved_to = ringed.get_attribute("id")
    ringed.check()
    expect(checked).to_have_count(wanted)
    expect(confirm).to_be_visible()
    newest = act(second, "a-stars")
    wait_for_version(first, newest)
    expect(first.locator(f"#{moved_to}")).to_be_checked()
    expect(checked).to_have_count(wanted)

    first.locator(f"#{moved_to}").uncheck()
    expect(confirm).to_be_hidden()
    expect(first.locator("#t-controls .unpicked")).to_contain_text("Stars in hand: 1.")
    first.locator(f"#{moved_to}").check()
    act(first, "a-stars")
    require_no_notice(first, second)
    assert events(first)[-1][0] == "stars_placed"
    together(first, second)
    expect(first.locator("#t-seats .me .score b").first).to_have_text(str(wanted))


def test_the_longest_line_is_told_and_drawn_as_stars_are_moved(visitors: Visitors) -> None:
    """Two stars of earlier rounds lie in a row, and one of two buttons makes it longer."""
    table = Table(visitors.server, visitors.open(None), visitors.open(None), kind=KIND)
    for faces in ("111111", "122222"):
        play_a_round(table, faces)
    first, second = table.in_order
    turn(table, first, (1, 3))
    turn(table, second, (6, 6))
    turn(table, first, (6, 6))
    for page in (second, first):
        table.act(page, "opt-out")
    table.show(first)
    line, band = first.locator("#t-line"), first.locator("#t-pieces .buttons-band")
    expect(first.locator("#c13")).to_be_checked()
    expect(line).to_have_text("3")
    expect(band).to_have_attribute("d", "M110 110L310 110")
    first.locator("#c66").check()
    expect(first.locator("#c13")).not_to_be_checked()
    expect(line).to_have_text("2")
    expect(band).to_have_attribute("d", "M110 110L210 110")


def _until_both_place_stars(visitors: Visitors) -> list[Page]:
    """Play until who began places stars with four buttons, and the other with one."""
    table = Table(visitors.server, visitors.open(None), visitors.open(None), kind=KIND)
    first, second = table.in_order
    cells = three_of_a_colour(table, first)
    turn(table, first, cells[0])
    turn(table, second, FREE)
    turn(table, first, cells[1])
    table.act(second, "opt-out")
    for cell in cells[2:]:
        turn(table, first, cell)
    table.act(first, "opt-out")
    table.show()
    return [first, second]

"""Several people decide at the same time at a table of Buttons, and none is in another's way."""

import re

from playwright.sync_api import Page, expect

from tests.browser.buttons_steps import (
    KIND,
    events,
    offer,
    pick,
    press_at_once,
    roll,
    sit_down,
    three_of_a_colour,
    together,
    turn,
)
from tests.browser.steps import act, wait_for_version
from tests.browser.tables import Table
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
    act(roller, "c11")
    together(*pages)

    visitors.server.load("335555", game=table.code)  # its roller may place elsewhere
    act(second, "a-roll")
    together(*pages)
    press_at_once((second, "c35"), (third, "a-place"), (roller, "a-decline"))
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


def test_picked_stars_survive_what_another_player_does(visitors: Visitors) -> None:
    """Four buttons of which three are alike bring two stars, or three with the card."""
    first, second = _until_both_place_stars(visitors)
    # A lone button is picked already.
    expect(second.locator("#t-pieces input:checked")).to_have_count(1)
    expect(second.locator("#a-stars")).to_be_enabled()
    wanted = offer(first).stars
    assert wanted in {2, 3}
    confirm = first.locator("#a-stars")
    cells = [box.get_attribute("id") or "" for box in first.locator("#t-pieces input.cell").all()]
    other_choice = cells[-wanted:]

    expect(confirm).to_be_disabled()
    pick(first, other_choice[0])
    expect(confirm).to_contain_text(re.compile(rf"1\s*/\s*{wanted}"))
    expect(confirm).to_be_disabled()
    newest = act(second, "a-stars")
    wait_for_version(first, newest)
    expect(first.locator("#t-pieces input:checked")).to_have_count(1)
    expect(first.locator(f"#{other_choice[0]}")).to_be_checked()
    expect(confirm).to_contain_text(re.compile(rf"1\s*/\s*{wanted}"))

    pick(first, *other_choice[1:])
    expect(confirm).to_be_enabled()
    for cell in set(cells) - set(other_choice):
        expect(first.locator(f"#{cell}")).to_be_disabled()
    first.locator("#a-undo").click()
    expect(first.locator("#t-pieces input:checked")).to_have_count(0)
    expect(confirm).to_be_disabled()

    pick(first, *other_choice)
    act(first, "a-stars")
    require_no_notice(first, second)
    assert events(first)[-1][0] == "stars_placed"
    together(first, second)
    expect(first.locator("#t-seats .me .score").first).to_contain_text(f"★ {wanted}")


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

"""What players are called at a table, on pages and in pushes."""

from playwright.sync_api import expect

from tests.browser.steps import act, create_table, sign_up, unique
from tests.browser.tables import Table
from tests.browser.test_phone import PHONE
from tests.browser.visitors import Visitors


def test_each_player_is_you_on_their_own_page_and_stays_it(visitors: Visitors) -> None:
    ada, bob, eve = visitors.open(None, **PHONE), visitors.open(None), visitors.open(None)
    names = [unique("Twenty-letters-ada-"), unique("Bob")]
    for page, name in zip((ada, bob), names, strict=True):
        sign_up(page, name[:20])
    table = Table(visitors.server, ada, bob)
    table.show(ada, bob, eve)
    first = table.in_order[0]
    for _ in range(2):  # as the page comes, and after a push
        for page in (ada, bob):
            mine, other = page.locator("#t-seats .me .name"), page.locator("#t-seats li:not(.me)")
            expect(mine).to_have_text("You")
            expect(other).to_contain_text(names[0][:20] if page is bob else names[1])
        expect(eve.locator("#t-seats")).to_contain_text(names[1])
        expect(eve.locator("#t-seats")).not_to_contain_text("You")
        if first.locator("#a-roll:enabled").count():
            act(first, "a-roll")


def test_two_bots_of_one_kind_are_told_apart(visitors: Visitors) -> None:
    page = visitors.open(None)
    create_table(page, Seats="3")
    page.locator("#bot").select_option("bold")
    page.locator("#a-start").click()
    for name in ("Bold 1", "Bold 2"):
        expect(page.locator("#t-seats").get_by_text(name, exact=True)).to_be_visible()


def test_somebody_changes_their_name_and_the_old_page_leads_to_the_new_one(
    visitors: Visitors,
) -> None:
    ada, eve = visitors.open(None), visitors.open(None)
    old, new = unique("ada"), unique("countess")
    sign_up(ada, old)
    ada.goto("/accounts/")
    ada.get_by_role("link", name="Change your name").click()
    ada.get_by_label("New name").fill(new)
    ada.get_by_role("button", name="Change my name").click()
    expect(ada.locator("header .menu summary")).to_have_text(new)
    ada.get_by_role("link", name="Change your name").click()
    expect(ada.get_by_text("can change it again from")).to_be_visible()
    expect(ada.get_by_label("New name")).to_have_count(0)
    eve.goto(f"/players/{old}/")
    expect(eve.get_by_role("heading", level=1)).to_have_text(new)

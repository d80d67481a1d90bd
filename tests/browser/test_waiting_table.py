"""A table that waits: the invitation first, then what is played, then what one can do."""

from playwright.sync_api import Page, expect

from tests.browser.steps import create_table, join
from tests.browser.test_phone import PHONE
from tests.browser.visitors import Visitors

SHARE = """
window.shared = [];
navigator.share = async (what) => { shared.push(what.url); };
"""
IN_ORDER = ["#invite", ".options", "#a-start", "#a-own-salt", "#a-leave"]


def tops(page: Page) -> list[float]:
    """Return how far down these parts of the page begin."""
    boxes = [page.locator(part).bounding_box() for part in IN_ORDER]
    return [box["y"] for box in boxes if box]


def test_the_invitation_comes_first_and_the_part_in_the_dice_is_folded(visitors: Visitors) -> None:
    page = visitors.open(None)
    create_table(page)
    assert tops(page) == sorted(tops(page))
    expect(page.locator("#salt")).to_be_hidden()
    expect(page.locator("#salt")).not_to_have_value("")  # it was sent all the same


def test_a_phone_shows_the_whole_invitation_at_once(visitors: Visitors) -> None:
    page = visitors.open(None, **PHONE)
    create_table(page)
    for part in ("#invite", ".qr"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_the_code_to_scan_is_a_picture_that_loads(visitors: Visitors) -> None:
    page = visitors.open(None)
    create_table(page)
    picture = page.get_by_role("img", name="QR code")
    assert picture.evaluate("async (image) => (await image.decode(), image.naturalWidth)") > 0


def test_the_link_is_shared_where_a_browser_can(visitors: Visitors) -> None:
    page = visitors.open_new(None)
    create_table(page)
    share = page.get_by_role("button", name="Share", exact=True)
    expect(share).to_be_hidden()
    page.add_init_script(SHARE)
    page.reload()
    share.click()
    assert page.evaluate("shared") == [page.url]


def test_a_push_leaves_the_part_in_the_dice_open(visitors: Visitors) -> None:
    ada, bob = visitors.open(None), visitors.open(None)
    code = create_table(ada, Seats="3")
    ada.locator("#a-own-salt").click()
    join(bob, code)
    expect(ada.locator("#t-seats .free")).to_have_count(1)
    expect(ada.locator("#salt")).to_be_visible()


def test_who_comes_too_late_is_offered_a_table_of_their_own(visitors: Visitors) -> None:
    ada, bob, eve = (visitors.open(None) for _ in range(3))
    code = create_table(ada)
    eve.goto(f"/games/{code}/")
    expect(eve.get_by_role("button", name="Take a seat")).to_be_visible()
    join(bob, code)
    expect(eve.locator("#t-controls")).to_contain_text("All seats are taken.")
    eve.get_by_role("link", name="Open a table of your own").click()
    expect(eve.get_by_role("heading", name="Create a table")).to_be_visible()

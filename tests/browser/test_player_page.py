"""Somebody's page: an invitation comes first, reports and blocks are in a menu."""

from playwright.sync_api import Page, expect

from tests.browser.steps import at_table, look, unique
from tests.browser.tables import register
from tests.browser.visitors import Visitors


def test_an_invitation_reaches_the_other_and_is_taken_or_declined(visitors: Visitors) -> None:
    visitors.allow("404")  # a closed table is its players' alone, and this page may still ask
    ada, bob = visitors.open(None), visitors.open(None)
    register(ada, unique("ada"))
    register(bob, name := unique("bob"))
    ada.goto(f"/players/{name}/")
    require_a_menu_of_reports_and_blocks(ada)
    require_an_invitation_to_be_taken(ada, bob, name)
    ada.goto(f"/players/{name}/")
    require_an_invitation_to_be_declined(ada, bob)


def require_an_invitation_to_be_taken(ada: Page, bob: Page, name: str) -> None:
    ada.get_by_role("radio", name="Buttons").check()
    ada.get_by_role("button", name="Invite").click()
    code = at_table(ada)
    expect(ada.locator(".invite label")).to_contain_text(f"{name} can find your invitation")
    bob.goto("/")
    bob.locator("#turns").click()
    expect(bob.locator("h2").first).to_have_text("You're invited")
    bob.get_by_role("link", name="Open").click()
    at_table(bob)
    bob.get_by_role("button", name="Take your seat").click()
    expect(ada.locator("#t-controls .waiting")).to_have_count(0)
    assert at_table(bob) == code
    assert look(ada).version == look(bob).version


def require_an_invitation_to_be_declined(ada: Page, bob: Page) -> None:
    ada.get_by_role("button", name="Invite").click()  # the first game is chosen
    code = at_table(ada)
    bob.goto(f"/games/{code}/")
    at_table(bob)
    bob.get_by_role("button", name="Decline invitation").click()
    expect(bob.locator(".messages")).to_contain_text("Invitation declined.")
    expect(ada.locator("[data-closed]")).to_contain_text("The invitation wasn't accepted.")


def require_a_menu_of_reports_and_blocks(page: Page) -> None:
    """Open and close the menu by keyboard, and by a click beside it."""
    report = page.get_by_role("main").get_by_role("link", name="Report")
    menu = page.locator(".player-ways .menu summary")
    expect(report).to_be_hidden()
    menu.press("Enter")
    expect(report).to_be_visible()
    expect(page.get_by_role("button", name="Both")).to_be_visible()
    page.keyboard.press("Escape")
    expect(report).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    page.locator("h1").click()
    expect(report).to_be_hidden()


PICTURES = """() => {
  const picture = document.querySelector(".site-header .avatar");
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dim, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dim + 0.05);
  };
  const header = getComputedStyle(document.querySelector(".site-header")).backgroundColor;
  const least = [];
  picture.innerHTML = '<path class="field"/><path class="shape"/>';
  for (let hue = 0; hue < 12; hue += 1) {
    for (let turn = 0; turn < 3; turn += 1) {
      picture.setAttribute("class", `avatar hue-${hue} turn-${turn}`);
      const [field, shape] = [...picture.children].map((path) => getComputedStyle(path).fill);
      const first = getComputedStyle(picture).backgroundColor;
      least.push(contrast(first, shape), contrast(field, shape), contrast(first, header));
    }
  }
  return Math.min(...least);
}"""


def test_a_users_picture_stands_out_in_every_colour_light_and_dark(visitors: Visitors) -> None:
    page = visitors.open(None)
    register(page, unique("eve"))
    page.goto("/accounts/")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(PICTURES) >= 3

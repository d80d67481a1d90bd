"""Score sheets fill one page of paper, whatever its size, with black on white and nothing else."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from games.engine.registry import KINDS
from games.pages import pages_of
from tests.browser.browsers import only_in_chromium
from tests.browser.test_accessibility import Examiner
from tests.browser.test_phone import require_no_sideways_scroll
from tests.browser.visitors import Visitors

WITH_SHEETS = [kind for kind in KINDS if pages_of(kind).score_sheet is not None]
CHOICES: dict[str, list[dict[str, object]]] = {
    "cantstop": [{"players": players} for players in (2, 3, 4)],
    "buttons": [{"layouts": ["1A", "2B", "3A", "4B"][:players]} for players in (2, 3, 4)],
}
"""By kind what a sheet is for: each number of players."""

SMALL: ViewportSize = {"width": 390, "height": 844}
PAGE = re.compile(rb"/Type\s*/Page\b")
AROUND = ".site-header, .site-footer, .about-sheet"


def sheet(kind: str, **chosen: object) -> str:
    return f"/rules/{kind}/sheet/?{urlencode(chosen, doseq=True)}"


@only_in_chromium("only there can a test print")
@pytest.mark.parametrize("kind", WITH_SHEETS)
def test_a_sheet_is_one_page_on_both_usual_sizes_of_paper(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    for chosen in CHOICES[kind]:
        page.goto(sheet(kind, **chosen))
        for size in ("A4", "Letter"):
            assert len(PAGE.findall(page.pdf(format=size))) == 1, (chosen, size)


@pytest.mark.parametrize("kind", WITH_SHEETS)
def test_a_button_prints_the_sheet_that_was_chosen(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None)
    page.add_init_script("window.printed = 0; window.print = () => (printed += 1)")
    page.goto(f"/rules/{kind}/")
    page.get_by_role("link", name="Print a score sheet").click()
    page.get_by_role("button", name="Print", exact=True).click()
    assert page.evaluate("printed") == 1
    page.get_by_role("button", name="Show this sheet").click()
    expect(page).to_have_url(re.compile(rf"/rules/{kind}/sheet/\?\w+="))
    expect(page.locator(".sheet")).to_be_visible()
    require_a_sheet_that_hinders_nobody(page)


def require_a_sheet_that_hinders_nobody(page: Page) -> None:
    axe = Examiner()
    page.set_viewport_size(SMALL)
    axe.examine(page, "a sheet")
    require_no_sideways_scroll(page)
    assert not axe.found, "\n".join(axe.found)


@only_in_chromium("only there can a test draw a page as printed, and switch scripts off")
@pytest.mark.parametrize("kind", WITH_SHEETS)
def test_without_scripts_there_is_no_button_and_only_the_sheet_is_printed_black_on_white(
    visitors: Visitors, kind: str
) -> None:
    page = visitors.open(f"/rules/{kind}/sheet/", java_script_enabled=False, color_scheme="dark")
    expect(page.locator("#print")).to_be_hidden()
    expect(page.locator(".about-sheet")).to_be_visible()
    page.emulate_media(media="print")
    for around in page.locator(AROUND).all():
        expect(around).to_be_hidden()
    expect(page.locator(".sheet")).to_be_visible()
    expect(page.locator(".sheet")).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")


BOXES = """spaces => spaces.map(space => [...space.children].map(box => {
    const { left, top, right, bottom } = box.getBoundingClientRect();
    return [left, top, right, bottom];
}))"""
LEAST = 20
"""A box is at least this wide and high, in pixels: half a centimetre."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_boxes_share_a_space_without_meeting(visitors: Visitors, players: int) -> None:
    page = visitors.open(sheet("cantstop", players=players))
    for boxes in page.locator(".space").evaluate_all(BOXES):
        assert len(boxes) == players
        for i, (left, top, right, bottom) in enumerate(boxes):
            assert min(right - left, bottom - top) > LEAST
            for other_left, other_top, other_right, other_bottom in boxes[:i]:
                # Neighbours share the line between them.
                beside = left > other_right - 2 or right < other_left + 2
                assert beside or top > other_bottom - 2 or bottom < other_top + 2

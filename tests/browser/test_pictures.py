"""Animations drawn by the server itself, sharing a step, and a replay in another page's frame."""

import re

from playwright.sync_api import expect

from tests.browser.played import length, once
from tests.browser.tables import Table
from tests.browser.test_accessibility import Examiner
from tests.browser.test_phone import PHONE, require_no_sideways_scroll
from tests.browser.visitors import Visitors

DRAWN_MS = 60_000


def some_game(visitors: Visitors) -> tuple[str, int]:
    """Return the code of a running game, and how many events it has."""

    def play() -> str:
        table = Table(visitors.server, visitors.open(None), visitors.open(None))
        table.play(until=15)
        return table.code

    code = once(visitors, "some", play)
    return code, length(visitors.open(None), code)


def test_an_animation_is_drawn_while_one_waits_and_then_shown(visitors: Visitors) -> None:
    ada = visitors.open(None)
    code, last = some_game(visitors)
    ada.goto(f"/games/{code}/replay/{last}/")
    ada.locator("#share summary").click()
    ada.get_by_role("link", name="Animation up to this step").click()
    ada.get_by_label("From step").fill(str(last - 2))
    ada.get_by_role("button", name="Draw").click()
    picture = ada.locator("#progress img")
    expect(picture).to_be_visible(timeout=DRAWN_MS)
    assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") == 640
    with ada.expect_download() as download:
        ada.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename.endswith(f"-{code}-{last - 2}-{last}.webp")


def test_an_animation_comes_as_a_film_too(visitors: Visitors) -> None:
    ada = visitors.open(None, **PHONE)
    code, last = some_game(visitors)
    ada.goto(f"/games/{code}/animation/?to={last}")
    ada.get_by_label("From step").fill(str(last - 2))
    ada.get_by_label("Format").select_option("mp4")
    ada.get_by_role("button", name="Draw").click()
    expect(ada.locator("#progress video")).to_be_visible(timeout=DRAWN_MS)
    expect(ada.get_by_label("Format")).to_have_value("mp4")
    expect(ada.locator("#progress")).to_contain_text("MP4")
    require_no_sideways_scroll(ada)
    axe = Examiner()
    axe.examine(ada, "a film")
    assert not axe.found, "\n".join(axe.found)
    with ada.expect_download() as download:
        ada.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename.endswith(f"-{code}-{last - 2}-{last}.mp4")


def test_what_is_shared_is_the_step_that_is_shown_and_has_its_title(visitors: Visitors) -> None:
    ada = visitors.open(None)
    code, _ = some_game(visitors)
    ada.goto(f"/games/{code}/replay/5/")
    snippet = ada.get_by_label("Embed in your own page")
    ada.locator("#share summary").click()
    expect(snippet).to_have_value(re.compile(r'title="Step 5 · .* · Can\'t Stop"></iframe>$'))
    ada.locator("#share summary").click()
    ada.locator("body").press("ArrowLeft")
    expect(ada).to_have_title(re.compile("^Step 4 · "))
    expect(ada).to_have_url(f"/games/{code}/replay/4/")
    ada.locator("#share summary").click()
    expect(snippet).to_have_value(re.compile(r'title="Step 4 · .* · Can\'t Stop"></iframe>$'))
    expect(snippet).to_have_value(re.compile(r"embed/\?seq=4\""))
    link = ada.get_by_role("link", name="Picture of this step")
    expect(link).to_have_attribute("href", f"/games/{code}/replay/4.png")
    ada.goto(f"/games/{code}/embed/?seq=4")
    expect(ada).to_have_title(re.compile("^Step 4 · "))
    ada.get_by_role("link", name="One step forward").click()
    expect(ada).to_have_title(re.compile("^Step 5 · "))
    expect(ada.get_by_role("heading", level=1)).to_have_text(re.compile("^Step 5 · "))


def test_an_embedded_replay_fits_a_narrow_frame_and_steps_without_scripts(
    visitors: Visitors,
) -> None:
    code, _ = some_game(visitors)
    narrow = {"width": 300, "height": 480}
    page = visitors.open(None, java_script_enabled=False, viewport=narrow)
    page.goto(f"/games/{code}/embed/?seq=3")
    expect(page.get_by_text("3 / ")).to_be_visible()
    boxes = [link.bounding_box() for link in page.locator(".walk a").all()]
    edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box]
    assert len(edges) == 4
    assert min(left for left, _ in edges) >= 0
    assert max(right for _, right in edges) <= 300
    page.set_content(f'<iframe src="{page.url}" width="480" height="640"></iframe>')
    frame = page.frame_locator("iframe")
    frame.get_by_role("link", name="One step forward").click()
    expect(frame.get_by_text("4 / ")).to_be_visible()
    expect(frame.get_by_role("link", name="the whole replay")).to_be_visible()

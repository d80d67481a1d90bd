"""Dice that prove themselves, in browsers: salts are sent, and every roll gets its tick."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.played import finished_game
from tests.browser.steps import (
    at_table,
    create_table,
    join,
    join_from_lobby,
    record,
    two_at_a_table,
    wait_live,
)
from tests.browser.test_accessibility import CALM, Examiner
from tests.browser.visitors import Visitors

MADE_UP = re.compile(r"[0-9a-f]{32}")


def rolls_of(page: Page, code: str) -> list[int]:
    """Return where the rolls of a game are in its log."""
    events = record(page, code)["events"]
    return [event["seq"] for event in events if event["type"] == "rolled"]


def dice_of(page: Page, code: str) -> Any:
    return page.request.get(f"/games/{code}/dice.json").json()


def test_two_browsers_make_salts_after_the_commitment_and_one_is_edited(visitors: Visitors) -> None:
    ada, bob = visitors.open(), visitors.open()
    code = create_table(ada)
    ada.locator("details.fair summary").click()
    commitment = ada.locator("details.fair code").inner_text()
    ada.locator("#salt").fill("adas-own_salt")
    ada.locator("#a-salt").click()
    expect(ada.locator("#salt")).to_have_js_property("defaultValue", "adas-own_salt")
    ada.reload()
    expect(ada.locator("#salt")).to_have_value("adas-own_salt")
    join(bob, code)
    expect(ada.locator("#t-status")).to_have_attribute("data-version", "0")
    data = dice_of(ada, code)
    assert data["salts"][0] == "adas-own_salt"
    assert MADE_UP.fullmatch(data["salts"][1])
    assert data["commitment"] == commitment
    assert data["secret"] is None


def test_a_push_leaves_the_letters_that_somebody_is_writing(visitors: Visitors) -> None:
    ada, bob, eve = visitors.open(), visitors.open(), visitors.open()
    code = create_table(ada, Seats="3")
    eve.goto(f"/games/{code}/")
    at_table(eve)
    eve.locator("#a-own-salt").click()
    for page, field in ((ada, "#salt"), (eve, "#join-salt")):
        page.locator(field).fill("half-wri")
        page.locator(field).press("ArrowLeft")
    join(bob, code)
    for page, field in ((ada, "#salt"), (eve, "#join-salt")):
        expect(page.locator("#t-seats .free")).to_have_count(1)
        expect(page.locator(field)).to_have_value("half-wri")
        expect(page.locator(field)).to_be_focused()
        page.keyboard.type("tten")
        expect(page.locator(field)).to_have_value("half-wrtteni")
    ada.locator("#a-salt").click()
    expect(ada.locator("#salt")).to_have_js_property("defaultValue", "half-wrtteni")
    eve.locator("#a-join").click()
    expect(eve.locator("#t-status")).to_have_attribute("data-turn", re.compile("me|other"))
    salts = dice_of(ada, code)["salts"]
    assert [salts[0], salts[2]] == ["half-wrtteni", "half-wrtteni"]
    assert MADE_UP.fullmatch(salts[1])


def test_who_sits_down_from_the_lobby_sends_a_salt_from_the_table(
    loaded_visitors: Visitors,
) -> None:
    ada, bob = loaded_visitors.open(), loaded_visitors.open()
    code = create_table(ada)
    bob.goto("/lobby/")
    wait_live(bob)
    join_from_lobby(bob, code)
    expect(bob.locator("#a-roll")).to_be_visible()
    assert all(MADE_UP.fullmatch(salt) for salt in dice_of(ada, code)["salts"])


@pytest.mark.parametrize("kind", ["cantstop", "buttons"])
def test_every_roll_of_a_replay_gets_its_tick(visitors: Visitors, kind: str) -> None:
    ada = visitors.open()
    code = finished_game(visitors, kind)
    rolls = rolls_of(ada, code)
    assert rolls
    ada.goto(f"/games/{code}/replay/{rolls[0]}/")
    expect(ada.locator("#r-proof")).to_have_text(
        f"Checked by your browser: all {len(rolls)} rolls are as the secret makes them."
    )
    ticks = ada.locator("#r-log .tick")
    expect(ticks).to_have_count(len(rolls))
    assert set(ticks.all_inner_texts()) == {"✓"}
    expect(ticks.first).to_have_attribute("aria-label", "dice checked: right")
    expect(ada.locator("#r-step p.proof")).to_contain_text("Your browser has checked these dice")
    ada.keyboard.press("End")
    ada.keyboard.press("Home")
    expect(ada.locator("#r-step p.proof")).to_have_count(0)
    ada.locator(f"#r-log [data-seq='{rolls[-1]}']").click()
    expect(ada.locator("#r-step p.proof")).to_have_count(1)
    expect(ticks).to_have_count(len(rolls))


def test_a_forged_roll_gets_a_cross_and_is_named(visitors: Visitors) -> None:
    ada = visitors.open()
    code = finished_game(visitors)
    data = dice_of(ada, code)
    forged = data["rolls"][1]
    forged["faces"][0] = forged["faces"][0] % 6 + 1

    def tamper(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(data))

    ada.route("**/dice.json", tamper)
    ada.goto(f"/games/{code}/replay/{forged['seq']}/")
    expect(ada.locator("#r-proof")).to_have_text(
        f"Step {forged['seq']}: the dice are not what the secret makes."
    )
    expect(ada.locator("#r-log .tick.wrong")).to_have_count(1)
    expect(ada.locator("#r-log .tick.wrong")).to_have_text("✗")
    expect(ada.locator("#r-step p.proof")).to_contain_text(f"Step {forged['seq']}")
    forged["faces"][0] = (forged["faces"][0] + 4) % 6 + 1
    data["secret"] = "ab" * 32
    ada.reload()
    expect(ada.locator("#r-proof")).to_contain_text("not the one the site committed to")
    expect(ada.locator("#r-log .tick:not(.wrong)")).to_have_count(0)


def test_a_die_that_was_left_out_gets_a_cross_and_is_named(visitors: Visitors) -> None:
    ada = visitors.open()
    code = finished_game(visitors, "buttons")
    data = dice_of(ada, code)
    forged = data["rolls"][1]
    forged["faces"].pop()
    ada.route("**/dice.json", lambda route: route.fulfill(json=data))
    ada.goto(f"/games/{code}/replay/{forged['seq']}/")
    expect(ada.locator("#r-proof")).to_have_text(
        f"Step {forged['seq']}: the dice are not what the secret makes."
    )
    expect(ada.locator("#r-log .tick.wrong")).to_have_count(1)


def test_a_page_that_is_not_secure_says_why_it_checks_nothing(visitors: Visitors) -> None:
    ada = visitors.open()
    code = finished_game(visitors)
    ada.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    ada.goto(f"/games/{code}/replay/0/")
    expect(ada.locator("#r-proof")).to_contain_text("only on pages it calls secure")
    ada.goto(f"/games/{code}/verify/")
    expect(ada.locator("#v-summary")).to_contain_text("only on pages it calls secure")


@pytest.mark.parametrize("kind", ["cantstop", "buttons"])
def test_the_page_of_sums_does_them_all(visitors: Visitors, kind: str) -> None:
    ada = visitors.open()
    code = finished_game(visitors, kind)
    ada.goto(f"/games/{code}/")
    at_table(ada)  # what the socket says first replaces the link
    ada.locator("#t-controls .end").get_by_role("link", name="Verify this game").click()
    expect(ada.locator("#v-summary")).to_contain_text("every one is right")
    verdicts = ada.locator("[data-verdict]")
    assert {text.split()[0] for text in verdicts.all_inner_texts()} == {"✓"}
    expect(ada.locator("[data-bytes]")).to_have_count(len(rolls_of(ada, code)))
    for row in ada.locator("[data-faces]").all():
        assert re.fullmatch(r"[0-9a-f]{64}", row.locator("[data-bytes]").inner_text())


def test_a_forged_line_of_the_page_of_sums_is_named(visitors: Visitors) -> None:
    ada = visitors.open()
    code = finished_game(visitors)
    seq = rolls_of(ada, code)[1]

    def tamper(route: Route) -> None:
        answer = route.fetch()
        first, second, rest = re.split(r"(?<=<tr data-faces=)", answer.text(), maxsplit=2)
        forged = f'"{int(rest[1]) % 6 + 1}{rest[2:]}'
        route.fulfill(response=answer, body=first + second + forged)

    ada.route("**/verify/", tamper)
    ada.goto(f"/games/{code}/verify/")
    summary = ada.locator("#v-summary")
    expect(summary).to_have_text(f"Not right: step {seq}. This game is not proven.")
    wrong = ada.locator("[data-verdict].bad")
    expect(wrong).to_have_count(1)


def test_the_pages_about_dice_hinder_nobody(visitors: Visitors) -> None:
    ada, bob = (visitors.open(**CALM) for _ in range(2))
    axe = Examiner()
    code = finished_game(visitors)
    running = two_at_a_table(ada, bob)
    for path in (
        "/fair-dice/",
        f"/games/{code}/verify/",
        f"/games/{code}/replay/2/",
        f"/games/{running}/verify/",
    ):
        ada.goto(path)
        if path.endswith("/2/"):
            expect(ada.locator("#r-proof")).to_contain_text("Checked by your browser")
        axe.examine(ada, path)
        ada.set_viewport_size({"width": 360, "height": 740})
        wide = ada.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide, path
        ada.set_viewport_size({"width": 1280, "height": 800})
    assert not axe.found, "\n".join(axe.found)

"""Dice that prove themselves, in browsers: salts are sent, and every roll gets its tick."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.browsers import only_in_chromium
from tests.browser.played import finished_game
from tests.browser.steps import (
    at_table,
    create_table,
    join,
    record,
    unique,
)
from tests.browser.tables import import_record, register
from tests.browser.test_accessibility import Examiner
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED, every_offered_kind
from tests.games.records import record_text, rolled_anew

SUMMARY = "[data-summary]"
MADE_UP = re.compile(r"[0-9a-f]{32}")


def rolls_of(page: Page, code: str) -> list[int]:
    """Return where the rolls of a game are in its log."""
    events = record(page, code)["events"]
    return [event["seq"] for event in events if event["type"] == "rolled"]


def dice_of(page: Page, code: str) -> Any:
    return record(page, code)["dice"]


def salts_of(page: Page, code: str) -> list[str]:
    return [seat["salt"] for seat in dice_of(page, code)["seats"]]


@only_in_chromium("elsewhere one page at a time has the focus")
def test_a_push_leaves_the_letters_that_somebody_is_writing(visitors: Visitors) -> None:
    ada, bob, eve = (visitors.open(None) for _ in range(3))
    code = create_table(ada, Seats="3")
    eve.goto(f"/games/{code}/")
    at_table(eve)
    for page in (ada, eve):
        page.locator("#a-own-salt").click()
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
    salts = salts_of(ada, code)
    assert [salts[0], salts[2]] == ["half-wrtteni", "half-wrtteni"]
    assert MADE_UP.fullmatch(salts[1])


@every_offered_kind
def test_every_roll_gets_its_tick_in_the_replay_and_on_the_page_of_sums(
    visitors: Visitors, kind: str
) -> None:
    ada = visitors.open(None)
    code = finished_game(visitors, kind)
    rolls = rolls_of(ada, code)
    assert rolls
    ada.goto(f"/games/{code}/replay/{rolls[0]}/")
    expect(ada.locator("#r-proof")).to_contain_text(
        f"Proven: your browser checked the whole game, with all {len(rolls)} rolls."
    )
    ticks = ada.locator("#r-log .tick")
    expect(ticks).to_have_count(len(rolls))
    assert set(ticks.all_inner_texts()) == {"✓"}
    expect(ticks.first).to_have_attribute("aria-label", "dice checked: correct")
    expect(ada.locator("#r-step p.proof")).to_contain_text("Your browser checked these dice")
    ada.keyboard.press("End")
    ada.keyboard.press("Home")
    expect(ada.locator("#r-step p.proof")).to_have_count(0)
    ada.locator(f"#r-log [data-seq='{rolls[-1]}']").click()
    expect(ada.locator("#r-step p.proof")).to_have_count(1)
    expect(ticks).to_have_count(len(rolls))

    ada.goto(f"/games/{code}/")
    at_table(ada)  # what the socket says first replaces the link
    ada.locator(".end-more summary").click()
    ada.locator("#t-controls .end").get_by_role("link", name="Verify this game").click()
    require_all_sums(ada, len(rolls), orders=2 if kind == "buttons" else 0)


RULES = re.compile(r"/games/(\w+)/verify\.[0-9a-f]{12}\.js$")


@every_offered_kind
def test_a_page_of_a_game_loads_the_rules_of_no_other_game(visitors: Visitors, kind: str) -> None:
    ada = visitors.open_new(None)
    code = finished_game(visitors, kind)
    asked: list[str] = []
    ada.on("request", lambda request: asked.extend(RULES.findall(request.url)))
    for path, line in (("replay/0/", "#r-proof"), ("verify/", SUMMARY)):
        ada.goto(f"/games/{code}/{path}")
        expect(ada.locator(line)).to_contain_text("Proven: ")
        assert set(asked) == {kind}
    ada.goto("/fair-dice/")
    expect(ada.locator("#own-record")).to_be_visible()
    assert set(asked) == set(OFFERED), "of a file nobody knows it"


def test_a_record_of_a_game_without_rules_for_browsers_is_no_record(visitors: Visitors) -> None:
    ada = visitors.open(None)
    data = record(ada, finished_game(visitors))
    ada.goto("/fair-dice/")
    for kind in ("pig", "constructor", "../verify"):
        choose(ada, json.dumps(data | {"kind": kind, "format": f"{kind}-record/1"}))
        expect(ada.locator("[data-claim=record] [data-why]")).to_have_text(
            f'the record: kind cannot be "{kind}"'
        )


def require_all_sums(page: Page, rolls: int, orders: int) -> None:
    """Require that the page of sums has proven all. orders: the number that the deal proves."""
    expect(page.locator(SUMMARY)).to_contain_text("Proven: your browser checked")
    assert set(page.locator(".claims [data-said]").all_inner_texts()) == {"✓ proven"}
    verdicts = page.locator("[data-verdict]").all_inner_texts()
    assert set(verdicts) - {""} == {"✓ correct"}
    assert verdicts.count("") == orders
    expect(page.locator("[data-roll]")).to_have_count(rolls)
    made = page.locator("[data-roll] [data-bytes]").all_inner_texts()
    assert len(made) == rolls
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in made)
    axe = Examiner()
    axe.examine(page, "the page of sums")
    assert not axe.found, "\n".join(axe.found)


def serve(page: Page, data: Any) -> None:
    """Have the page get this record, whatever the site says."""
    page.route("**/record.json", lambda route: route.fulfill(json=data))


def test_a_forged_roll_gets_a_cross_and_is_named(visitors: Visitors) -> None:
    ada = visitors.open(None)
    code = finished_game(visitors)
    data = record(ada, code)
    forged = [event for event in data["events"] if event["type"] == "rolled"][1]
    forged["dice"][0] = forged["dice"][0] % 6 + 1
    serve(ada, data)
    ada.goto(f"/games/{code}/replay/{forged['seq']}/")
    expect(ada.locator("#r-proof")).to_have_text(
        f"Not proven: a roll doesn't match the secret. See step {forged['seq']}."
    )
    expect(ada.locator("#r-log .tick.wrong")).to_have_count(1)
    expect(ada.locator("#r-log .tick.wrong")).to_have_text("✗")
    expect(ada.locator("#r-step p.proof")).to_contain_text("don't match the secret")
    ada.goto(f"/games/{code}/verify/")
    expect(ada.locator("[data-verdict].bad")).to_have_count(1)
    row = ada.locator(f"[data-roll='{forged['seq']}']")
    expect(row.locator("[data-logged]")).to_have_text(" ".join(map(str, forged["dice"])))
    expect(row.locator("[data-verdict]")).to_have_text("✗ wrong")
    expect(ada.locator("[data-claim=dice] [data-said]")).to_have_text("✗ wrong")
    expect(ada.locator("[data-claim=dice] [data-why]")).to_contain_text(f"step {forged['seq']}: ")


def swap_layouts(data: Any) -> None:
    data["events"][0]["layouts"].reverse()


def cut_off(data: Any) -> None:
    data["events"].pop()
    data["time"]["used"].pop()


FORGED = [
    (swap_layouts, "buttons", "set-up", "the set-up doesn't match the secret"),
    (cut_off, "cantstop", "outcome", "the game doesn't end as the record says"),
]
"""One of each claim that pages word in their own way; test_verify_scripts.py has all forgeries."""


@pytest.mark.parametrize(("forge", "kind", "claim", "sentence"), FORGED)
def test_a_replay_and_its_page_of_sums_say_what_was_forged(
    visitors: Visitors, forge: Callable[[Any], None], kind: str, claim: str, sentence: str
) -> None:
    ada = visitors.open(None)
    code = finished_game(visitors, kind)
    data = record(ada, code)
    forge(data)
    serve(ada, data)
    step = 1 if claim == "set-up" else len(data["events"])
    ada.goto(f"/games/{code}/replay/1/")
    expect(ada.get_by_role("status").and_(ada.locator("#r-proof"))).to_have_text(
        f"Not proven: {sentence}. See step {step}."
    )
    ada.goto(f"/games/{code}/verify/")
    expect(ada.get_by_role("status").and_(ada.locator("[data-summary]"))).to_have_text(
        f"Not proven: {sentence}. See step {step}."
    )
    found = ada.locator(f"[data-claim='{claim}']")
    expect(found.locator("[data-said]")).to_have_text("✗ wrong")
    link = found.get_by_role("link", name=f"step {step}")
    expect(link).to_have_attribute("href", f"/games/{code}/replay/{step}/")
    expect(found.locator("q")).to_have_attribute("lang", "en")


def test_a_game_that_was_rolled_anew_with_another_salt_is_named_on_every_page(
    visitors: Visitors,
) -> None:
    ada = visitors.open(None)
    register(ada, unique("Ada"))
    genuine = record(ada, finished_game(visitors))
    forged = json.dumps(rolled_anew(genuine))
    code, _ = import_record(ada, forged)
    sentence = (
        "Not proven: the players' parts don't match the public list. "
        "Someone changed them after the game began."
    )
    ada.goto(f"/games/{code}/replay/0/")
    expect(ada.locator("#r-proof")).to_have_text(sentence)
    expect(ada.locator("#r-proof")).to_have_class("bad")
    expect(ada.locator("[data-original=other]")).to_be_visible()
    ada.goto(f"/games/{code}/verify/")
    expect(ada.locator(SUMMARY)).to_have_text(sentence)
    expect(ada.locator("[data-claim=salts] [data-said]")).to_have_text("✗ wrong")
    expect(ada.locator("[data-sum=salts] [data-verdict]")).to_have_text("✗ wrong")
    expect(ada.locator("[data-original=other]")).to_be_visible()
    expect(ada.locator("[data-no-entry=other]")).to_be_visible()
    ada.goto("/fair-dice/")
    choose(ada, forged)
    expect(ada.locator(SUMMARY)).to_have_text(sentence)


def test_without_the_public_list_a_page_says_that_the_parts_are_not_checked(
    visitors: Visitors,
) -> None:
    ada = visitors.open(None)
    visitors.allow("Failed to load resource")
    code = finished_game(visitors)
    ada.route("**/commitments.json*", lambda route: route.abort())
    for path, line in (("replay/0/", "#r-proof"), ("verify/", SUMMARY)):
        ada.goto(f"/games/{code}/{path}")
        expect(ada.locator(line)).to_contain_text("Proven, except for the players' parts: ")
        expect(ada.locator(line)).not_to_have_class(re.compile("bad"))
    expect(ada.locator("[data-claim=salts] [data-said]")).to_have_text("– not checked")
    expect(ada.locator("[data-claim=dice] [data-said]")).to_have_text("✓ proven")


def test_a_page_that_is_not_secure_says_why_it_checks_nothing(visitors: Visitors) -> None:
    ada = visitors.open(None)
    code = finished_game(visitors)
    ada.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    for path, line in (("replay/0/", "#r-proof"), ("verify/", SUMMARY)):
        ada.goto(f"/games/{code}/{path}")
        expect(ada.locator(line)).to_contain_text("only on secure pages")
        expect(ada.locator(".claims .proven")).to_have_count(0)


def test_a_record_that_did_not_load_is_not_called_wrong(visitors: Visitors) -> None:
    ada = visitors.open(None)
    visitors.allow("Failed to load resource")
    code = finished_game(visitors)
    ada.route("**/record.json", lambda route: route.abort())
    for path, line in (("replay/0/", "#r-proof"), ("verify/", SUMMARY)):
        ada.goto(f"/games/{code}/{path}")
        expect(ada.locator(line)).to_have_text(
            "Something didn't load, so nothing was checked. Try reloading."
        )


def choose(page: Page, content: str) -> None:
    """Have the page verify a file."""
    file = FilePayload(name="a.json", mimeType="application/json", buffer=content.encode())
    page.get_by_label("JSON file").set_input_files(file)


def test_of_a_file_that_is_verified_only_its_fingerprint_is_looked_up(visitors: Visitors) -> None:
    ada = visitors.open(None)
    genuine = record(ada, finished_game(visitors, "buttons"))
    forged = deepcopy(genuine)
    cut_off(forged)
    ada.goto("/fair-dice/")
    block = ada.locator("#own-record .verdict")
    expect(block).to_be_hidden()
    asked: list[str] = []
    ada.on("request", lambda request: asked.append(request.url))
    choose(ada, json.dumps(genuine))
    expect(block.locator("[data-summary]")).to_contain_text("Proven: ")
    choose(ada, json.dumps(forged))
    expect(block.locator("[data-summary]")).to_have_text(
        f"Not proven: the game doesn't end as the record says. See step {len(forged['events'])}."
    )
    choose(ada, "{" + " " * 300_000 + "}")
    expect(block.locator("[data-claim=record] [data-why]")).to_contain_text("longer than 256 kB")
    expect(block.locator("[data-claim=dice] [data-said]")).to_contain_text("– not checked")
    told = f"/fair-dice/commitments.json?commitment={genuine['dice']['commitment']}"
    assert all(url.endswith(told) for url in asked), "the fingerprint is looked up"


def test_of_a_game_with_own_dice_the_moves_and_the_end_are_proven(visitors: Visitors) -> None:
    ada, axe = visitors.open(None), Examiner()
    register(ada, unique("Ada"))
    code, last = import_record(ada, record_text(dice=None, own_dice=True))
    ada.goto(f"/games/{code}/")
    at_table(ada)
    expect(ada.locator(".own-dice")).to_contain_text("we can't prove them")
    ada.goto(f"/games/{code}/replay/{last}/")
    ada.locator(".own-dice").get_by_role("link", name="What can be checked").click()
    expect(ada.locator(SUMMARY)).to_have_text(
        "Not proven: nothing is wrong, but the players rolled their own dice."
    )
    expect(ada.locator(SUMMARY)).not_to_have_class(re.compile("bad"))
    axe.examine(ada, "the verdict on a game with own dice")
    said = {
        claim.get_attribute("data-claim"): claim.locator("[data-said]").inner_text()
        for claim in ada.locator("[data-claim]").all()
    }
    assert {said[claim] for claim in ("record", "moves", "outcome")} == {"✓ proven"}
    assert {said[claim] for claim in ("commitment", "salts", "seats", "dice")} == {"– not checked"}
    assert not axe.found, "\n".join(axe.found)

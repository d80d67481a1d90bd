"""People round one device: it says who holds it, takes real dice, and waits for a network."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.steps import sign_up, unique
from tests.browser.test_recovery import NETWORK
from tests.browser.test_table_fits import require_fit
from tests.browser.visitors import Visitors

PHONE = {"width": 360, "height": 580}
TO_THE_TOP = ("1616", 7), ("1515", 6), ("2626", 6)
"""Dice that climb two spaces of one column, and how often they have to, to top it."""

SHOWS = """(seq) =>
  Number(document.getElementById("t-status").dataset.version) === seq"""
TEN_MINUTES = 10 * 60 * 1000


def begin(page: Page, kind: str = "cantstop", dice: str = "own", names: str = "Anna Ben") -> None:
    """Open a game on this device."""
    page.goto(f"/games/pass-and-play/?kind={kind}")
    called = names.split()
    page.get_by_label("How many").select_option(str(len(called)))
    for number, name in enumerate(called, start=1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.locator(f"[name=dice][value={dice}]").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#play")
    page.wait_for_load_state("load")  # with its scripts


def tap(page: Page, faces: str) -> None:
    """Type in what the dice show."""
    for face in faces:
        page.locator(f"#f{face}").click()


def roll(page: Page, faces: str) -> None:
    """Type in what the dice show, and wait until the table shows it."""
    shown = int(page.locator("#t-status").get_attribute("data-version") or 0)
    tap(page, faces)
    page.wait_for_function(SHOWS, arg=shown + 1)


def choose(page: Page, button: str) -> None:
    """Press a button of the table, and wait until the pad for the next roll is there."""
    page.locator(button).click()
    expect(page.locator("#dice-pad")).to_be_visible()


def events(page: Page) -> list[dict[str, Any]]:
    """Return what the server has in the log."""
    code = page.url.split("/games/")[1].split("/")[0]
    record = page.context.request.get(f"/games/{code}/record.json").json()
    log: list[dict[str, Any]] = record["events"]
    return log


@pytest.fixture
def phone(visitors: Visitors) -> Page:
    return visitors.open("/", viewport=PHONE, has_touch=True)


def test_a_whole_game_with_own_dice_is_played_watched_again_and_claimed(
    visitors: Visitors, phone: Page
) -> None:
    begin(phone)
    expect(phone.locator("#t-status .holder")).to_contain_text("Anna")
    roll(phone, "3164")
    phone.locator("#o1").click()
    expect(phone.locator("#t-status .holder")).to_contain_text("Anna")
    choose(phone, "#a-stop")
    expect(phone.locator("#t-status .holder")).to_contain_text("Ben")
    for faces, times in TO_THE_TOP:
        for _ in range(times):
            roll(phone, faces)
            choose(phone, "#t-controls .way >> nth=0")
    phone.locator("#a-stop").click()
    end = phone.locator("#t-controls .end")
    expect(end.locator("h2")).to_contain_text("Ben")
    expect(phone.locator(".own-dice")).to_be_visible()
    address = end.get_by_role("link", name="Keep this game with your account").get_attribute("href")
    ada = visitors.open()
    sign_up(ada, unique("ada"))
    ada.goto(address or "")
    ada.get_by_label("Ben").check()
    ada.get_by_role("button", name="That was me").click()
    expect(ada.locator("#t-controls .end h2")).to_contain_text("You have won!")
    ada.goto("/my-games/")
    expect(ada.locator(".game")).to_contain_text("own dice")
    phone.reload()
    phone.locator("#t-controls .end").get_by_role("link", name="Replay").click()
    expect(phone.locator(".own-dice")).to_be_visible()


def test_a_roll_typed_wrongly_is_taken_back_and_leaves_no_trace(phone: Page) -> None:
    begin(phone)
    roll(phone, "1111")
    phone.locator("#a-mistyped").click()
    phone.get_by_role("link", name="Take the roll back").click()
    expect(phone.locator("#dice-pad")).to_be_visible()
    assert events(phone) == []
    tap(phone, "66")
    phone.locator("#a-untype").click()
    tap(phone, "166")
    phone.wait_for_function(SHOWS, arg=1)
    choose(phone, "#o1")
    assert events(phone)[0]["dice"] == [6, 1, 6, 6]


def test_a_bust_is_confirmed_before_the_device_goes_on(phone: Page) -> None:
    begin(phone)
    for faces in ("1111", "6666", "3434"):
        roll(phone, faces)
        choose(phone, "#t-controls .way >> nth=0")
    roll(phone, "3331")  # 6 and 4, but the runners are in 2, 7 and 12
    require_fit(phone, "a bust to confirm")
    expect(phone.locator("#t-status .holder")).to_contain_text("Anna")
    choose(phone, "#a-confirm")
    expect(phone.locator("#t-status .holder")).to_contain_text("Ben")


@contextmanager
def cut_off(page: Page, visitors: Visitors) -> Iterator[None]:
    """Have no network for ten minutes by the clock of the page."""
    visitors.allow(NETWORK)
    page.context.set_offline(True)
    yield
    page.clock.fast_forward(TEN_MINUTES)
    expect(page.locator("#kept")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#kept")).to_be_hidden()


@pytest.fixture
def patient_phone(visitors: Visitors) -> Page:
    """Return a phone whose clock the test can put forward."""
    page = visitors.open_new(None, viewport=PHONE, has_touch=True)
    page.clock.install()
    page.goto("/")
    return page


def test_a_roll_typed_without_a_network_is_shown_when_there_is_one(
    visitors: Visitors, patient_phone: Page
) -> None:
    page = patient_phone
    begin(page)
    with cut_off(page, visitors):
        tap(page, "3164")
        expect(page.locator("#kept")).to_contain_text("No network")
    page.wait_for_function(SHOWS, arg=1)
    choose(page, "#o1")
    assert [event["type"] for event in events(page)] == ["rolled", "split"]


@pytest.mark.parametrize("dice", ["site", "own"])
def test_what_is_pressed_without_a_network_is_sent_once(
    visitors: Visitors, patient_phone: Page, dice: str
) -> None:
    page = patient_phone
    begin(page, dice=dice)
    if dice == "own":
        roll(page, "3164")
    else:
        page.locator("#a-roll").click()
        page.wait_for_selector("#o1")
    with cut_off(page, visitors):
        page.locator("#o1").click()
        expect(page.locator("#kept")).to_contain_text("No network")
        assert not page.evaluate("document.activeElement.closest('#t-controls')")
    expect(page.locator("#a-stop")).to_be_enabled()
    assert [event["type"] for event in events(page)] == ["rolled", "split"]


def test_an_answer_lost_on_its_way_makes_nothing_happen_twice(
    visitors: Visitors, phone: Page
) -> None:
    visitors.allow(NETWORK)
    visitors.allow("status of 409")
    begin(phone)
    roll(phone, "3164")

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    phone.route("**/act/", lose_answer, times=1)
    phone.locator("#o1").click()
    expect(phone.locator("#kept")).to_be_hidden()
    expect(phone.locator("#dice-pad")).to_be_visible()
    expect(phone.locator("#t-notice")).to_be_empty()
    assert [event["type"] for event in events(phone)] == ["rolled", "split"]


def test_what_is_kept_survives_a_reload_and_can_be_dropped(visitors: Visitors, phone: Page) -> None:
    visitors.allow(NETWORK)
    begin(phone)
    roll(phone, "3164")
    phone.route("**/act/", lambda route: route.abort())
    phone.locator("#o1").click()
    expect(phone.locator("#kept")).to_be_visible()
    phone.reload()
    expect(phone.locator("#kept")).to_be_visible()
    phone.get_by_role("button", name="Do not send it").click()
    expect(phone.locator("#kept")).to_be_hidden()
    phone.unroute_all()
    assert events(phone) == []
    expect(phone.locator("#dice-pad button").first).to_be_enabled()


def test_buttons_asks_one_after_the_other_about_a_roll(phone: Page) -> None:
    begin(phone, kind="buttons", names="Anna Ben Cleo")
    first = phone.locator("#t-status .holder").inner_text()
    roll(phone, "123456")
    phone.locator("#t-pieces button.cell").first.click()
    asked = {first}
    for _ in range(2):
        phone.wait_for_selector("#a-decline")
        asked.add(phone.locator("#t-status .holder").inner_text())
        version = int(phone.locator("#t-status").get_attribute("data-version") or 0)
        phone.locator("#a-decline").click()
        phone.wait_for_function(SHOWS, arg=version + 1)
    assert len(asked) == 3
    expect(phone.locator("#dice-pad")).to_be_visible()


def test_without_a_network_the_device_goes_round_among_those_who_decide(
    visitors: Visitors, patient_phone: Page
) -> None:
    page = patient_phone
    begin(page, kind="buttons", names="Anna Ben Cleo")
    roll(page, "123456")
    with cut_off(page, visitors):
        holder = page.locator("#t-status .holder")
        roller = holder.inner_text()
        page.locator("#t-pieces button.cell").first.click()
        expect(holder).not_to_have_text(roller)
        first = holder.inner_text()
        page.locator("#a-decline").click()
        expect(holder).not_to_have_text(first)
        second = holder.inner_text()
        page.get_by_role("button", name="Do not send it").click()
        expect(holder).to_have_text(first)
        page.locator("#a-place").click()
        expect(holder).to_have_text(second)
        page.locator("#a-decline").click()
        assert page.locator("#t-controls").get_attribute("inert") is not None
    expect(page.locator("#dice-pad")).to_be_visible()
    assert [event["type"] for event in events(page)[1:]] == [
        "rolled",
        "placed",
        "placed",
        "declined",
    ]


def test_a_roll_taken_back_without_a_network_takes_its_answers_with_it(
    visitors: Visitors, phone: Page
) -> None:
    visitors.allow(NETWORK)
    begin(phone, kind="buttons", names="Anna Ben")
    first = phone.locator("#t-status .holder").inner_text()
    roll(phone, "123456")
    phone.context.set_offline(True)
    phone.locator("#t-pieces button.cell").first.click()
    phone.wait_for_selector("#a-decline")
    phone.locator("#a-mistyped").click()
    phone.locator("#a-take-back").click()
    expect(phone.locator("#dice-pad")).to_be_visible()
    expect(phone.locator("#t-status .holder")).to_have_text(first)
    expect(phone.locator("#kept")).to_be_hidden()
    phone.context.set_offline(False)
    roll(phone, "654321")
    phone.locator("#t-pieces button.cell").first.click()
    phone.wait_for_selector("#a-decline")
    assert [event.get("white") for event in events(phone)[1:]] == [6, None]


def test_who_resigns_is_who_was_chosen_although_seats_were_drawn(phone: Page) -> None:
    begin(phone, dice="site", names="Anna Ben")
    phone.locator("#t-resign summary").click()
    phone.get_by_label("Who leaves this game").select_option(label="“Anna”")
    phone.get_by_role("button", name="Yes, resign").click()
    expect(phone.locator("#t-controls .end h2")).to_have_text("“Ben” has won")


def test_one_alone_plays_on_their_device(phone: Page) -> None:
    begin(phone, names="Anna")
    roll(phone, "3164")
    choose(phone, "#o1")
    choose(phone, "#a-stop")
    expect(phone.locator("#t-status .holder")).to_contain_text("Anna")


def test_own_dice_are_played_without_scripts(visitors: Visitors) -> None:
    page = visitors.open_new(None, java_script_enabled=False)
    begin(page)
    page.get_by_role("textbox", name="What your 4 dice show").fill("3 1 6 4")
    page.get_by_role("button", name="Go on").click()
    page.locator("#o1").click()
    expect(page.locator("#a-stop")).to_be_enabled()
    assert [event["type"] for event in events(page)] == ["rolled", "split"]


def test_who_has_the_link_watches_but_cannot_act(visitors: Visitors, phone: Page) -> None:
    begin(phone)
    bea = visitors.open("/" + phone.url.split("/", 3)[3])
    roll(phone, "3164")
    choose(phone, "#o1")
    bea.wait_for_function(SHOWS, arg=2)
    expect(bea.locator("#play")).to_have_count(0)
    expect(bea.locator("#dice-pad")).to_have_count(0)

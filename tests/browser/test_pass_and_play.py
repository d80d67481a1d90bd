"""People round one device: it says who holds it, takes real dice, and waits for a network."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.steps import unique
from tests.browser.tables import post, register
from tests.browser.test_recovery import NETWORK, Ear
from tests.browser.test_table_fits import require_fit
from tests.browser.visitors import Visitors

PHONE = {"width": 360, "height": 580}
TO_THE_TOP = (
    *(("2+2", "1111"), ("2", "1111")),
    *(("12+12", "6666"), ("12", "6666")),
    *(("3+3", "1212"), ("3+3", "1212")),
)
"""Splits, each with its dice, that climb two columns to the top and a third one nearly so."""

LAST_ROLL = "1212"
"""With this one, three columns are climbed."""

SHOWS = """(seq) =>
  Number(document.getElementById("t-status").dataset.version) === seq"""
TEN_MINUTES = 10 * 60 * 1000
AGAIN = 4 * 1000
"""After so long what is kept is sent again."""

REACH_THE_SITE = """async () => {
  const ask = () => fetch("/clock/", { cache: "no-store" }).catch(() => null);
  while (!(await ask()));
}"""
"""A page may be told that there is a network before it can use it."""


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
    bea = visitors.open("/" + phone.url.split("/", 3)[3])
    expect(phone.locator("#t-status .holder")).to_contain_text("Anna")
    roll(phone, "3164")
    phone.locator("#o1").click()
    expect(phone.locator("#t-status .holder")).to_contain_text("Anna")
    choose(phone, "#a-stop")
    expect(phone.locator("#t-status .holder")).to_contain_text("Ben")
    bea.wait_for_function(SHOWS, arg=3)  # who has the link watches but cannot act
    expect(bea.locator("#play")).to_have_count(0)
    expect(bea.locator("#dice-pad")).to_have_count(0)

    climb_by_forms(phone, player=1, version=3)
    phone.reload()
    roll(phone, LAST_ROLL)
    choose(phone, "#t-controls .way >> nth=0")
    phone.locator("#a-stop").click()
    end = phone.locator("#t-controls .end")
    expect(end.locator("h2")).to_contain_text("Ben")
    expect(phone.locator(".own-dice")).to_be_visible()
    address = end.get_by_role("link", name="Save this game").get_attribute("href")
    claim(visitors.open(None), address or "")
    phone.reload()
    phone.locator("#t-controls .end").get_by_role("link", name="Replay").click()
    expect(phone.locator(".own-dice")).to_be_visible()


def climb_by_forms(page: Page, player: int, version: int) -> None:
    """Send what the device would: splits, each with the dice that were rolled for it."""
    for split, faces in TO_THE_TOP:
        sent: dict[str, Any] = {"action": f"split:{split}", "dice": faces, "player": player}
        post(page, f"{page.url}act/", token=version + 1, **sent)
        version += 2


def claim(page: Page, address: str) -> None:
    """Sign up, and say that one was Ben."""
    register(page, unique("ada"))
    page.goto(address)
    page.get_by_label("Ben").check()
    page.get_by_role("button", name="That was me").click()
    expect(page.locator("#t-controls .end h2")).to_contain_text("You won 3–0")
    page.goto("/my-games/")
    expect(page.locator(".game")).to_contain_text("own dice")


def test_a_roll_typed_wrongly_is_taken_back_and_a_bust_is_confirmed(phone: Page) -> None:
    begin(phone)
    roll(phone, "1111")
    phone.locator("#a-mistyped").click()
    phone.get_by_role("link", name="Undo the roll").click()
    expect(phone.locator("#dice-pad")).to_be_visible()
    assert events(phone) == []  # it leaves no trace
    tap(phone, "11")
    phone.locator("#a-untype").click()
    tap(phone, "111")
    phone.wait_for_function(SHOWS, arg=1)
    choose(phone, "#o1")
    assert events(phone)[0]["dice"] == [1, 1, 1, 1]

    for faces in ("6666", "3434"):
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
    send_again(page)


def send_again(page: Page) -> None:
    """Have what is kept sent by the clock, where that has not happened before."""
    page.evaluate(REACH_THE_SITE)
    page.clock.fast_forward(AGAIN)
    expect(page.locator("#kept")).to_be_hidden()


@pytest.fixture
def patient_phone(visitors: Visitors) -> Page:
    """Return a phone whose clock the test can put forward."""
    page = visitors.open_new(None, viewport=PHONE, has_touch=True)
    page.clock.install()
    page.goto("/")
    return page


def kinds_of(page: Page) -> list[str]:
    return [event["type"] for event in events(page)]


def test_what_is_done_without_a_network_is_kept_and_counts_once(
    visitors: Visitors, patient_phone: Page
) -> None:
    page, ear = patient_phone, Ear(patient_phone, "**/ws/games/**")
    begin(page)
    with cut_off(page, visitors):
        tap(page, "3164")
        expect(page.locator("#kept")).to_contain_text("You're offline")
    page.wait_for_function(SHOWS, arg=1)
    with cut_off(page, visitors):
        page.locator("#o1").click()
        expect(page.locator("#kept")).to_contain_text("You're offline")
        page.wait_for_function("() => !document.activeElement.closest('#t-controls')")
    expect(page.locator("#a-stop")).to_be_enabled()
    assert kinds_of(page) == ["rolled", "split"]
    lose_an_answer(page, visitors, ear)
    assert kinds_of(page) == ["rolled", "split"] * 2
    drop_what_is_kept(page)
    assert kinds_of(page) == ["rolled", "split"] * 2


def lose_an_answer(page: Page, visitors: Visitors, ear: Ear) -> None:
    """On its way from the site, which has taken the press; nor is it pushed."""
    tries: list[Route] = []

    def lose_answer(route: Route) -> None:
        if not tries:
            route.fetch()
        tries.append(route)
        route.abort()

    visitors.allow("status of 409")
    roll(page, "3164")
    ear.is_deaf = True
    page.route("**/act/", lose_answer)
    page.locator("#o1").click()
    expect(page.locator("#kept")).to_be_visible()
    page.unroute("**/act/")
    ear.is_deaf = False
    send_again(page)
    expect(page.locator("#dice-pad")).to_be_visible()
    expect(page.locator("#t-notice")).to_be_empty()


def drop_what_is_kept(page: Page) -> None:
    """After a reload, over which it stays."""
    roll(page, "3164")
    page.route("**/act/", lambda route: route.abort())
    page.locator("#o1").click()
    expect(page.locator("#kept")).to_be_visible()
    page.reload()
    expect(page.locator("#kept")).to_be_visible()
    page.get_by_role("button", name="Don't send it").click()
    expect(page.locator("#kept")).to_be_hidden()
    page.unroute_all()
    expect(page.locator("#dice-pad button").first).to_be_enabled()


def test_with_the_dice_of_the_site_a_press_is_kept_too_and_who_resigns_is_chosen(
    visitors: Visitors, patient_phone: Page
) -> None:
    page = patient_phone
    begin(page, dice="site")
    page.locator("#a-roll").click()
    page.wait_for_selector("#o1")
    with cut_off(page, visitors):
        page.locator("#o1").check()
        page.locator("#a-stop").click()
        expect(page.locator("#kept")).to_contain_text("You're offline")
    page.wait_for_function(SHOWS, arg=3)
    assert kinds_of(page) == ["rolled", "split", "stopped"]
    page.locator("#t-resign summary").click()
    page.get_by_label("Who resigns?").select_option(label="“Anna”")
    page.locator("#a-resign").click()
    expect(page.locator("#t-controls .end h2")).to_have_text("“Ben” won")


def test_the_device_goes_round_among_those_who_decide_on_a_roll_also_without_a_network(
    visitors: Visitors, patient_phone: Page
) -> None:
    page = patient_phone
    begin(page, kind="buttons", names="Anna Ben Cleo")
    ask_one_after_the_other(page)
    with cut_off(page, visitors):
        go_round_without_a_network(page)
    expect(page.locator("#dice-pad")).to_be_visible()
    assert kinds_of(page)[1:] == [
        *("rolled", "placed", "declined", "declined"),
        *("rolled", "placed", "placed", "declined"),
    ]
    take_back_with_the_answers(page)


def ask_one_after_the_other(page: Page) -> None:
    holder = page.locator("#t-status .holder")
    asked = {holder.inner_text()}
    roll(page, "111111")
    page.locator("#a-place").click()  # on the only cell there is
    for _ in range(2):
        page.wait_for_selector("#a-decline")
        asked.add(holder.inner_text())
        version = int(page.locator("#t-status").get_attribute("data-version") or 0)
        page.locator("#a-decline").click()
        page.wait_for_function(SHOWS, arg=version + 1)
    assert len(asked) == 3
    expect(page.locator("#dice-pad")).to_be_visible()
    roll(page, "444444")  # a cell that nobody's button is beside


def go_round_without_a_network(page: Page) -> None:
    holder = page.locator("#t-status .holder")
    roller = holder.inner_text()
    page.locator("#a-place").click()  # on the only cell there is
    expect(holder).not_to_have_text(roller)
    first = holder.inner_text()
    page.locator("#a-decline").click()
    expect(holder).not_to_have_text(first)
    second = holder.inner_text()
    page.get_by_role("button", name="Don't send it").click()
    expect(holder).to_have_text(first)
    page.locator("#a-place").click()
    expect(holder).to_have_text(second)
    page.locator("#a-decline").click()
    expect(page.locator("#t-controls")).to_have_attribute("inert", "")


def take_back_with_the_answers(page: Page) -> None:
    """A roll that is taken back without a network takes its answers with it."""
    holder = page.locator("#t-status .holder")
    roller, before = holder.inner_text(), len(events(page))
    roll(page, "666666")
    page.context.set_offline(True)
    page.locator("#a-place").click()  # on the only cell there is
    page.wait_for_selector("#a-decline")
    page.locator("#a-mistyped").click()
    page.locator("#a-take-back").click()
    expect(page.locator("#dice-pad")).to_be_visible()
    expect(holder).to_have_text(roller)
    expect(page.locator("#kept")).to_be_hidden()
    page.context.set_offline(False)
    roll(page, "266666")
    page.locator("#a-place").click()  # on the only cell there is
    page.wait_for_selector("#a-decline")
    assert [event.get("white") for event in events(page)[before:]] == [2, None]


def test_own_dice_are_played_without_scripts(visitors: Visitors) -> None:
    page = visitors.open_new(None, java_script_enabled=False)
    begin(page)
    page.get_by_role("textbox", name="What your 4 dice show").fill("3 1 6 4")
    page.get_by_role("button", name="Continue").click()
    page.locator("#o1").click()
    expect(page.locator("#a-stop")).to_be_enabled()
    assert [event["type"] for event in events(page)] == ["rolled", "split"]

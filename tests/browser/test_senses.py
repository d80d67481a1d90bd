"""What one hears, feels and sees move: off until asked, kept on the device, in a sensible order."""

import json
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.played import finished_game
from tests.browser.steps import act, wait_for_turn
from tests.browser.tables import Table, look_at, play_now, post
from tests.browser.test_accessibility import Examiner
from tests.browser.test_at_the_table import NOTE_MOTION
from tests.browser.test_script_modules import blank, result
from tests.browser.visitors import Visitors
from tools.sounds import RATE, SOUNDS

__all__ = ["blank"]

LISTEN = """
window.heard = [];
window.felt = [];
let due = 0; // when the timer that runs was to run: a busy machine may be late
const wait = window.setTimeout;
window.setTimeout = (run, delay, ...given) => {
  const at = performance.now() + delay;
  return wait(() => {
    due = at;
    run(...given);
  }, delay);
};
const lengths = LENGTHS;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...given) {
  const away = (name) => Math.abs(lengths[name] - this.buffer.duration);
  const name = Object.keys(lengths).sort((one, other) => away(one) - away(other))[0];
  heard.push({ name, at: due });
  return start.apply(this, given);
};
window.decoded = 0;
const decode = BaseAudioContext.prototype.decodeAudioData;
BaseAudioContext.prototype.decodeAudioData = async function (...given) {
  const buffer = await decode.apply(this, given);
  decoded += 1;
  return buffer;
};
navigator.vibrate = (pattern) => felt.push(pattern) > 0;
"""
HIDE = """Object.defineProperty(document, "visibilityState", {
  value: "hidden", configurable: true,
})"""
SHOW = HIDE.replace("hidden", "visible")
NARROW_AND_LOW = (360, 580), (640, 400), (844, 390)
TOUCH = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 664}}
TURN = ("roll", "3344"), ("split:7+7", ""), ("stop", "")
HEARD_TURN = ("roll", "3344", "dice"), ("split:7+7", "", "place"), ("stop", "", "place")
HEARD_COLUMN = (
    *(("roll", "6666", "dice"), ("split:12+12", "", "place")),
    *(("roll", "6666", "dice"), ("split:12", "", "place"), ("stop", "", "score turn")),
)
BUST = ("2456", "6+11"), ("2344", "6+7"), ("1122", "")
"""Rolls and splits of which the last one busts, where nobody has claimed a column."""


@cache
def listening() -> str:
    """Return a script that notes which sounds a page plays, known by their lengths."""
    lengths = {name: len(sound()) / RATE for name, sound in SOUNDS.items()}
    return LISTEN.replace("LENGTHS", json.dumps(lengths))


def listener(visitors: Visitors, **options: Any) -> Page:
    """Return a page that notes what it plays and how it vibrates."""
    page = visitors.open_new(None, **options)
    page.add_init_script(listening())
    return page


def sounds_asked_of(page: Page) -> list[str]:
    """Return a list that fills with the names of the sounds that are fetched."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if ".mp3" in request.url:
            asked.append(request.url.rpartition("/")[2].partition(".")[0])

    page.on("request", note)
    return asked


def heard(page: Page) -> list[str]:
    return [str(sound["name"]) for sound in page.evaluate("heard")]


def wait_to_hear(page: Page, *names: str) -> None:
    page.wait_for_function(
        "names => heard.map(({name}) => name).join() === names", arg=",".join(names)
    )


def wait_for_sounds(page: Page) -> None:
    """Wait until the page has all of them: one that is missing is left out, not played late."""
    page.wait_for_function("all => decoded === all", arg=len(SOUNDS))


def forget(page: Page) -> None:
    page.evaluate("() => { heard.length = felt.length = 0; }")


def open_sheet(page: Page) -> Locator:
    page.get_by_role("button", name="Sound and motion").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    return sheet


def turn_sound_on(page: Page) -> None:
    """Turn it on, close the sheet, and forget what was heard of that."""
    open_sheet(page).get_by_label("Sound", exact=True).check()
    wait_to_hear(page, "place")
    wait_for_sounds(page)
    page.keyboard.press("Escape")
    forget(page)


def set_motion(page: Page, speed: str) -> None:
    open_sheet(page).get_by_label("Animation speed", exact=True).fill(speed)
    page.keyboard.press("Escape")


def table_for(visitors: Visitors, page: Page) -> tuple[Table, Page]:
    """Seat the page and somebody else; return the table, with the other on turn, and the other."""
    other = visitors.open(None)
    table = Table(visitors.server, page, other)
    if table.in_order[0] is page:
        take_turn(table, page)
    table.show(page)
    return table, other


def take_turn(table: Table, page: Page) -> None:
    for action, faces in TURN:
        table.act(page, action, faces)


# --- Off until asked ----------------------------------------------------------


def test_at_first_nothing_is_fetched_sounds_or_vibrates_and_a_phone_vibrates_when_asked_to(
    visitors: Visitors,
) -> None:
    page = listener(visitors, **TOUCH)
    asked = sounds_asked_of(page)
    table, other = table_for(visitors, page)
    sheet = open_sheet(page)
    expect(page.get_by_label("Sound", exact=True)).not_to_be_checked()
    expect(page.get_by_label("Vibrate")).not_to_be_checked()
    expect(page.get_by_label("Volume", exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="Test")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    take_turn(table, other)
    table.wait_for(page)
    table.server.load("1133", game=table.code)
    page.locator("#a-roll").click()
    expect(page.locator("#o1")).to_be_visible()
    assert (asked, heard(page), page.evaluate("felt")) == ([], [], [])

    open_sheet(page).get_by_label("Vibrate").check()
    page.wait_for_function("() => felt.length === 1")
    page.keyboard.press("Escape")
    forget(page)
    table.learn()
    for action in ("split:2+6", "stop"):
        table.act(page, action)
    take_turn(table, other)
    table.wait_for(page)
    page.wait_for_function("() => felt.length === 1")
    assert heard(page) == []


def test_sound_is_turned_on_by_keyboard_tried_and_remembered(visitors: Visitors) -> None:
    page = listener(visitors, reduced_motion="no-preference")
    asked = sounds_asked_of(page)
    code = play_now(page)
    wait_for_turn(page)  # what the bot does would be heard, too
    page.get_by_role("button", name="Sound and motion").press("Enter")
    sheet = page.get_by_role("dialog")
    expect(page.get_by_label("Vibrate")).to_be_hidden()  # there is nothing that vibrates
    sheet.get_by_label("Sound", exact=True).focus()
    with page.expect_response("**/dice*.mp3") as answer:
        page.keyboard.press("Space")
    assert answer.value.headers["content-type"] == "audio/mpeg"
    wait_to_hear(page, "place")
    assert sorted(asked) == sorted(SOUNDS)
    page.keyboard.press("Tab")
    expect(sheet.get_by_label("Volume", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(sheet.get_by_label("Volume", exact=True)).to_have_attribute("aria-valuetext", "65 %")
    wait_to_hear(page, "place", "place")
    page.keyboard.press("Tab")
    wait_for_sounds(page)
    forget(page)
    page.keyboard.press("Enter")
    wait_to_hear(page, "dice", "score", "turn")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("button", name="Sound and motion")).to_be_focused()
    remember_over_pages(page, code)


def remember_over_pages(page: Page, code: str) -> None:
    """The next page sounds from its first press on; what was chosen is among the preferences."""
    look_at(code, page)
    wait_for_turn(page)
    wait_for_sounds(page)
    page.locator("#a-roll").click()
    wait_to_hear(page, "dice")
    open_sheet(page)
    expect(page.get_by_label("Sound", exact=True)).to_be_checked()
    expect(page.get_by_label("Volume", exact=True)).to_have_value("65")
    page.get_by_label("Sound", exact=True).uncheck()
    page.goto("/accounts/preferences/")
    device = page.get_by_role("region", name="Sound and motion")
    expect(device.get_by_label("Sound", exact=True)).not_to_be_checked()
    device.get_by_label("Sound", exact=True).check()
    device.get_by_label("Animation speed", exact=True).fill("1.5")
    wait_to_hear(page, "place")
    look_at(code, page)
    expect(open_sheet(page).get_by_label("Sound", exact=True)).to_be_checked()
    expect(page.get_by_label("Animation speed", exact=True)).to_have_value("1.5")


def test_nonsense_in_the_storage_is_as_nothing(blank: Page) -> None:
    body = "return module.read(given)"
    usual = result(blank, "senses.js", body)
    assert usual == {"sound": False, "volume": 0.6, "vibration": False, "speed": 1}
    nonsense: list[Any] = [
        "x",
        [],
        {"sound": "yes", "volume": 2, "speed": -1},
        {"speed": "2", "more": 1},
    ]
    for kept in nonsense:
        assert result(blank, "senses.js", body, kept) == usual
    chosen = {"sound": True, "volume": 0, "vibration": True, "speed": 0}
    assert result(blank, "senses.js", body, chosen) == chosen


# --- What is heard ------------------------------------------------------------


def test_a_bust_a_turn_a_column_and_the_end_of_a_game_are_heard(visitors: Visitors) -> None:
    page = listener(visitors, reduced_motion="no-preference")
    table, other = table_for(visitors, page)
    turn_sound_on(page)
    hear_a_bust_when_the_dice_lie_still(table, page, other)
    forget(page)
    hear_each(table, page, page, *HEARD_TURN)
    hear_each(table, page, other, *HEARD_COLUMN)
    page.evaluate(HIDE)
    take_turn(table, page)
    take_turn(table, other)
    table.wait_for(page)
    wait_to_hear(page, "turn")  # and nothing else, as they look elsewhere
    page.evaluate(SHOW)
    forget(page)
    hear_each(table, page, other, ("resign", "", "over"))


def hear_a_bust_when_the_dice_lie_still(table: Table, page: Page, other: Page) -> None:
    """And then that it is one's turn."""
    for faces, split in BUST:
        table.act(other, "roll", faces)
        table.wait_for(page)
        if split:
            wait_to_hear(page, "dice")
            table.act(other, f"split:{split}")
            table.wait_for(page)
            wait_to_hear(page, "dice", "place")
            forget(page)
    wait_to_hear(page, "dice", "bust", "turn")
    dice, bust, turn = (sound["at"] for sound in page.evaluate("heard"))
    assert bust - dice > 400, "the dice tumble for half a second"
    assert turn > bust


def hear_each(table: Table, page: Page, actor: Page, *events: tuple[str, str, str]) -> None:
    """Have somebody act, and wait for the sound of each event: it comes after what is seen.

    events: an action, how the dice fall, and what is heard.
    """
    for action, faces, names in events:
        table.act(actor, action, faces)
        wait_to_hear(page, *names.split())
        forget(page)


def test_the_roll_and_the_button_of_another_game_are_heard(visitors: Visitors) -> None:
    people = listener(visitors), listener(visitors)
    table = Table(visitors.server, *people, kind="buttons")
    page = table.in_order[0]
    table.show(page)
    turn_sound_on(page)
    page.locator("#a-roll, #a-place").first.click()
    page.wait_for_function("() => heard.length > 0")
    assert heard(page)[0] in {"dice", "place"}


def test_of_many_events_at_once_only_the_turn_and_the_end_are_heard(blank: Page) -> None:
    def told(before: dict[str, Any], now: dict[str, Any], *, away: bool = False) -> list[str]:
        body = "return module.heardBetween(...given)"
        found: list[str] = result(blank, "table-sounds.js", body, [before, now, away])
        return found

    before = {"version": 7, "turn": "other", "heard": ["place"]}
    assert told(before, before) == []
    assert told(before, {"version": 8, "turn": "other", "heard": ["dice"]}) == ["dice"]
    bust = {"version": 8, "turn": "me", "heard": ["dice", "bust"]}
    assert told(before, bust) == ["dice", "bust", "turn"]
    assert told(before, bust, away=True) == ["turn"]
    assert told(before, bust | {"version": 20}) == ["turn"]
    end = {"version": 20, "turn": "none", "heard": ["score", "over"]}
    assert told(before, end) == ["over"]
    assert told(before | {"turn": "me"}, bust | {"heard": []}) == []


def test_sounds_come_one_after_the_other_and_wait_for_the_dice(blank: Page) -> None:
    def begins(names: list[str], landing: int) -> list[int]:
        found: list[int] = result(
            blank, "sounds.js", "return module.plan(...given)", [names, landing]
        )
        return found

    assert begins(["dice"], 520) == [0]
    assert begins(["dice", "bust", "turn"], 520) == [0, 520, 870]
    assert begins(["dice", "bust", "turn"], 0) == [0, 350, 700]
    assert begins(["score", "turn"], 0) == [0, 350]


def test_a_replay_is_heard_and_moves_step_by_step_but_is_not_heard_backwards(
    visitors: Visitors,
) -> None:
    code = finished_game(visitors)
    page = listener(visitors, reduced_motion="no-preference")
    page.add_init_script(NOTE_MOTION)
    page.goto(f"/games/{code}/replay/0/")
    turn_sound_on(page)
    set_motion(page, "0.5")
    forward, back = (
        page.get_by_role("link", name=f"One step {way}") for way in ("forward", "back")
    )
    forward.click()
    page.wait_for_function("() => heard.length > 0")
    assert heard(page)[0] == "dice"
    page.wait_for_function("() => motions.includes(1040)")
    assert max(page.evaluate("motions")) == 1040  # twice as long as usual
    expect(page).to_have_url(f"/games/{code}/replay/1/")
    forget(page)
    back.click()
    expect(page).to_have_url(f"/games/{code}/replay/0/")
    assert heard(page) == []
    page.get_by_role("link", name="Last step").click()
    page.wait_for_function("() => heard.some(({name}) => name === 'over')")
    assert "dice" not in heard(page), "of a leap only its end is heard"


# --- Motion -------------------------------------------------------------------


def test_everything_moves_as_fast_as_is_wanted(visitors: Visitors) -> None:
    page = visitors.open(None, reduced_motion="no-preference")
    page.add_init_script(NOTE_MOTION)
    code = play_now(page)
    wait_for_turn(page)
    visitors.server.load(*["1133"] * 6, game=code)
    act(page, "a-roll")
    for speed, longest, name in (("0", 0, "Off"), ("2", 260, "2×")):
        set_motion(page, speed)
        page.evaluate("() => { motions.length = 0; }")
        page.locator("#o1").check()
        act(page, "a-roll")
        expect(page.locator("#o1")).not_to_be_checked()
        assert max(page.evaluate("motions"), default=0) == longest
        page.reload()
        open_sheet(page)
        motion, style = page.get_by_label("Animation speed", exact=True), "document.documentElement"
        expect(motion).to_have_value(speed)
        expect(motion).to_have_attribute("aria-valuetext", name)
        assert page.evaluate(f"{style}.matches('.still')") == (speed == "0")
        if longest:
            slow = page.evaluate(f"{style}.style.getPropertyValue('--slow')")
            assert slow == f"{longest / 520:g}"
        page.keyboard.press("Escape")


def test_a_system_that_asks_for_calm_comes_before_the_choice(visitors: Visitors) -> None:
    page = visitors.open(None)
    page.add_init_script(f"{NOTE_MOTION}; localStorage.setItem('senses', '{{\"speed\": 2}}');")
    code = play_now(page)
    wait_for_turn(page)
    page.locator("#a-roll").click()
    expect(page.locator("#o1")).to_be_visible()
    assert page.evaluate("motions") == []
    sheet = open_sheet(page)
    expect(sheet.get_by_label("Animation speed", exact=True)).to_be_disabled()
    expect(sheet).to_contain_text("your device is set to reduce motion")
    choose_how_fast_bots_play(page, code)


def choose_how_fast_bots_play(page: Page, code: str) -> None:
    """In the open sheet at the table."""
    with page.expect_response("**/bots-pace/") as answer:
        page.get_by_role("dialog").get_by_label("Fast", exact=True).check()
    assert answer.value.status == 204
    page.keyboard.press("Enter")  # the form is no way to another page
    expect(page).to_have_url(f"/games/{code}/")
    look_at(code, page)
    expect(open_sheet(page).get_by_label("Fast", exact=True)).to_be_checked()


# --- The sheet ----------------------------------------------------------------


def test_the_sheet_hinders_nobody_and_fits_small_screens(visitors: Visitors) -> None:
    page = visitors.open(None, has_touch=True)
    play_now(page)
    require_sheet_fits(page)
    axe = Examiner()
    open_sheet(page).get_by_label("Sound", exact=True).check()
    axe.examine(page, "the sheet with sound")
    assert not axe.found, "\n".join(axe.found)


def require_sheet_fits(page: Page) -> None:
    """So does the button that opens it."""
    for width, height in NARROW_AND_LOW:
        page.set_viewport_size({"width": width, "height": height})
        for name in ("Sound and motion", "How to play"):
            opener = page.locator(f".site-header [title='{name}']")
            expect(opener).to_be_in_viewport(ratio=1)
            over = opener.evaluate("""(element) => {
              const {x, y, width, height} = element.getBoundingClientRect();
              return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
            }""")
            assert over, f"{name} is covered on {width}x{height}"
        sheet = open_sheet(page)
        expect(sheet).to_be_in_viewport(ratio=1)
        assert sheet.evaluate("(sheet) => sheet.scrollWidth <= sheet.clientWidth")
        page.keyboard.press("Escape")


def test_without_scripts_nothing_is_offered_that_needs_them(visitors: Visitors) -> None:
    page = visitors.open_new(None, java_script_enabled=False)
    table = post(page, "/games/play-now/", kind="cantstop").headers["location"]
    page.goto(table)
    expect(page.get_by_role("link", name="How to play")).to_be_visible()
    expect(page.get_by_role("button", name="Sound and motion")).to_be_hidden()
    page.goto("/accounts/preferences/")
    expect(page.get_by_role("heading", name="How you play")).to_be_visible()
    expect(page.get_by_role("heading", name="Sound and motion")).to_be_hidden()

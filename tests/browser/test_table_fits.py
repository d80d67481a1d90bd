"""A running game fits small screens as a whole, and what cannot be pressed takes no room there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.buttons_steps import ButtonsHand, dice_for, offer, pick, three_of_a_colour, turn
from tests.browser.steps import Hand, play_against_bots, unique
from tests.browser.tables import Table, look_at, open_table, play_now, post, register
from tests.browser.test_phone import require_no_sideways_scroll
from tests.browser.visitors import Visitors

SCREENS = [(360, 580), (390, 664), (390, 844), (844, 390), (640, 400)]
"""Phones with and without the bars of their browser, on their side, and a zoom of 200 %."""

PHONES = SCREENS[:3]

SMALLEST_SCREENS = [(360, 580), (640, 400)]

SMALLEST = {"board": 200, "target": 24}
"""How wide the board and what can be pressed are at least, in pixels."""

SMALL_PHONE: ViewportSize = {"width": 360, "height": 580}

BOARD_PLACE = """() => {
  const {left, top, width} = document.getElementById("t-pieces").getBoundingClientRect();
  return [left, top, width].map(Math.round);
}"""

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}

MISPLACED_ON_A_PHONE = """(smallest) => {
  const boxesOf = (chosen) => [...document.querySelectorAll(chosen)]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.id || one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, box]) => box.width);
  const pieces = document.getElementById("t-pieces").getBoundingClientRect();
  return [
    ...boxesOf(".table.buttons :is(button, input:not([type=hidden]), summary, a):not(#chat *)")
      .filter(([, { width, height }]) => Math.min(width, height) < smallest)
      .map(([name]) => `${name} is small`),
    ...boxesOf(".small-layout").filter(([, { top }]) => top <= pieces.bottom)
      .map(([name]) => `${name} is beside the board or above`),
  ];
}"""
"""What is too small to tap in Buttons, and layouts of the others that are in the way.

A label around a box is as large as itself. Chat is closed if a page is opened on a phone.
"""

LAYOUTS_OUT_OF_SIGHT = """() => [...document.querySelectorAll(".small-layout")]
  .map((layout) => layout.getBoundingClientRect().bottom)
  .filter((bottom) => bottom > innerHeight)"""


FAULTS = """(smallest) => {
  const faults = [];
  const boxOf = (element) => element.getBoundingClientRect();
  const nameOf = (element) => element.id || element.getAttribute("class");
  const needed = "#t-pieces, #t-controls .dice, .play-form button:enabled, #t-pieces .cell:enabled";
  const shown = [...document.querySelectorAll(needed)].filter((one) => one.checkVisibility());
  for (const element of shown) {
    const {top, left, bottom, right} = boxOf(element);
    if (top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1)
      faults.push(`${nameOf(element)} is outside: ${Math.round(top)} to ${Math.round(bottom)}`);
  }
  const pressable = shown.filter((one) => one.matches("button, .cell"));
  for (const element of pressable) {
    const {x, y, width, height} = boxOf(element);
    const over = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!element.contains(over)) faults.push(`${nameOf(over)} covers ${nameOf(element)}`);
    if (Math.min(width, height) < smallest.target) faults.push(`${nameOf(element)} is small`);
  }
  for (const bar of document.querySelectorAll(".play-form .main-buttons:not(:has(:enabled))"))
    if (bar.checkVisibility()) faults.push("buttons that do nothing are in the way");
  const board = boxOf(document.getElementById("t-pieces"));
  if (board.width < smallest.board) faults.push(`the board is ${board.width} wide`);
  return faults;
}"""


def require_fit(page: Page, phase: str) -> None:
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        faults = page.evaluate(FAULTS, SMALLEST)
        assert not faults, f"{phase} on {width}x{height}: {faults}"
        require_no_sideways_scroll(page)


def table_of(visitors: Visitors, players: int, kind: str) -> Table:
    pages = [visitors.open(None) for _ in range(players)]
    return Table(visitors.server, *pages, kind=kind)


def cantstop_phases(table: Table) -> Iterator[tuple[Page, str]]:
    """Lead the game through what a player of Can't Stop sees."""
    table.play(until=30)
    while any(table.state.runners):
        legal = table.rules.legal_actions(table.state, table.state.turn_player)
        action = next((one for one in legal if str(one) == "stop"), legal[0])
        table.act(table.people[table.state.turn_player], str(action), "123456")
    me, other = table.in_order[:2]
    table.show(me, other)
    yield me, "the first roll"
    yield other, "watching the first roll"
    table.act(me, "roll", "2345")
    table.wait_for(me, other)
    yield me, "choosing a split"
    yield other, "watching a choice"
    table.act(me, str(table.rules.legal_actions(table.state, table.number_of(me))[0]))
    table.wait_for(me, other)
    yield me, "rolling on or stopping"
    yield other, "watching somebody think"


def buttons_phases(table: Table) -> Iterator[tuple[Page, str]]:
    """Lead the game through what a player of Buttons sees."""
    me, other, *rest = table.in_order
    cells = three_of_a_colour(table, me)
    last = [me, other, *rest][-1]
    table.show(*{me, other, last})
    yield me, "the first roll"
    table.act(me, "roll", dice_for(cells[0]))
    table.wait_for(me, other)
    yield me, "choosing a cell"
    yield other, "using the roll of another"
    for page in (other, *rest):
        table.act(page, "decline")
    table.act(me, f"place:{cells[0][0]},{cells[0][1]}")
    for page in (other, *rest):
        turn(table, page, (1, 1))
    table.wait_for(me, other)
    yield me, "rolling or opting out"
    yield other, "watching somebody think"
    turn(table, me, cells[1])
    for page in [other, *rest[:-1]]:
        table.act(page, "opt-out")
    if rest:
        table.act(last, "roll", dice_for((1, 1)))
        table.wait_for(me, last)
        yield me, "the bust of another"
        yield last, "one's own bust"
        while pending := table.state.pending:
            table.act(table.people[min(pending)], "decline")
    for cell in cells[2:]:
        turn(table, me, cell)
    table.act(me, "opt-out")
    table.wait_for(me, other)
    yield me, "placing stars"
    pick(me, *offer(me).picks)
    yield me, "stars picked"
    yield other, "placing one star"


PHASES = {"cantstop": cantstop_phases, "buttons": buttons_phases}


def require_room(page: Page, phase: str) -> None:
    """Require that all is in its place on small screens and on a desktop.

    What is beside the decision is large enough to tap there, too, and the layouts of the others
    are below one's own, and in view on a desktop.
    """
    require_fit(page, phase)
    page.set_viewport_size(PHONE)
    faults = page.evaluate(MISPLACED_ON_A_PHONE, SMALLEST["target"])
    page.set_viewport_size(DESKTOP)
    faults += page.evaluate(LAYOUTS_OUT_OF_SIGHT)
    assert not faults, f"{phase}: {faults}"


FEWER = {"cantstop": 2, "buttons": 3}
"""How many play here; with four it is as full as it gets: test_accessibility.py."""


@pytest.mark.parametrize("kind", PHASES)
def test_board_dice_and_all_that_can_be_pressed_are_on_one_small_screen(
    visitors: Visitors, kind: str
) -> None:
    for page, phase in PHASES[kind](table_of(visitors, FEWER[kind], kind)):
        require_room(page, phase)


def test_five_ways_to_use_the_dice_leave_the_whole_table_on_one_desktop_screen(
    visitors: Visitors,
) -> None:
    table = table_of(visitors, 2, "cantstop")
    me = table.in_order[0]
    for action, dice in [("roll", "1234"), ("split:3+7", ""), ("roll", "2346")]:
        table.act(me, action, dice)
    table.show(me)
    me.set_viewport_size(DESKTOP)
    ways = me.locator("#t-controls .way")
    expect(ways).to_have_count(5)
    ways.last.click()
    expect(me.locator("#a-stop")).to_be_visible()
    assert not me.evaluate(FAULTS, SMALLEST)


def test_a_bust_leaves_the_whole_table_on_one_small_screen(visitors: Visitors) -> None:
    table = table_of(visitors, 2, "cantstop")
    me, other = table.in_order
    for faces in ("1111", "6666"):
        table.act(me, "roll", faces)
        table.act(me, str(table.rules.legal_actions(table.state, table.number_of(me))[0]))
    table.act(me, "roll", "3445")
    table.act(me, str(table.rules.legal_actions(table.state, table.number_of(me))[0]))
    table.act(me, "roll", "5564")
    table.show(me, other)
    expect(other.locator(".bust")).to_be_visible()
    require_fit(me, "after one's own bust")
    require_fit(other, "after another's bust")


class BoardPlaces:
    """Where the boards of pages have been, by the size of the screen."""

    def __init__(self) -> None:
        self.seen: dict[tuple[int, int], set[tuple[int, ...]]] = {}

    def look_at(self, *pages: Page) -> None:
        for page in pages:
            for width, height in PHONES:
                page.set_viewport_size({"width": width, "height": height})
                self.seen.setdefault((width, height), set()).add(tuple(page.evaluate(BOARD_PLACE)))

    def require_one_each(self) -> None:
        assert all(len(places) == 1 for places in self.seen.values()), self.seen


def test_the_board_keeps_its_size_and_place_from_roll_to_bust_on_a_phone(
    visitors: Visitors,
) -> None:
    table = table_of(visitors, 2, "cantstop")
    me, other = table.in_order
    table.show(me, other)
    places = BoardPlaces()
    places.look_at(me, other)
    for faces in ("1111", "6666", "3445"):
        table.act(me, "roll", faces)
        table.wait_for(me, other)
        places.look_at(me, other)
        me.locator("#o1").check()
        expect(me.locator("#a-roll")).to_be_visible()
        places.look_at(me, other)
        table.act(me, str(table.rules.legal_actions(table.state, table.number_of(me))[0]))
        table.wait_for(me, other)
        places.look_at(me, other)
    table.act(me, "roll", "5564")
    table.wait_for(me, other)
    expect(other.locator(".bust")).to_be_visible()
    expect(other.locator("#a-roll")).to_be_visible()
    places.look_at(me, other)
    places.require_one_each()


def test_ones_own_cloth_keeps_its_size_and_place_to_the_end_on_a_phone(
    visitors: Visitors,
) -> None:
    table = table_of(visitors, 3, "buttons")
    places = BoardPlaces()
    for page, _phase in buttons_phases(table):
        places.look_at(page)
    for page in table.people[1:]:
        table.act(page, "resign")
    winner = table.people[0]
    expect(winner.locator("#t-controls .end")).to_be_visible()
    places.look_at(winner)
    places.require_one_each()


NAME_SHOWN = """(length) => {
  const name = document.querySelector(".seat:has(.presence) .name");
  const letters = document.createRange();
  const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
  letters.setStart(text, 0);
  letters.setEnd(text, length);
  return letters.getBoundingClientRect().right <= name.getBoundingClientRect().right;
}"""


@pytest.mark.parametrize("kind", PHASES)
def test_ten_letters_of_a_long_name_are_seen_on_a_phone(visitors: Visitors, kind: str) -> None:
    me, other = visitors.open(None), visitors.open(None)
    register(other, unique("Longname-of-twenty"))
    table = Table(visitors.server, me, other, kind=kind)
    table.show(me, other)
    expect(me.locator(".seat .presence")).to_have_count(1)
    for width, height in PHONES:
        me.set_viewport_size({"width": width, "height": height})
        assert me.evaluate(NAME_SHOWN, 10), f"{width}x{height}"


SPILLED = """() => [["#t-pieces", ".board"], ["#t-controls .dice > *", ".play"]].flatMap(
  ([inner, outer]) => {
    const {bottom, right} = document.querySelector(outer).getBoundingClientRect();
    return [...document.querySelectorAll(inner)].filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .filter((box) => box.bottom > bottom + 1 || box.right > right + 1)
      .map((box) => `${inner} to ${box.right}, ${box.bottom} in ${right}, ${bottom}`);
  })"""


@pytest.mark.parametrize("kind", PHASES)
def test_boards_and_dice_stay_in_their_cards(visitors: Visitors, kind: str) -> None:
    table = table_of(visitors, 3, kind)
    table.play(until=20)
    player, other, host, watcher = *table.people[:2], visitors.open(None), visitors.open(None)
    table.show(player, watcher)
    look_at(open_table(host, kind=kind, size=2), host)
    require_no_spill(player, watcher, host)
    for page in (player, other):
        table.act(page, "resign")
    expect(player.locator("#t-controls .end")).to_be_visible()
    require_no_spill(player)


def require_no_spill(*pages: Page) -> None:
    for page in pages:
        for width, height in [*SMALLEST_SCREENS, (1024, 768), (1280, 1000), (1920, 1080)]:
            page.set_viewport_size({"width": width, "height": height})
            spilled = page.evaluate(SPILLED)
            assert not spilled, f"{page.url} on {width}x{height}: {spilled}"


def tap_in_view(page: Page, control: str) -> None:
    """Tap where the control is, without scrolling to it."""
    place = page.locator(f"#{control}")
    while (box := place.bounding_box()) is None:
        expect(place).to_be_visible()  # a push has just drawn it anew
    inside = box["y"] >= 0 and box["y"] + box["height"] <= SMALL_PHONE["height"] + 1
    assert inside, f"{control} is out of sight: {box}"
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


HANDS = {"cantstop": Hand, "buttons": ButtonsHand}
EVENTS = 12


@pytest.mark.parametrize("kind", HANDS)
def test_a_game_is_played_by_touch_without_scrolling(visitors: Visitors, kind: str) -> None:
    page = visitors.open(None, viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    code = play_now(page, kind)
    play_against_bots(HANDS[kind](page, tap_in_view), until=EVENTS)
    assert page.evaluate("() => scrollY") == 0
    post(page, f"/games/{code}/act/", action="resign", token="")
    expect(page.locator("#t-controls .end h2")).to_be_in_viewport()

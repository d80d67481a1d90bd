"""What people do on the pages."""

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

PASSWORD = "correct horse battery"
SPLITS_A_TURN = 3
"""After so many splits the players of these tests stop."""

LONGEST_GAME = 2000

LOOK = """() => {
  const status = document.getElementById("t-status");
  const usable = (id) => Boolean(document.getElementById(id)?.checkVisibility());
  return {
    version: Number(status.dataset.version),
    mine: status.dataset.turn === "me",
    over: Boolean(document.querySelector("#t-controls .end")),
    split: usable("o1"),
    roll: usable("a-roll"),
    stop: usable("a-stop"),
  };
}"""
MOVED_ON = """(version) =>
  Number(document.getElementById("t-status").dataset.version) > version"""
MINE_OR_OVER = """() => document.getElementById("t-status").dataset.turn === "me"
  || Boolean(document.querySelector("#t-controls .end"))"""
GOES_ON = f"(version) => ({MINE_OR_OVER})() || ({MOVED_ON})(version)"
SALT_IS_SENT = """() => {
  const salt = document.getElementById("salt");
  return !salt || Boolean(salt.getAttribute("value"));
}"""
LIVE = "() => document.documentElement.dataset.live === 'yes'"

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Look:
    """What a table page shows. mine: whether it is the viewer's turn."""

    version: int
    mine: bool
    over: bool
    split: bool
    roll: bool
    stop: bool


def look(page: Page) -> Look:
    return Look(**page.evaluate(LOOK))


def unique(name: str) -> str:
    """Return a name nobody has at this server."""
    return f"{name}{next(_numbers)}"


# --- Accounts and tables -------------------------------------------------------


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("header .menu summary")).to_have_text(name)


def press_play_now(page: Page, kind: str = "cantstop") -> None:
    page.goto("/")
    page.locator(f"button[value='{kind}']", has_text="Play a bot").click()


def create_table(page: Page, kind: str = "cantstop", **choices: str) -> str:
    """Open a table, with these choices by the fields' labels; return its code."""
    page.goto(f"/games/new/?kind={kind}")
    page.get_by_text("More options").click()
    for label, choice in choices.items():
        page.get_by_label(label.replace("_", " "), exact=True).select_option(choice)
    page.get_by_role("button", name="Create game").click()
    code = at_table(page)
    page.wait_for_function(SALT_IS_SENT)
    return code


def join(page: Page, code: str) -> None:
    page.goto(f"/games/{code}/")
    at_table(page)  # what the socket says first replaces the button, and a click in between
    take = page.get_by_role("button", name="Take a seat")
    take.click()
    expect(take).to_have_count(0)
    at_table(page)


def join_from_lobby(page: Page, code: str) -> None:
    """Take a seat with the button in the lobby that is open on the page."""
    expect(page.locator(f"#join-{code}")).to_be_visible()
    # At one stroke: every push draws the lobby anew, between press and release too.
    page.evaluate("id => document.getElementById(id).click()", f"join-{code}")
    at_table(page)


def at_table(page: Page) -> str:
    """Wait for a table with its socket open; return its code."""
    page.wait_for_url(re.compile(r"/games/[a-z0-9]{8}/$"))
    wait_live(page)
    return code_at(page)


def wait_live(page: Page) -> None:
    page.wait_for_function(LIVE)


def code_at(page: Page) -> str:
    """Return the code of the game whose table a page shows."""
    return page.url.rstrip("/").rsplit("/", 1)[1]


def record(page: Page, code: str) -> Any:
    """Return the record of a game as the server has it now."""
    answer = page.request.get(f"/games/{code}/record.json")
    assert answer.ok, answer.status
    return answer.json()


# --- Playing -------------------------------------------------------------------


def click(page: Page, control: str) -> None:
    page.locator(f"#{control}").click()


def act(page: Page, control: str) -> int:
    """Press this and wait until the page shows what came of it; return its version."""
    before = look(page).version
    click(page, control)
    wait_for_version(page, before + 1)
    return look(page).version


def press(page: Page, control: str) -> None:
    """Use the keyboard instead: the keys that the table names."""
    keys = {"a-roll": "r", "a-stop": "s", "o1": "a", "o2": "b", "o3": "c"}
    page.keyboard.press(keys.get(control, control))


def resign(page: Page) -> None:
    # With keys: a push may move what is below it between a pointer's press and release.
    page.locator("#t-resign summary").press("Enter")
    page.locator("#a-resign").press("Enter")
    expect(page.locator("#t-controls .end")).to_be_visible()


def wait_for_version(page: Page, version: int) -> None:
    """Wait until the page shows this many events, or more."""
    page.wait_for_function(MOVED_ON, arg=version - 1)


def wait_for_turn(page: Page) -> Look:
    """Wait until it is the turn of the page's player, or nobody's any more."""
    seen = look(page)
    while not (seen.mine or seen.over):
        page.wait_for_function(GOES_ON, arg=seen.version)
        seen = look(page)
    return seen


class Hand:
    """A player's hand: makes one move after another, and stops after a few splits."""

    def __init__(self, page: Page, use: Callable[[Page, str], None] = click) -> None:
        self.page = page
        self.use = use
        self._splits = 0

    def move(self) -> Look:
        """Make one move, wait until the page shows it, and return what it shows then."""
        before = look(self.page)
        self.use(self.page, self.choose())
        wait_for_version(self.page, before.version + 1)
        after = look(self.page)
        if not after.mine:
            self._splits = 0
        return after

    def choose(self) -> str:
        """Choose a split if there is one to choose; return the control that sends the move."""
        if look(self.page).split:
            self._splits += 1
            self.use(self.page, "o1")
        return self.choice(look(self.page))

    def choice(self, seen: Look) -> str:
        """Return the control that this hand uses next, once it has chosen a split."""
        if seen.stop and self._splits >= SPLITS_A_TURN:
            self._splits = 0
            return "a-stop"
        return "a-roll"


def whose_turn(hands: Sequence[Hand]) -> Hand | None:
    """Return the hand whose turn it is, or None when the game is over."""
    for _ in range(100):
        looks = [(hand, look(hand.page)) for hand in hands]
        if all(seen.over for _, seen in looks):
            return None
        newest = max(seen.version for _, seen in looks)
        for hand, seen in looks:
            if seen.mine and seen.version == newest:
                return hand
        for hand, seen in looks:
            if seen.version < newest:
                wait_for_version(hand.page, newest)
    raise AssertionError("it is nobody's turn")


def play_to_the_end(*hands: Hand, after_each: Callable[[Look], None] = lambda seen: None) -> int:
    """Play a game between these hands to its end; return the number of events."""
    for _ in range(LONGEST_GAME):
        hand = whose_turn(hands)
        if hand is None:
            return look(hands[0].page).version
        after_each(hand.move())
    raise AssertionError("the game does not end")


def play_against_bots(hand: Hand, until: int | None = None) -> Look:
    """Play on until the game is over, or the page shows so many events."""
    for _ in range(LONGEST_GAME):
        seen = wait_for_turn(hand.page)
        if seen.over or (until is not None and seen.version >= until):
            return seen
        hand.move()
    raise AssertionError("the game does not end")

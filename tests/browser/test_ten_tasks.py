"""What people come for is done with keys and the accessibility tree alone: no mouse, no sight.

The tenth task is to appeal against a sanction: test_case_life.py.
"""

import re

from playwright.sync_api import expect

from games.presenters import presenter
from tests.browser.browsers import only_in_chromium
from tests.browser.played import finished_game
from tests.browser.reader import FOLD, Reader
from tests.browser.steps import LIVE, PASSWORD, at_table, unique
from tests.browser.tables import Table, post, register, sit_down
from tests.browser.test_lessons import lesson_of
from tests.browser.visitors import Visitors
from tests.engine.kinds import every_offered_kind

CHECKED = "document.activeElement.checked"

pytestmark = only_in_chromium("of others nobody can ask for their accessibility tree")


# --- A newcomer ----------------------------------------------------------------------------------


def test_signing_up(visitors: Visitors) -> None:
    page = visitors.open("/")
    reader, name = Reader(page), unique("Ada")
    reader.press("link", "Sign up")
    reader.lands_at("Sign up")
    reader.write("Username", f"{name} ?")
    reader.write("Password", PASSWORD)
    reader.press("button", "Sign up")
    reader.is_led_to("textbox", "Username", "Use only letters a to z, digits, _ and -.")
    page.keyboard.press("ControlOrMeta+A")
    reader.write("Username", name)
    reader.write("Password", PASSWORD)
    reader.press("button", "Sign up")
    reader.hears(f"signed in as {name}")
    reader.move_to(FOLD, name)


def test_doing_a_lesson(visitors: Visitors) -> None:
    """That of Buttons, which has all there is to press and to mark."""
    page = visitors.open("/")
    reader, lesson = Reader(page), lesson_of("buttons")
    reader.press("link", f"How to play : {presenter('buttons').ABOUT.name}")
    for step in lesson.steps:
        reader.lands_at(str(step.title))
        reader.is_led_to("group", str(step.title), str(step.question))
        take_the_first_choice(reader)
        reader.is_led_to("link", "Continue", str(step.rule))
        page.keyboard.press("Enter")
    reader.lands_at("Ready to play")
    reader.press(FOLD, "Take the quiz: ten questions")
    for question in lesson.questions:
        reader.press("radio", str(question.options[0]))
        for _ in range(question.right):
            page.keyboard.press("ArrowDown")
    reader.press("button", "Check answers")
    reader.is_led_to("heading", "10 of 10 right")


def take_the_first_choice(reader: Reader) -> None:
    """Press the first button, and on the way to it mark and choose what may be."""
    reader.page.keyboard.press("ArrowDown")
    while (heard := reader.focus()).role != "button":
        if heard.role in ("checkbox", "radio") and not reader.page.evaluate(CHECKED):
            reader.page.keyboard.press("Space")
        reader.page.keyboard.press("Tab")
    reader.page.keyboard.press("Enter")


# --- At the table --------------------------------------------------------------------------------


@every_offered_kind
def test_playing(visitors: Visitors, kind: str) -> None:
    table = Table(visitors.server, visitors.open(None), visitors.open(None), kind=kind)
    page = table.in_order[0]
    table.show(page)
    faces = "123456"[: table.rules.dice_count(table.state)]
    visitors.server.load(faces, game=table.code)
    reader = Reader(page)
    reader.press("button", "Roll")
    reader.hears("You rolled")
    page.keyboard.press("Space")  # the focus is on the first choice
    reader.press("button", re.compile("^(Roll again|Place on row)"))
    reader.hears(re.compile("^You (advance|place)"))
    reader.press(FOLD, "Resign")
    reader.press("button", "Resign")
    reader.hears(" won")
    reader.is_led_to("button", "Rematch")


def test_chatting_and_reporting_a_player(visitors: Visitors) -> None:
    ada, ben = visitors.open(None), visitors.open(None)
    register(ada, name := unique("Ada"))
    register(ben, unique("Ben"))
    code = sit_down(ada, ben)
    reader = Reader(ben)
    post(ada, f"/games/{code}/chat/", text="You play like a worm")
    reader.hears("You play like a worm", "log")
    reader.write("Message the players", "Please be kind")
    ben.keyboard.press("Enter")
    reader.hears("Please be kind", "log")
    reader.is_led_to("textbox", "Message the players")

    reader.press("link", f"More options for this message from {name}")
    reader.press("link", f"Report : {name}")
    reader.lands_at("Report a chat message")
    reader.press("button", "Send report")
    reader.is_led_to("radio", re.compile("^Abusive chat"))
    ben.keyboard.press("Space")
    reader.write("In your own words", "Out of the blue.")
    reader.press("button", "Send report")
    reader.hears("We got your report")


def test_passing_and_playing(visitors: Visitors) -> None:
    page = visitors.open("/lobby/")
    reader = Reader(page)
    reader.press("link", "Pass and play")
    reader.lands_at("Pass and play")
    reader.write("Name of player 1", "Ada")
    reader.write("Name of player 2", "Ben")
    reader.press("radio", "Our dice, provably fair")
    page.keyboard.press("ArrowDown")
    reader.press("button", "Begin")
    reader.lands_at(re.compile("“Ada” – “Ben”$"))
    page.wait_for_function(LIVE)
    page.keyboard.type("315")
    page.keyboard.press("Backspace")
    page.keyboard.type("64")
    reader.hears("You rolled 3, 1, 6, 4. “Ada” Pair your dice.")
    reader.press(FOLD, "Mistyped?")
    page.keyboard.press("Enter")
    page.keyboard.press("a")
    reader.hears("“Ada” Roll again or stop?")
    reader.press("button", "Stop keep 2 spaces")
    reader.hears("“Ben” Your turn: roll the dice.")
    reader.press("button", "6")


# --- Games of others -----------------------------------------------------------------------------


def test_watching_a_replay_and_verifying_a_finished_game(visitors: Visitors) -> None:
    path = f"/games/{finished_game(visitors)}/"
    page = visitors.open(path)
    at_table(page)
    reader = Reader(page)
    reader.press("link", "Replay")
    reader.lands_at(re.compile("^Replay: "))
    reader.press("link", "One step forward")
    reader.hears("rolled")
    page.keyboard.press("End")
    reader.hears(" won")
    reader.press("button", "Play")
    reader.is_led_to("button", "Pause")

    page.goto(path)
    at_table(page)
    reader.press(FOLD, "More about this game")
    reader.press("link", "Verify this game")
    reader.lands_at("Verify this game")
    reader.hears("Proven: your browser checked the whole record")


# --- One's account -------------------------------------------------------------------------------


def test_changing_settings(visitors: Visitors) -> None:
    page = visitors.open(None)
    register(page, name := unique("Ada"))
    page.goto("/")
    reader = Reader(page)
    reader.press(FOLD, name)
    reader.press("link", "Settings")
    reader.lands_at("Settings")
    reader.press("link", re.compile("^How you play"))
    reader.lands_at("Preferences")
    reader.press("radio", "Anyone")
    page.keyboard.press("ArrowDown")
    reader.press("checkbox", "Ask me to confirm before I stop or opt out")
    reader.press("button", "Save")
    reader.hears("Saved.")
    expect(page.get_by_role("radio", name="Only people I've played with")).to_be_checked()
    expect(
        page.get_by_role("checkbox", name="Ask me to confirm before I stop or opt out")
    ).to_be_checked()

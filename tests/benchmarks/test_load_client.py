"""The client of `make benchmark-load` sees what a browser would, and notices what is wrong."""

import asyncio
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from benchmarks.load.driving import Table
from benchmarks.load.people import fields_of, form_at
from benchmarks.load.site_table import NOTHING, Offer, Screen, fits
from games.engine.dice import ScriptedDice
from games.engine.registry import KINDS

STATUS = '<p id="t-status" class="status" data-version="{}" hx-swap-oob="true"></p>'
CONTROLS = """
<div id="t-controls"><form id="play"><input type="hidden" name="token" value="{token}">
<button name="action" value="roll">Roll</button>
<button name="action" value="stop" disabled>Stop</button></form></div>
"""


class QuietTable(Table):
    """A table of two sockets whose moves are shown by the test."""

    def __init__(self) -> None:
        super().__init__()
        for _ in range(2):
            self.add_viewer(0)

    def next_move(self) -> Any:
        return None

    async def send(self, move: Any) -> None:
        self.show(0, 1, 10)

    async def close(self) -> None:
        """Nothing is open."""


def test_a_screen_offers_the_buttons_that_can_be_pressed() -> None:
    screen = Screen()
    assert screen.take(STATUS.format(3) + CONTROLS.format(token=2)) == 3
    assert screen.offers[3] == Offer("2", frozenset({"roll"}))


def test_a_screen_offers_choices_without_the_roll_that_goes_with_them() -> None:
    screen = Screen()
    choices = """
    <div id="t-controls"><form id="play"><input type="hidden" name="token" value="2">
    <input type="radio" name="action" value="split:7"><button name="take" value="split:7 roll">Take
    and roll</button><input type="radio" name="action" value="split:5"><button name="then"
    value="roll">Roll again</button></form></div>
    """
    screen.take(STATUS.format(3) + choices)
    assert screen.offers[3] == Offer("2", frozenset({"split:7", "split:5"}))


def test_a_screen_keeps_the_regions_that_a_push_leaves_out() -> None:
    screen = Screen()
    screen.take(STATUS.format(3) + CONTROLS.format(token=2))
    screen.take(STATUS.format(4))
    assert screen.offers[4] == screen.offers[3]


def test_a_screen_begins_with_the_regions_of_its_page() -> None:
    screen = Screen()
    screen.take(f"<main><div>{STATUS.format(3)}{CONTROLS.format(token=2)}</div></main>")
    assert screen.offers[3] == Offer("2", frozenset({"roll"}))


def test_a_screen_drops_what_is_older_than_it_shows() -> None:
    screen = Screen()
    screen.take(STATUS.format(4) + CONTROLS.format(token=4))
    screen.take(STATUS.format(3) + CONTROLS.format(token=2))
    assert (screen.version, screen.offers) == (4, {4: Offer("4", frozenset({"roll"}))})


def test_a_message_that_is_not_of_the_table_changes_no_screen() -> None:
    screen = Screen()
    assert screen.take('<p id="t-viewers">2</p>') == -1
    assert not screen.regions


def test_a_form_is_sent_as_it_stands() -> None:
    page = LexborHTMLParser(
        '<form action="/other/"></form><form action="/games/new/?kind=cantstop">'
        '<input type="hidden" name="csrfmiddlewaretoken" value="abc">'
        '<input type="radio" name="seen" value="public" checked>'
        '<input type="radio" name="seen" value="unlisted">'
        '<input type="checkbox" name="odds" checked>'
        '<select name="size"><option value="2">2</option><option value="3" selected>3</option>'
        "</select><button name='not' value='sent'></button></form>"
    )
    assert fields_of(form_at(page, "/games/new/")) == [
        ("csrfmiddlewaretoken", "abc"),
        ("seen", "public"),
        ("odds", "on"),
        ("size", "3"),
    ]


def test_a_move_takes_until_the_last_socket_shows_it() -> None:
    async def make() -> None:
        table = QuietTable()
        move = asyncio.create_task(table.make("roll"))
        await asyncio.sleep(0.01)
        assert not move.done()
        table.show(1, 1, 10)
        assert await move > 0

    asyncio.run(make())


@pytest.mark.parametrize(
    ("player", "offer"),
    [
        (0, NOTHING),
        (0, Offer("0", frozenset({"split:2+12", "split:7+7"}))),
        (0, Offer("1", frozenset({"split:7+7"}))),
        (1, Offer("1", frozenset({"split:2+12", "split:7+7"}))),
        (None, Offer("1", frozenset({"split:2+12", "split:7+7"}))),
    ],
)
def test_a_page_that_offers_what_the_rules_do_not_is_noticed(
    player: int | None, offer: Offer
) -> None:
    rules = KINDS["cantstop"].make_rules(2, {})
    state = rules.initial_state()
    event = rules.resolve(state, 0, rules.parse_action("roll"), ScriptedDice([(1, 1, 6, 6)]))
    state = rules.apply_event(state, event)
    assert fits(rules, state, 0, Offer("1", frozenset({"split:2+12", "split:7+7"})))
    assert not fits(rules, state, player, offer)

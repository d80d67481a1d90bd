"""How much a first visit transfers, and how much a move pushes."""

from collections.abc import Callable
from statistics import quantiles
from typing import Any

from playwright.sync_api import Page

from games.engine.registry import KINDS
from tests.browser.buttons_steps import KIND, ButtonsHand
from tests.browser.steps import (
    Hand,
    at_table,
    create_table,
    look,
    play_against_bots,
    wait_for_turn,
)
from tests.browser.visitors import Visitors

KB = 1000
PAGE_LIMIT = 100 * KB
PUSH_LIMIT = 6 * KB
PUSH_LIMIT_OF_A_FULL_BOARD = 7 * KB
MOVES_TO_WEIGH = 150


def weigh(page: Page, path: str) -> int:
    """Return the bytes that came over the wire for a first visit, headers and all assets."""
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    page.goto(path)
    page.wait_for_load_state("networkidle")
    session.detach()
    return round(sum(sizes))


def test_a_first_visit_is_light(visitors: Visitors, measured: Callable[[str], None]) -> None:
    code, last = _played_table(visitors)
    buttons = _played_table_of_buttons(visitors)
    paths = {
        "front page": "/",
        "table": f"/games/{code}/",
        "replay": f"/games/{code}/replay/{last}/",
        "lobby": "/lobby/",
        "table of Buttons": f"/games/{buttons}/",
        **{f"rules of {kind}": f"/rules/{kind}/" for kind in KINDS},
        **{f"strategy of {kind}": f"/rules/{kind}/strategy/" for kind in KINDS},
    }
    weights = {what: weigh(visitors.open(None), path) for what, path in paths.items()}
    for what, weight in weights.items():
        measured(f"first visit of the {what}: {weight / KB:.1f} kB transferred")
    assert max(weights.values()) < PAGE_LIMIT


def test_a_move_pushes_little_to_each_viewer(
    visitors: Visitors, measured: Callable[[str], None]
) -> None:
    player, watcher = visitors.open(), visitors.open(None)
    code = create_table(player, Seats="4", Seat_2="rule-of-28", Seat_3="cautious", Seat_4="bold")
    sizes = {"player": pushes(player), "spectator": pushes(watcher)}
    watcher.goto(f"/games/{code}/")
    at_table(watcher)
    play_against_bots(Hand(player), until=MOVES_TO_WEIGH)
    for who, seen in sizes.items():
        measured(told(seen, who))
        assert len(seen) > MOVES_TO_WEIGH // 2
        # The game is a random one, and a board as full as boards get may pass the limit a little.
        assert quantiles(seen, n=20)[-1] < PUSH_LIMIT
        assert max(seen) < PUSH_LIMIT_OF_A_FULL_BOARD


def told(sizes: list[int], who: str) -> str:
    mean, largest = sum(sizes) // len(sizes), max(sizes)
    return f"{len(sizes)} pushes to a {who}: mean {mean} B, largest {largest} B"


def pushes(page: Page) -> list[int]:
    """Return a list that fills with the sizes of what the page's sockets receive."""
    sizes: list[int] = []

    def note(event: dict[str, Any]) -> None:
        sizes.append(len(event["response"]["payloadData"].encode()))

    session = page.context.new_cdp_session(page)
    session.on("Network.webSocketFrameReceived", note)
    session.send("Network.enable")
    return sizes


def _played_table_of_buttons(visitors: Visitors) -> str:
    player = visitors.open()
    code = create_table(player, KIND, Seats="4", Seat_2="greedy", Seat_3="careful", Seat_4="greedy")
    hand = ButtonsHand(player)
    while not wait_for_turn(player).over and look(player).version < 40:
        hand.move()
    return code


def _played_table(visitors: Visitors) -> tuple[str, int]:
    player = visitors.open()
    code = create_table(player, Seats="4", Seat_2="rule-of-28", Seat_3="cautious", Seat_4="bold")
    return code, play_against_bots(Hand(player), until=40).version

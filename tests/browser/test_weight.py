"""How much a first visit transfers in how many requests, and how much a move pushes."""

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

from games.live.consumers import ANSWER
from tests.browser.tables import Table
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

KB = 1000
PAGE_LIMIT = 75 * KB
REPLAY_LIMIT = 85 * KB
"""With its first steps, and what was said at the table."""

MOST_REQUESTS = 20
PUSH_LIMIT = 6 * KB
PLAYED = 40
PLAYED_BEFORE = 110
"""By then the board is full."""

MOVES_TO_WEIGH = 20
OF_A_MOVE = "<!--"
"""What a page first gets, or gets anew after it was cut off, is the whole table."""


def weigh(page: Page, path: str) -> list[float]:
    """Return how many bytes came over the wire for each request of a first visit, with headers."""
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    page.goto(path)
    page.wait_for_load_state("networkidle")
    session.detach()
    return sizes


def test_a_first_visit_is_light_and_a_move_pushes_little_to_each_viewer(
    visitors: Visitors, measured: Callable[[str], None]
) -> None:
    tables = {kind: _played_table(visitors, kind, PLAYED) for kind in OFFERED}
    codes = {kind: table.code for kind, table in tables.items()}
    for what, sizes in _first_visits(visitors, codes):
        weight, requests = sum(sizes), len(sizes)
        measured(f"first visit of the {what}: {weight / KB:.1f} kB in {requests} requests")
        assert weight < (REPLAY_LIMIT if "replay" in what else PAGE_LIMIT), what
        assert requests <= MOST_REQUESTS, what

    table = tables["cantstop"]
    table.play(PLAYED_BEFORE)
    pages = {"player": table.people[0], "spectator": visitors.open(None)}
    pushed = {who: pushes(page, OF_A_MOVE) for who, page in pages.items()}
    table.show(*pages.values())
    for _ in range(MOVES_TO_WEIGH):
        table.play(until=table.state.seq + 1)
        table.wait_for(*pages.values())
    for who, seen in pushed.items():
        measured(told(seen, who))
        assert len(seen) > MOVES_TO_WEIGH // 2
        assert max(seen) < PUSH_LIMIT


def _first_visits(visitors: Visitors, codes: dict[str, str]) -> Iterator[tuple[str, list[float]]]:
    paths = {
        "front page": "/",
        "lobby": "/lobby/",
        **{f"table of {kind}": f"/games/{code}/" for kind, code in codes.items()},
        **{f"replay of {kind}": f"/games/{code}/replay/{PLAYED}/" for kind, code in codes.items()},
        **{f"rules of {kind}": f"/rules/{kind}/" for kind in OFFERED},
        **{f"strategy of {kind}": f"/rules/{kind}/strategy/" for kind in OFFERED},
    }
    for what, path in paths.items():
        yield what, weigh(visitors.open_new(None), path)


def told(sizes: list[int], who: str) -> str:
    mean, largest = sum(sizes) // len(sizes), max(sizes)
    return f"{len(sizes)} pushes to a {who}: mean {mean} B, largest {largest} B"


def pushes(page: Page, beginning: str = "") -> list[int]:
    """Return a list that fills with the sizes of what is pushed over the page's sockets.

    beginning: how the pushes to be weighed begin.
    """
    sizes: list[int] = []

    def note(event: dict[str, Any]) -> None:
        text = event["response"]["payloadData"]
        if text != ANSWER and text.startswith(beginning):
            sizes.append(len(text.encode()))

    session = page.context.new_cdp_session(page)
    session.on("Network.webSocketFrameReceived", note)
    session.send("Network.enable")
    return sizes


def _played_table(visitors: Visitors, kind: str, until: int) -> Table:
    """Return a running game of four people with so many events."""
    table = Table(visitors.server, *(visitors.open(None) for _ in range(4)), kind=kind)
    table.play(until)
    return table

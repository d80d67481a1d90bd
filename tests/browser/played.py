"""Games that many tests look at and none changes: each is played once on each server."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.steps import record, unique
from tests.browser.tables import Table, import_record, register
from tests.browser.visitors import Visitors
from tests.games.records import record_text

_played: dict[tuple[str, str], str] = {}


def once(visitors: Visitors, name: str, play: Callable[[], str]) -> str:
    """Return the code of the game of this name, which the first test that asks plays."""
    key = visitors.server.url, name
    if key not in _played:
        _played[key] = play()
    return _played[key]


def finished_game(visitors: Visitors, kind: str = "cantstop") -> str:
    """Return the code of a game of two people that ended when one of them resigned."""

    def play() -> str:
        table = Table(visitors.server, visitors.open(None), visitors.open(None), kind=kind)
        table.play(until=25, fair=True)
        table.act(table.people[0], "resign")
        return table.code

    return once(visitors, kind, play)


def long_game(visitors: Visitors) -> str:
    """Return the code of a game of Can't Stop to its end, with busts, that somebody imported."""

    def play() -> str:
        page = visitors.open(None)
        register(page, unique("Ada"))
        return import_record(page, record_text(seed=2))[0]

    return once(visitors, "a long game", play)


def length(page: Page, code: str) -> int:
    """Return how many events a game has."""
    return len(record(page, code)["events"])

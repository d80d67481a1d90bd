"""How often people who follow a request have to turn to another file.

Counted is each call of a Python function of the site that lies in another file than the function
of the site which is running, whatever of Django lies between. To take the next thing from a
generator is a call, too. Ways back are not counted: there are as many. Other threads are not seen,
nor are `{% url %}` and `{% translate %}`: in templates they read as Django's own do.
"""

import statistics
import sys
from collections.abc import Callable, Collection
from types import FrameType
from typing import Any

from cantstop_site.templatetags import once

SEEDS = range(8)
EVENTS = 8
"""How far a game is, at least. It goes on until somebody may roll."""


def changes_of_file(call: Callable[[], Any], files: Collection[str]) -> int:
    """Return how many calls go from one of the files to another one, while this is called."""
    files = set(files) - {once.__file__}
    count = 0
    entered: list[str] = []

    def watch(frame: FrameType, event: str, _: Any) -> None:
        nonlocal count
        file = frame.f_code.co_filename
        if file in files and event == "call":
            count += bool(entered) and entered[-1] != file
            entered.append(file)
        elif file in files and event == "return":
            entered.pop()

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        call()
    finally:
        sys.setprofile(before)
    return count


def of_requests(kind: str, files: Collection[str]) -> dict[str, int]:
    """Return the medians of several games, for a roll, a page of a table, a step of a replay."""
    # The first game has templates read, and fills what is kept for all games.
    _, *counted = [of_game(kind, seed, files) for seed in SEEDS]
    return {name: round(statistics.median(game[name] for game in counted)) for name in counted[0]}


def of_game(kind: str, seed: int, files: Collection[str]) -> dict[str, int]:
    from tests.games.factories import make_finished_game
    from tests.games.tables import client_of, make_user, player_client

    game, player, action = about_to_roll(kind, seed)
    client, visitor = player_client(game, player), client_of(None)
    finished = make_finished_game(make_user(), make_user(), kind=kind, seed=seed)
    sent = {"action": action, "token": str(game.rules.token(game.position(), player))}
    table, middle = f"/games/{game.code}/", finished.version // 2

    def step(seq: int) -> Any:
        return visitor.get(f"/games/{finished.code}/replay/{seq}/")

    # As others at the table do, and at the step before: lines of a log are drawn once for all.
    visitor.get(table)
    step(middle)
    asked: dict[str, Callable[[], Any]] = {
        "a page of a table": lambda: client.get(table),
        # As the script of the page sends it: the answer has the parts of the table that change.
        "a roll": lambda: client.post(f"{table}act/", sent, headers={"HX-Request": "true"}),
        "a step of a replay": lambda: step(middle + 1),
    }
    return {name: changes_of_file(fine(request), files) for name, request in asked.items()}


def fine(request: Callable[[], Any]) -> Callable[[], None]:
    def checked() -> None:
        answer = request()
        assert answer.status_code == 200, answer.content.decode()

    return checked


def about_to_roll(kind: str, seed: int) -> tuple[Any, int, str]:
    """Return a running game in which a player may roll, the player, and the action."""
    from tests.games.factories import add_events, make_running_game
    from tests.games.tables import make_user

    game = make_running_game(make_user(), make_user(), kind=kind, seed=seed, events=EVENTS)
    while True:
        state = game.position()
        player = game.rules.active_players(state)[0]
        for action in map(str, game.rules.legal_actions(state, player)):
            if action.startswith("roll"):
                return game, player, action
        add_events(game, 1, seed)

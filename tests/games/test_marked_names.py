"""On every page about games, each name is an element of its own.

So a name that runs from right to left turns nothing beside it, and programs that translate pages
leave names alone.
"""

import json

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.presenters.names import names_by_player
from games.services import analyses
from tests.engine.kinds import every_kind
from tests.games.devices import device_of, one_device
from tests.games.factories import make_finished_game, make_running_game, take_over
from tests.games.pages import misplaced_marks, text, unmarked_names
from tests.games.records import imported_game
from tests.games.tables import client_of, make_user, waiting_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("analysis_here")]

HEBREW, TAG = "אנה", "<b>Zoë"


def called(game: Game) -> list[str]:
    return list(names_by_player(list(game.seats.all())))


def require_marks(client: Client, *addresses: str, names: list[str]) -> None:
    for address in addresses:
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        page = answer.content.decode()
        assert not unmarked_names(page, names), address
        assert not misplaced_marks(page), address


def frames(game: Game) -> list[dict[str, str]]:
    """Return what scripts put into the pages of each step of the replay, as HTML."""
    address = f"/games/{game.code}/replay/frames/?from=0&to={min(game.version, 63)}"
    found = json.loads(text(Client(), address))["frames"]
    return [{"say": frame["say"], "asks": frame["asks"]} | frame["html"] for frame in found]


def require_marks_in_frames(game: Game) -> None:
    for frame in frames(game):
        for what, html in frame.items():
            assert not unmarked_names(html, called(game)), what


@every_kind
def test_at_a_table_and_in_its_replay(kind: str, kestrel: User) -> None:
    game = make_running_game(kestrel, "random", kind=kind, events=30)
    names = [*called(game), "kestrel"]
    for client in (Client(), client_of(kestrel)):
        require_marks(client, f"/games/{game.code}/", f"/games/{game.code}/replay/", names=names)
    require_marks_in_frames(game)


@every_kind
def test_when_a_game_is_over(kind: str, kestrel: User) -> None:
    game = make_finished_game(kestrel, "random", "random", kind=kind)
    while analyses.explain_next():
        pass
    page = f"/games/{game.code}/"
    addresses = [page, *(f"{page}{name}/" for name in ("analysis", "replay", "embed"))]
    addresses.append(f"{page}what-if/{game.version - 1}/")
    for client in (Client(), client_of(kestrel)):
        require_marks(client, *addresses, names=called(game))
    require_marks_in_frames(game)


def test_when_a_bot_has_taken_over(kestrel: User) -> None:
    game = make_running_game(kestrel, make_user("Ben"), events=20)
    take_over(game, kestrel, "random")
    addresses = f"/games/{game.code}/", f"/games/{game.code}/replay/"
    require_marks(Client(), *addresses, names=["kestrel", "Ben", "Random"])


@every_kind
def test_names_out_of_records_are_marked_and_escaped(kind: str, kestrel: User) -> None:
    game = imported_game(kestrel, kind=kind, names=(HEBREW, TAG))
    pages = [f"/games/{game.code}/{name}" for name in ("", "replay/", "verify/", "delete/")]
    require_marks(client_of(kestrel), *pages, names=[HEBREW, TAG])
    for address in pages[:3]:
        assert TAG not in Client().get(address, follow=True).content.decode()
    require_marks_in_frames(game)
    assert not any(TAG in html for frame in frames(game) for html in frame.values())


def test_where_people_play_on_one_device() -> None:
    game = one_device("2345 7+7 S 1122")
    require_marks(device_of(game), f"/games/{game.code}/", names=called(game))


def test_in_lists(kestrel: User) -> None:
    make_finished_game(kestrel, "bold", "bold")
    make_running_game(kestrel, "cautious")
    waiting_table(make_user("Ben"), 3, bots=["linear"])
    names = ["kestrel", "Ben", "Bold", "Cautious", "Linear"]
    addresses = ("/lobby/", "/my-games/", "/watch/", "/replays/", "/players/kestrel/", "/")
    require_marks(client_of(kestrel), *addresses, "/accounts/", names=names)


def test_who_a_table_is_kept_for(kestrel: User) -> None:
    ben = make_user("Ben")
    answer = client_of(kestrel).post(f"/players/{ben}/invite/", {"kind": "cantstop"})
    for client in (client_of(kestrel), client_of(ben)):
        require_marks(client, answer["Location"], names=["Ben", "kestrel"])
    require_marks(client_of(ben), "/notices/", "/my-games/", names=["kestrel"])


def test_on_the_pages_about_bots_and_rules() -> None:
    require_marks(Client(), "/bots/", "/rules/cantstop/", names=["Rule of 28", "Cautious"])


def test_names_without_marks_and_marks_out_of_place_are_found() -> None:
    page = '<title>&lt;bdi>Zoë</title><p title="&lt;bdi">Zoë, <bdi translate="no">Zoë</bdi></p>'
    assert unmarked_names(page, ["Zoë"]) == ["Zoë, "]
    assert misplaced_marks(page) == ["<bdi>Zoë", "<bdi"]

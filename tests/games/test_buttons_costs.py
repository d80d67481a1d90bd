"""What a page of a Buttons table costs: a fixed number of queries, however long the log is."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from tests.games.factories import add_events, make_running_game, make_user
from tests.games.tables import client_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def users() -> list[User]:
    return [make_user(name) for name in ("ada", "ben", "cleo", "dora")]


def queries(client: Client, path: str, **headers: str) -> int:
    """Return how many queries a page takes, once the game's history is in memory."""
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(path, headers=headers).status_code == 200
    return len(captured)


def pages(game: Game) -> list[str]:
    return [f"/games/{game.code}/", f"/games/{game.code}/replay/{game.version}/"]


def test_a_longer_log_and_more_players_cost_no_more_queries(
    users: list[User], subtests: pytest.Subtests
) -> None:
    short = make_running_game(*users[:2], kind="buttons", events=3)
    long = make_running_game(*users, kind="buttons", events=100)
    for who, user in (("player", users[0]), ("spectator", None)):
        client = client_of(user)
        for page, one, other in zip(("table", "replay"), pages(short), pages(long), strict=True):
            with subtests.test(who=who, page=page):
                few = queries(client, one)
                assert queries(client, other) == few
                # Four are for the chat: what was said, users the reader hides, how they read,
                # what mutes them; one for sanctions and news of them, and one for the bell.
                assert few <= 14


def test_the_regions_of_a_table_cost_no_more_queries_as_it_goes_on(users: list[User]) -> None:
    game = make_running_game(*users, kind="buttons", events=3)
    client, path = client_of(users[0]), f"/games/{game.code}/"
    few = queries(client, path, **HTMX)
    add_events(game, 60)
    assert queries(client, path, **HTMX) == few


@pytest.mark.parametrize("path", ["/watch/", "/my-games/"])
def test_a_list_costs_no_more_queries_with_more_games(
    users: list[User], path: str, django_assert_max_num_queries: Any
) -> None:
    client = client_of(users[0])
    make_running_game(*users, kind="buttons", events=3)
    few = queries(client, path)
    for _ in range(4):
        make_running_game(*users, kind="buttons", events=30)
    assert queries(client, path) == few

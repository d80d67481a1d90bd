"""The next game: the one that waits for somebody and has the least time left."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.time_control import TurnByTurn
from games.models import Game
from tests.games.factories import make_running_game
from tests.games.pages import text
from tests.games.tables import client_of, make_user, waiting_table

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def test_it_is_the_one_with_the_least_time_left_and_not_the_one_just_left() -> None:
    user, other = make_user(), make_user()
    games = [make_running_game(user, other, events=0) for _ in range(3)]
    for game, hours in zip(games, (None, 2, 1), strict=True):
        due_at = hours and timezone.now() + hours * HOUR
        Game.objects.get(pk=game.pk).seats.filter(user=user).update(to_move=True, due_at=due_at)
    client = client_of(user)
    no_clock, second, first = (f"/games/{game.code}/" for game in games)
    assert client.get("/games/next/")["Location"] == first
    assert client.get(f"/games/next/?after={games[2].code}")["Location"] == second
    games[1].seats.update(to_move=False)
    assert client.get(f"/games/next/?after={games[2].code}")["Location"] == no_clock
    assert "1 h" in text(client, "/my-games/") or "59:" in text(client, "/my-games/")


def test_who_looks_at_one_after_the_other_comes_to_all_of_them() -> None:
    user, other = make_user(), make_user()
    games = [make_running_game(user, other, events=0) for _ in range(4)]
    for hours, game in enumerate(games, start=1):
        due_at = timezone.now() + hours * HOUR
        game.seats.filter(user=user).update(to_move=True, due_at=due_at)
    client, place = client_of(user), "/games/next/"
    seen = []
    for _ in range(len(games) + 1):
        seen.append(client.get(place)["Location"])
        place = f"/games/next/?after={seen[-1].split('/')[2]}"
    assert seen == [f"/games/{game.code}/" for game in [*games, games[0]]]


def test_it_is_the_same_table_where_no_other_one_waits() -> None:
    user = make_user()
    game = make_running_game(user, make_user(), events=0)
    game.seats.filter(user=user).update(to_move=True)
    answer = client_of(user).get(f"/games/next/?after={game.code}")
    assert answer["Location"] == f"/games/{game.code}/"


def test_a_table_leads_to_the_next_game_where_another_one_waits() -> None:
    user, other = make_user(), make_user()
    here, there = (make_running_game(user, other, events=0) for _ in range(2))
    here.seats.filter(user=user).update(to_move=True)
    there.seats.update(to_move=False)
    link = f'href="/games/next/?after={here.code}"'
    assert link not in text(client_of(user), f"/games/{here.code}/")
    there.seats.filter(user=user).update(to_move=True)
    assert link in text(client_of(user), f"/games/{here.code}/")
    assert link not in text(Client(), f"/games/{here.code}/")


@pytest.mark.parametrize("after", ["", "?after=no-such-game", "?after=%00"])
def test_it_leads_to_ones_own_games_where_none_waits(after: str) -> None:
    for client in (Client(), client_of(make_user())):
        assert client.get(f"/games/next/{after}")["Location"] == "/my-games/"


def test_the_lobby_says_how_fast_a_table_is_played() -> None:
    waiting_table(time_control=TurnByTurn(3).to_json())
    assert "3 days a turn" in text(Client(), "/lobby/")

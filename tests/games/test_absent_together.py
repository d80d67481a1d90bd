"""A game in which everybody ran out of time at the same moment: nobody has won it (BT-L6)."""

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.engine.records.importer import import_record
from games.models import Game, GameDice
from games.services import tallies
from games.services.endings import time_out_absent
from games.services.imports import import_game
from tests.games.pages import text
from tests.games.tables import buttons_table, player_client, user_at
from tests.html import elements
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

ENDING = "Time ran out for everyone left."


@pytest.fixture
def game() -> Game:
    """Return a game of two who both let a roll wait for too long."""
    game = buttons_table("42+2344")
    time_out_absent(game)
    return Game.objects.get(pk=game.pk)


def test_the_table_and_the_replay_say_that_nobody_has_won(game: Game) -> None:
    for path in ("", f"replay/{game.version}/"):
        page = text(Client(), f"/games/{game.code}/{path}")
        assert "No one won" in page
        assert ENDING in page


def test_a_replay_shows_both_as_one_step(game: Game) -> None:
    page = text(Client(), f"/games/{game.code}/replay/{game.version}/")
    for player in (0, 1):
        assert f"{user_at(game, player).username} ran out of time." in page
    answer = Client().get(f"/games/{game.code}/replay/frames/?from=0&to={game.version}")
    stops = [frame["seq"] for frame in answer.json()["frames"] if frame["stop"]]
    assert stops == [0, 1, 2, 4]


def test_it_is_neither_won_nor_lost_in_lists(game: Game) -> None:
    name = user_at(game, 0).username
    for path in ("/my-games/", f"/players/{name}/"):
        page = text(player_client(game, 0), path)
        assert game.code in page
        assert "No one won" in page
        assert not elements(page, ".bad")
        assert not elements(page, "strong, td, span", "Lost")


def test_staff_do_not_read_that_somebody_lost(game: Game, admin_user: User) -> None:
    page = text(staff_client(admin_user), f"/admin/accounts/user/{user_at(game, 0).pk}/change/")
    assert not elements(page, "*", "lost")


def test_its_rolls_count_and_its_log_is_in_order(game: Game) -> None:
    assert tallies.counts(game)
    assert tallies.faults() == []
    call_command("check_logs")


def test_its_record_comes_out_and_in_again(game: Game) -> None:
    GameDice.objects.filter(game=game).delete()  # the dice of this game were loaded
    client = Client()
    data = client.get(f"/games/{game.code}/record.json").json()
    assert data["outcome"] == {"winners": [], "termination": "timed_out"}
    told = client.get(f"/games/{game.code}/record.txt").content.decode()
    assert '[Result] [Termination "timed_out"]' in told
    assert import_record(told).to_json() == data
    imported = import_game(told, None)
    assert ENDING in text(client, f"/games/{imported.code}/")


def test_it_can_be_played_again_as_a_rematch_and_with_the_same_dice(game: Game) -> None:
    for verb in ("rematch", "same-dice"):
        answer = player_client(game, 1).post(f"/games/{game.code}/{verb}/")
        assert answer.status_code == 302, verb

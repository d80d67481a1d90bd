"""Codes of games as people write them down, or type what was read out."""

from itertools import product
from urllib.parse import quote

import pytest
from django.test import Client

from games.models import Game
from tests.each_case import each_case
from tests.games.factories import make_waiting_game
from tests.games.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    Game.objects.filter(pk=make_waiting_game(make_user()).pk).update(code="bcdf23gh")
    return Game.objects.get()


@each_case(
    ("written", "rest"),
    product(
        ["BCDF23GH", "Bcdf23gh", "BCDF 23GH", "bcdf 23gh", " bcdf23gh ", "bcdf-23gh"],
        ["", "qr.svg", "?a=1&b=c%20d", "replay/3/?as=1"],
    ),
)
def test_a_code_leads_to_its_game_however_it_is_written(
    game: Game, written: str, rest: str
) -> None:
    answer = Client().get(f"/games/{quote(written)}/{rest}")
    assert answer.status_code == 302
    assert answer["Location"] == f"/games/bcdf23gh/{rest}"


def test_a_code_without_the_slash_at_the_end_is_found_as_well(game: Game) -> None:
    answer = Client().get("/games/BCDF 23GH", follow=True)
    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == "/games/bcdf23gh/"


@pytest.mark.parametrize("other", ["BCDF23G", "BCDF23GHJ", "BCDF23GA", "play-now", "New"])
def test_what_is_no_code_is_not_led_to_a_game(game: Game, other: str) -> None:
    assert Client().get(f"/games/{other}/").status_code in {404, 405}


def test_an_address_with_capitals_leads_to_no_other_site(game: Game) -> None:
    for rest in ("/evil.example/", "..//evil.example", "a%3Fb%23c"):
        answer = Client().get(f"/games/BCDF23GH/{rest}")
        assert answer["Location"] == f"/games/bcdf23gh/{rest}"


def test_what_is_sent_to_an_address_with_capitals_is_refused_and_not_lost_on_the_way(
    game: Game,
) -> None:
    assert Client().post("/games/BCDF23GH/join/").status_code == 405

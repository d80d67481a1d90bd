"""What players are called at a table: you are "You", and bots of one kind have numbers."""

import re

import pytest
from django.test import Client

from games.export import recorded_once
from games.models import Game, Seat
from games.pov import pov_of
from games.presenters.buttons.boards import boards
from games.presenters.names import names_by_player, together
from tests.games.tables import buttons_table, player_client, running_table, waiting_table

pytestmark = pytest.mark.django_db

SEAT = re.compile(r'class="name"[^>]*>([^<]*)<')


def seats_in(client: Client, game: Game) -> list[str]:
    return SEAT.findall(client.get(f"/games/{game.code}/").content.decode())


def test_your_own_seat_is_yours_and_spectators_read_names() -> None:
    game = running_table(2)
    names = list(names_by_player(pov_of(game, None).seats))
    assert seats_in(player_client(game, 0), game) == ["You", names[1]]
    assert seats_in(player_client(game, 1), game) == [names[0], "You"]
    assert seats_in(Client(), game) == names


def test_a_layout_of_yours_is_called_so_and_others_by_their_names() -> None:
    game = buttons_table()
    names = list(names_by_player(pov_of(game, None).seats))
    assert [board.name for board in boards(pov_of(game, 0))] == ["You", names[1]]
    assert [board.name for board in boards(pov_of(game, None))] == names


def test_bots_of_one_kind_are_numbered_and_others_are_not() -> None:
    game = waiting_table(None, 4, bots=["bold", "random", "bold"])
    seats = list(Seat.objects.filter(game=game).order_by("player"))
    holders = {seat.bot: [] for seat in seats}  # type: ignore[var-annotated]
    for seat, name in zip(seats, names_by_player(seats), strict=True):
        holders[seat.bot].append(name)
    assert holders["bold"] == ["Bold 1", "Bold 2"]
    assert holders["random"] == ["Random"]
    assert together(seats) == " – ".join(names_by_player(seats))


def test_bots_that_a_record_gives_names_of_their_own_are_not_numbered() -> None:
    game = waiting_table(None, 4, bots=["bold", "bold", "bold"])
    seats = [seat for seat in Seat.objects.filter(game=game).order_by("player") if seat.bot]
    for seat, name in zip(seats, ("Ada", "Bo", "Bo"), strict=True):
        seat.name = name
    assert names_by_player(seats) == ("“Ada”", "“Bo” 1", "“Bo” 2")


def test_the_same_numbers_stand_in_lists_and_in_the_replay() -> None:
    game = running_table(3)
    game.seats.filter(player__gt=0).update(user=None, bot="bold")
    for path in ("/watch/", f"/games/{game.code}/replay/0/", f"/games/{game.code}/"):
        page = Client().get(path).content.decode()
        assert page.index("Bold 1") < page.index("Bold 2"), path


def test_a_record_names_bots_as_before() -> None:
    game = running_table(3)
    game.seats.filter(player__gt=0).update(user=None, bot="bold")
    names = [player["name"] for player in recorded_once(game).to_json()["players"]]
    assert names[1:] == ["Bold", "Bold"]

"""What players are called at a table: you are "You", and bots of one kind have numbers."""

import re

import pytest
from django.test import Client
from django.utils.translation import override

from accounts.models import User
from games.export import recorded_once
from games.models import Game, Seat
from games.pictures.text_width import REGULAR, fit
from games.pov import pov_of
from games.presenters.buttons import ButtonsTable
from games.presenters.names import joined_names, names_by_player
from tests.games.pages import text
from tests.games.records import imported_game
from tests.games.tables import buttons_table, player_client, running_table, waiting_table
from tests.html import elements, texts

pytestmark = pytest.mark.django_db


def seats_in(client: Client, game: Game) -> list[str]:
    return texts(text(client, f"/games/{game.code}/"), ".name")


def test_your_own_seat_is_yours_and_spectators_read_names() -> None:
    game = running_table(2)
    names = list(names_by_player(pov_of(game, None).seats))
    assert seats_in(player_client(game, 0), game) == ["You", names[1]]
    assert seats_in(player_client(game, 1), game) == [names[0], "You"]
    assert seats_in(Client(), game) == names


def test_a_layout_of_yours_is_called_so_and_others_by_their_names() -> None:
    game = buttons_table()
    names = list(names_by_player(pov_of(game, None).seats))
    own, watched = ButtonsTable(pov_of(game, 0)), ButtonsTable(pov_of(game, None))
    assert [board.name for board in [*own.large, *own.small]] == ["You", names[1]]
    assert [board.name for board in watched.large] == names


def test_bots_of_one_kind_are_numbered_and_others_are_not() -> None:
    game = waiting_table(None, 4, bots=["bold", "random", "bold"])
    seats = list(Seat.objects.filter(game=game).order_by("player"))
    holders = {seat.bot: [] for seat in seats}  # type: ignore[var-annotated]
    for seat, name in zip(seats, names_by_player(seats), strict=True):
        holders[seat.bot].append(name)
    assert holders["bold"] == ["Bold 1", "Bold 2"]
    assert holders["random"] == ["Random"]
    assert joined_names(seats) == " – ".join(names_by_player(seats))


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


HEBREW, ARABIC, LATIN = "אבא", "عمر 2", "Zoë"


def test_a_name_from_right_to_left_is_isolated_wherever_it_stands_and_another_is_not(
    kestrel: User,
) -> None:
    game = imported_game(kestrel, names=(HEBREW, LATIN))
    page = Client().get(f"/games/{game.code}/replay/0/").content.decode()
    shown = re.findall(f"(.?){HEBREW}(.?)", page)
    assert len(shown) > 5  # the title, the heading, seats, labels
    assert set(shown) == {("\u2068", "\u2069")}
    assert f"“{LATIN}”" in page
    assert recorded_once(game).players[0]["name"] == HEBREW


def test_on_a_page_from_right_to_left_every_name_of_a_record_is_isolated(kestrel: User) -> None:
    game = imported_game(kestrel, names=(ARABIC, LATIN))
    assert joined_names(list(game.seats.all())) == f"“\u2068{ARABIC}\u2069” – “{LATIN}”"
    with override("ar"):
        assert f"\u2068{LATIN}\u2069" in joined_names(list(game.seats.all()))


def test_programs_that_translate_pages_leave_dice_alone_and_translate_you() -> None:
    game = buttons_table("42+2344", bots={1: "greedy"})
    page = text(player_client(game, 0), f"/games/{game.code}/")
    assert elements(page, "p.dice[translate=no]")
    assert elements(page, ".name", "You")


def test_isolates_take_no_width_in_pictures() -> None:
    assert fit("\u2068ab\u2069", REGULAR, 20, 25) == "\u2068ab\u2069"

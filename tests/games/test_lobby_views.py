"""Opening, joining, filling and leaving tables over HTTP."""

from typing import Any

import pytest
import qrcode
from django.core.cache import cache
from django.test import Client
from qrcode.image.svg import SvgPathFillImage

from accounts.models import User
from games.forms import TableForm
from games.models import Game
from games.presenters import presenter
from games.services import lobby
from tests.games.factories import make_waiting_game
from tests.games.tables import client_of, make_user, player_client, running_table, waiting_table
from tests.html import elements, one
from tests.refusals import codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return running_table()


NEW_TABLE = {
    "size": 2,
    "visibility": "public",
    "show_odds": "on",
    "columns_to_win": 3,
    "meeting": "share",
    "stop_early": "on",
}


def test_the_form_opens_a_table_with_all_its_options() -> None:
    user = make_user()
    data = {
        "size": 3,
        "seat_2": "bold",
        "seat_3": "",
        "seat_4": "random",
        "visibility": "unlisted",
        "columns_to_win": 4,
        "meeting": "must-roll",
    }
    answer = client_of(user).post("/games/new/", data)
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.code}/"
    assert (game.size, game.visibility, game.show_odds) == (3, "unlisted", False)
    assert game.variant == {"columns_to_win": 4, "meeting": "must-roll", "stop_early": False}
    assert sorted(game.seats.values_list("bot", flat=True)) == ["", "bold"]


BAD_OPTIONS = [
    ("size", "5"),
    ("size", ""),
    ("seat_2", "deep-blue"),
    ("visibility", "secret"),
    ("columns_to_win", "2"),
    ("meeting", "fight"),
]


def is_valid(data: dict[str, Any]) -> bool:
    forms = TableForm("cantstop", data), presenter("cantstop").OptionsForm(data)
    return all(form.is_valid() for form in forms)


def test_a_bad_option_is_refused_with_the_form(subtests: pytest.Subtests) -> None:
    assert is_valid(NEW_TABLE)
    for field, value in BAD_OPTIONS:
        with subtests.test(field=field, value=value):
            assert not is_valid(NEW_TABLE | {field: value})
    client = client_of(make_user())
    for field, value in (("seat_2", "deep-blue"), ("meeting", "fight")):
        with subtests.test(field=field, value=value, on="the page"):
            answer = client.post("/games/new/", NEW_TABLE | {field: value})
            assert answer.status_code == 422
            assert "errors" in answer.content.decode()
            assert not Game.objects.exists()


@pytest.mark.parametrize(("size", "goal"), [(2, 5), (3, 5), (3, 4)])
def test_CS_V1_two_or_three_open_a_table_to_more_columns(size: int, goal: int) -> None:
    data = NEW_TABLE | {"size": size, "columns_to_win": goal}
    assert client_of(make_user()).post("/games/new/", data).status_code == 302
    assert Game.objects.get().variant["columns_to_win"] == goal


def test_a_form_says_for_how_many_seats_its_choices_are() -> None:
    page = client_of(make_user()).get("/games/new/").content.decode()
    for goal, seats in ((3, "1 2 3 4"), (4, "1 2 3"), (5, "1 2 3")):
        assert elements(page, f"option[value='{goal}'][data-seats='{seats}']")


def test_a_goal_that_so_many_players_cannot_reach_is_refused_cs_v1() -> None:
    data = NEW_TABLE | {"size": 4, "columns_to_win": 4}
    answer = client_of(make_user()).post("/games/new/", data)
    assert answer.status_code == 422
    assert "With 4 players, choose 3 columns to win." in answer.content.decode()


def test_play_now_makes_a_guest_and_starts_a_game_against_a_bot() -> None:
    client = Client()
    answer = client.post("/games/play-now/")
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.code}/"
    assert game.is_running
    assert User.objects.get().is_guest
    assert client.get("/").context["user"].is_guest


def test_play_now_by_get_is_not_allowed() -> None:
    assert Client().get("/games/play-now/").status_code == 405
    assert not User.objects.exists()


def test_a_visitor_with_the_link_joins_as_a_guest() -> None:
    game = waiting_table(visibility="unlisted")
    Client().post(f"/games/{game.code}/join/")
    game.refresh_from_db()
    assert game.is_running


def test_joining_a_full_table_shows_the_table_and_says_why(game: Game) -> None:
    answer = client_of(make_user()).post(f"/games/{game.code}/join/")
    assert answer.status_code == 409
    assert codes(answer) == ["not-waiting"]


def test_joining_ones_own_table_just_leads_there() -> None:
    user = make_user()
    game = waiting_table(user)
    answer = client_of(user).post(f"/games/{game.code}/join/")
    assert answer["Location"] == f"/games/{game.code}/"
    assert game.seats.count() == 1


def test_the_code_to_scan_holds_the_whole_link_of_the_table() -> None:
    code, other = waiting_table().code, waiting_table().code
    answer = Client().get(f"/games/{code}/qr.svg")
    link = f"http://testserver/games/{code}/"
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Cache-Control"] == "private, max-age=86400"
    assert answer.content == qrcode.make(link, image_factory=SvgPathFillImage).to_string()
    assert answer.content != Client().get(f"/games/{other}/qr.svg").content


def test_leaving_goes_back_to_the_lobby() -> None:
    user = make_user()
    game = waiting_table(user)
    answer = client_of(user).post(f"/games/{game.code}/leave/")
    assert answer["Location"] == "/lobby/"
    assert Game.objects.get().status == "cancelled"


def test_a_cancelled_table_is_not_found_for_strangers() -> None:
    user = make_user()
    game = waiting_table(user)
    client_of(user).post(f"/games/{game.code}/leave/")
    assert Client().get(f"/games/{game.code}/").status_code == 404


def test_only_the_creator_changes_the_seats(subtests: pytest.Subtests) -> None:
    game, friend = waiting_table(players=4), client_of(make_user())
    friend.post(f"/games/{game.code}/join/")
    for verb in ("add-bot", "remove-bot", "start"):
        with subtests.test(verb=verb):
            data = {"bot": "random", "player": 0}
            answer = friend.post(f"/games/{game.code}/{verb}/", data)
            assert answer.status_code == 403
            assert game.seats.count() == 2


X = ["leave", "add-bot", "remove-bot", "start", "rematch"]


def test_a_visitor_signed_out_changes_no_table(subtests: pytest.Subtests) -> None:
    game = waiting_table(players=3)
    for verb in X:
        with subtests.test(verb=verb):
            assert Client().post(f"/games/{game.code}/{verb}/", {"bot": "bold"}).status_code == 403
            assert game.seats.count() == 1


def test_removing_a_bot_that_is_not_there_is_refused(subtests: pytest.Subtests) -> None:
    user = make_user()
    game = waiting_table(user, players=3)
    client = client_of(user)
    for player in ["", "9", "0"]:
        with subtests.test(player=player):
            answer = client.post(f"/games/{game.code}/remove-bot/", {"player": player})
            assert answer.status_code == 400
            assert game.seats.count() == 1


def test_the_twenty_first_table_is_refused() -> None:
    user = make_user()
    for _ in range(20):
        make_waiting_game(user)
    answer = client_of(user).post("/games/new/", NEW_TABLE)
    assert answer.status_code == 422
    assert codes(answer) == ["too-many-tables"]
    answer = client_of(user).post("/games/play-now/", follow=True)
    assert answer.redirect_chain == [("/my-games/", 302)]
    assert codes(answer) == ["too-many-tables"]
    assert Game.objects.count() == 20


def test_a_rematch_leads_to_the_new_table(game: Game) -> None:
    first, second = player_client(game, 0), player_client(game, 1)
    first.post(f"/games/{game.code}/act/", {"action": "resign"})
    answer = first.post(f"/games/{game.code}/rematch/")
    assert second.post(f"/games/{game.code}/rematch/")["Location"] == answer["Location"]
    assert Game.objects.get(rematch_of=game).is_running


def test_a_visitor_who_cannot_join_is_not_made_a_guest(game: Game) -> None:
    answer = Client().post(f"/games/{game.code}/join/")
    assert answer.status_code == 409
    assert not User.objects.filter(is_guest=True).exists()


def test_a_visitor_with_a_bad_salt_is_not_made_a_guest() -> None:
    game = waiting_table()
    answer = Client().post(f"/games/{game.code}/join/", {"salt": "not one"})
    assert answer.status_code == 422
    assert codes(answer) == ["bad-salt"]
    assert not User.objects.filter(is_guest=True).exists()
    assert Client().post(f"/games/{game.code}/join/", {"salt": "mine"}).status_code == 302
    assert User.objects.filter(is_guest=True).count() == 1


def test_what_everybody_at_a_table_is_told_of_has_a_limit(
    settings: Any, subtests: pytest.Subtests
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"act": "1/m/ip"}
    user = make_user()
    game, client = waiting_table(user, players=3), client_of(user)
    for verb in ("salt", "add-bot", "remove-bot", "rematch", "start", "leave"):
        with subtests.test(verb=verb):
            path = f"/games/{game.code}/{verb}/"
            cache.clear()
            first, second = (client.post(path) for _ in range(2))
            assert first.status_code != 429
            assert second.status_code == 429
            assert "429.html" in [template.name for template in second.templates]
    cache.clear()


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_a_table_is_opened_by_form_only(method: str) -> None:
    assert getattr(Client(), method)("/games/new/").status_code == 405


def test_a_full_table_says_so_and_offers_one_of_ones_own(game: Game) -> None:
    own = f"a[href='/games/new/?kind={game.kind}']"
    page = Client().get(game.get_absolute_url()).content.decode()
    assert "All seats are taken." in page
    assert elements(page, own)
    refused = Client().post(f"/games/{game.code}/join/")
    assert elements(one(refused, "#t-notice"), own)


def test_a_table_that_waits_for_its_start_alone_offers_no_seat() -> None:
    game = waiting_table(salt=None)
    assert elements(Client().get(game.get_absolute_url()), "#a-join")
    lobby.join(game.code, make_user(), salt=None)
    page = Client().get(game.get_absolute_url()).content.decode()
    assert "All seats are taken." in page
    assert not elements(page, "#a-join")
    assert elements(page, f"a[href='/games/new/?kind={game.kind}']")


def test_a_players_own_table_offers_no_other(game: Game) -> None:
    page = player_client(game, 0).get(game.get_absolute_url()).content.decode()
    assert "All seats are taken." not in page

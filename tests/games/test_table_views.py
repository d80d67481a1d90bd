"""The table's pages and actions over HTTP: right status, clear sentence, log unchanged."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.games.tables import make_user, running_table, user_at, waiting_table

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def player_client(game: Game, player: int) -> Client:
    return client_of(user_at(game, player))


def act(client: Client, game: Game, action: str, token: object = 0, **extra: Any) -> Any:
    data = {"action": action, "token": token}
    return client.post(f"/games/{game.code}/act/", data, **extra)


def events(game: Game) -> list[str]:
    return list(game.events.order_by("seq").values_list("kind", flat=True))


@pytest.fixture
def game() -> Game:
    return running_table()


def test_a_roll_without_javascript_redirects_to_the_table(game: Game) -> None:
    answer = act(player_client(game, 0), game, "roll")
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.code}/")
    assert events(game) == ["rolled"]


def test_a_roll_by_htmx_answers_with_the_new_regions(game: Game) -> None:
    answer = act(player_client(game, 0), game, "roll", headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert 'data-version="1"' in html
    assert "<html" not in html


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("player", "action", "token", "status", "sentence"),
    [
        (1, "roll", 0, 409, "It is not your turn."),
        (0, "roll", 7, 409, "That was decided already."),
        (0, "roll", "", 409, "That was decided already."),
        (0, "roll", "soon", 400, "We could not read that action."),
        (0, "roll", "-1", 400, "We could not read that action."),
        (0, "roll", "9" * 5000, 400, "We could not read that action."),
        (0, "stop", 0, 422, "The rules do not allow that here."),
        (0, "split:7+7", 0, 422, "The rules do not allow that here."),
        (0, "split:1+99", 0, 400, "We could not read that action."),
        (0, "time-out", 0, 400, "We could not read that action."),
        (0, "", 0, 400, "We could not read that action."),
        (0, "cheat", 0, 400, "We could not read that action."),
        (0, "roll\0", 0, 400, "We could not read that action."),
    ],
)
def test_a_bad_action_gets_its_status_and_sentence_and_changes_nothing(  # noqa: PLR0917
    game: Game,
    headers: dict[str, str],
    player: int,
    action: str,
    token: object,
    status: int,
    sentence: str,
) -> None:
    answer = act(player_client(game, player), game, action, token, headers=headers)
    assert answer.status_code == status
    assert sentence in answer.content.decode()
    assert events(game) == []


def test_a_post_without_any_field_is_malformed(game: Game) -> None:
    answer = player_client(game, 0).post(f"/games/{game.code}/act/")
    assert answer.status_code == 400
    assert events(game) == []


def test_the_second_of_two_clicks_on_one_button_gets_the_present_position(game: Game) -> None:
    client = player_client(game, 0)
    act(client, game, "roll", headers=HTMX)
    answer = act(client, game, "roll", headers=HTMX)
    assert answer.status_code == 409
    assert 'data-version="1"' in answer.content.decode()
    assert events(game) == ["rolled"]


def test_a_spectator_cannot_act(game: Game) -> None:
    answer = act(client_of(make_user()), game, "roll")
    assert answer.status_code == 403
    assert "You do not sit at this table" in answer.content.decode()
    assert events(game) == []


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_somebody_signed_out_is_asked_to_sign_in(game: Game, headers: dict[str, str]) -> None:
    answer = act(client_of(None), game, "roll", headers=headers)
    assert answer.status_code == 403
    assert "Please sign in to play." in answer.content.decode()
    assert events(game) == []


def test_resigning_needs_no_token_and_ends_the_game(game: Game) -> None:
    act(player_client(game, 1), game, "resign", "")
    game.refresh_from_db()
    assert (game.status, game.termination) == ("finished", "resigned")


def test_a_finished_game_takes_no_action(game: Game) -> None:
    client = player_client(game, 0)
    act(client, game, "resign", "")
    answer = act(client, game, "roll")
    assert answer.status_code == 409
    assert "This game is over." in answer.content.decode()
    assert events(game) == ["resigned"]


def test_a_table_that_waits_takes_no_action() -> None:
    user = make_user()
    table = waiting_table(user)
    answer = act(client_of(user), table, "roll")
    assert answer.status_code == 409
    assert "has not started" in answer.content.decode()


def test_acting_by_get_is_not_allowed(game: Game) -> None:
    assert player_client(game, 0).get(f"/games/{game.code}/act/").status_code == 405


def test_a_post_without_the_csrf_token_is_refused(game: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user_at(game, 0))
    assert act(client, game, "roll").status_code == 403
    assert events(game) == []


def test_an_unknown_table_is_not_found() -> None:
    assert Client().get("/games/nothere/").status_code == 404
    assert client_of(make_user()).post("/games/nothere/act/").status_code == 404


def test_a_poll_that_has_the_newest_version_gets_nothing(game: Game) -> None:
    assert Client().get(f"/games/{game.code}/?have=0", headers=HTMX).status_code == 204
    assert Client().get(f"/games/{game.code}/?have=3", headers=HTMX).status_code == 200


def test_the_regions_of_a_spectator_hold_no_way_to_act(game: Game) -> None:
    html = Client().get(f"/games/{game.code}/", headers=HTMX).content.decode()
    buttons = re.findall(r'<button[^>]*name="action"[^>]*>', html)
    assert all("disabled" in button for button in buttons)


def test_a_limit_on_actions_answers_429(game: Game, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"act": "2/m/ip"}
    client = player_client(game, 0)
    statuses = [act(client, game, "stop").status_code for _ in range(3)]
    assert statuses == [422, 422, 429]


# --- Tables ------------------------------------------------------------------

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
        "rated": "on",
        "columns_to_win": 4,
        "meeting": "must-roll",
    }
    answer = client_of(user).post("/games/new/", data)
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.code}/"
    assert (game.size, game.visibility, game.rated, game.show_odds) == (3, "unlisted", True, False)
    assert game.variant == {"columns_to_win": 4, "meeting": "must-roll", "stop_early": False}
    assert sorted(game.seats.values_list("bot", flat=True)) == ["", "bold"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("size", "5"),
        ("size", ""),
        ("seat_2", "deep-blue"),
        ("visibility", "secret"),
        ("columns_to_win", "2"),
        ("meeting", "fight"),
    ],
)
def test_a_bad_option_is_refused_with_the_form(field: str, value: str) -> None:
    answer = client_of(make_user()).post("/games/new/", NEW_TABLE | {field: value})
    assert answer.status_code == 422
    assert "errors" in answer.content.decode()
    assert not Game.objects.exists()


def test_a_goal_that_so_many_players_cannot_reach_is_refused_cs_v1() -> None:
    data = NEW_TABLE | {"size": 4, "columns_to_win": 4}
    answer = client_of(make_user()).post("/games/new/", data)
    assert answer.status_code == 422
    assert "With 4 players, choose from: 3." in answer.content.decode()


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
    assert "does not wait for players" in answer.content.decode()


def test_joining_ones_own_table_just_leads_there() -> None:
    user = make_user()
    game = waiting_table(user)
    answer = client_of(user).post(f"/games/{game.code}/join/")
    assert answer["Location"] == f"/games/{game.code}/"
    assert game.seats.count() == 1


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


@pytest.mark.parametrize("verb", ["add-bot", "remove-bot", "start"])
def test_only_the_creator_changes_the_seats(verb: str) -> None:
    game, friend = waiting_table(players=4), make_user()
    client_of(friend).post(f"/games/{game.code}/join/")
    data = {"bot": "random", "player": 0}
    answer = client_of(friend).post(f"/games/{game.code}/{verb}/", data)
    assert answer.status_code == 403
    assert game.seats.count() == 2


@pytest.mark.parametrize("verb", ["leave", "add-bot", "remove-bot", "start", "rematch"])
def test_a_visitor_signed_out_changes_no_table(verb: str) -> None:
    game = waiting_table(players=3)
    assert Client().post(f"/games/{game.code}/{verb}/", {"bot": "bold"}).status_code == 403
    assert game.seats.count() == 1


@pytest.mark.parametrize("player", ["", "x", "-1", "9", "0"])
def test_removing_a_bot_that_is_not_there_is_refused(player: str) -> None:
    user = make_user()
    game = waiting_table(user, players=3)
    answer = client_of(user).post(f"/games/{game.code}/remove-bot/", {"player": player})
    assert answer.status_code == 400
    assert game.seats.count() == 1


def test_the_twenty_first_table_is_refused_in_words() -> None:
    user = make_user()
    for _ in range(20):
        waiting_table(user)
    answer = client_of(user).post("/games/new/", NEW_TABLE)
    assert answer.status_code == 422
    assert "20 unfinished tables" in answer.content.decode()
    assert client_of(user).post("/games/play-now/").status_code == 302
    assert Game.objects.count() == 20


def test_a_rematch_leads_to_the_new_table(game: Game) -> None:
    first, second = player_client(game, 0), player_client(game, 1)
    act(first, game, "resign", "")
    answer = first.post(f"/games/{game.code}/rematch/")
    assert second.post(f"/games/{game.code}/rematch/")["Location"] == answer["Location"]
    assert Game.objects.get(rematch_of=game).is_running

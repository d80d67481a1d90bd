"""The table's pages and actions over HTTP: right status, clear sentence, log unchanged."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game
from tests.games.tables import (
    client_of,
    make_user,
    player_client,
    running_table,
    token_of,
    user_at,
    waiting_table,
)
from tests.html import elements
from tests.refusals import codes

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


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
    assert answer.status_code == 200
    assert elements(answer, "#t-status[data-version='1']")
    assert "<html" not in answer.content.decode()


BAD_ACTIONS: list[tuple[int, str, object, int, str]] = [
    (1, "roll", 0, 409, "not-active"),
    (0, "roll", 7, 409, "stale"),
    (0, "roll", "", 409, "stale"),
    (0, "roll", "soon", 400, "invalid"),
    (0, "split:7+7", 0, 422, "illegal"),
    (0, "time-out", 0, 400, "invalid"),
    (0, "roll\0", 0, 400, "invalid"),
]
"""tests/engine/test_cantstop_text.py has all texts that are no actions."""


def test_a_bad_action_gets_its_status_and_code_and_changes_nothing(
    game: Game, subtests: pytest.Subtests
) -> None:
    clients = [player_client(game, player) for player in range(2)]
    none: dict[str, str] = {}
    asked = [(bad, none) for bad in BAD_ACTIONS] + [(bad, HTMX) for bad in BAD_ACTIONS[::3]]
    for (player, action, token, status, code), headers in asked:
        with subtests.test(player=player, action=action, token=token, headers=headers):
            answer = act(clients[player], game, action, token, headers=headers)
            assert answer.status_code == status
            assert codes(answer) == [code]
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
    assert elements(answer, "#t-status[data-version='1']")
    assert events(game) == ["rolled"]


def test_a_spectator_cannot_act(game: Game) -> None:
    answer = act(client_of(make_user()), game, "roll")
    assert answer.status_code == 403
    assert codes(answer) == ["not-at-table"]
    assert events(game) == []


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_somebody_signed_out_is_asked_to_sign_in(game: Game, headers: dict[str, str]) -> None:
    answer = act(client_of(None), game, "roll", headers=headers)
    assert answer.status_code == 403
    assert codes(answer) == ["signed-out"]
    assert events(game) == []


@pytest.mark.parametrize("action", ["roll", "resign"])
def test_somebody_signed_out_does_not_act_for_a_bot(action: str) -> None:
    game = waiting_table(bots=["random"])
    bot = game.seats.exclude(bot="").get().player
    answer = act(client_of(None), game, action, token_of(game, bot) or 0)
    assert answer.status_code == 403
    assert codes(answer) == ["signed-out"]
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
    assert codes(answer) == ["over"]
    assert events(game) == ["resigned"]


def test_a_table_that_waits_takes_no_action() -> None:
    user = make_user()
    table = waiting_table(user)
    answer = act(client_of(user), table, "roll")
    assert answer.status_code == 409
    assert "hasn&#x27;t started yet" in answer.content.decode()


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
    own, others = (
        client.get(f"/games/{game.code}/", headers=HTMX)
        for client in (player_client(game, 0), Client())
    )
    assert elements(own, "button[name=action]:not([disabled])")
    assert not elements(others, "button[name=action]:not([disabled])")


def test_a_limit_on_actions_answers_429(game: Game, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"act": "2/m/ip"}
    client = player_client(game, 0)
    statuses = [act(client, game, "stop").status_code for _ in range(3)]
    assert statuses == [422, 422, 429]

"""Buttons over HTTP: what is refused gets a status and a sentence, and leaves the log as it was."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from tests.games.tables import (
    buttons_table,
    client_of,
    log_of,
    make_user,
    play,
    player_client,
    token_of,
    waiting_table,
)
from tests.refusals import codes

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}

ROLLED = "42+2344"
TURN = "42+2344 0@43 1@42"
TO_STARS = "11+2345 0@11 1@11 O 13+22 0@13 O"
"""One star for each: player 0 may choose (1,1) or (1,3)."""

NOT_READ = (400, "invalid")
NOT_ALLOWED = (422, "illegal")
NOT_YOURS = (409, "not-active")
DECIDED = (409, "stale")


def act(client: Client, game: Game, headers: dict[str, str] | None = None, **data: Any) -> Any:
    return client.post(f"/games/{game.code}/act/", data, headers=headers)


def refused(answer: Any, status: int, code: str) -> bool:
    """Return whether the answer is this refusal, said aloud on the page or among its regions."""
    return answer.status_code == status and codes(answer) == [code]


def refused_both_ways(client: Client, game: Game, expected: tuple[int, str], **data: Any) -> bool:
    """Return whether the same is refused, and changes nothing, on a page and with htmx."""
    before = log_of(game), game.state
    plain, among_regions = act(client, game, **data), act(client, game, HTMX, **data)
    game.refresh_from_db()
    same = (log_of(game), game.state) == before
    return same and refused(plain, *expected) and refused(among_regions, *expected)


MALFORMED = [
        "", "place:7,7", "place:0,1", "place:", "place:4", "place:4,2,1", "place:4,2+4,4",
        "place:4, 2", "place", "stars:", "stars:1,1+", "stars:+1,1", "stars:7,7", "stars:1,1+x",
        "stars", "opt", "opt-out:", "time-out", "Roll", "decline ", "place:4,2\0", "split:7+7",
        "stop", "place:" + "4,2" * 4000,
    ]  # fmt: skip


def test_a_malformed_action_is_not_read(subtests: pytest.Subtests) -> None:
    game = buttons_table(ROLLED)
    for wish in MALFORMED:
        with subtests.test(wish=wish):
            assert refused_both_ways(player_client(game, 0), game, NOT_READ, action=wish, token=2)


NO_CELLS = [
    [],
    [""],
    ["x"],
    ["1,1", ""],
    ["1,1", "7,7"],
    ["1,1+"],
    ["1"],
    ["1,1\0"],
    ["<b>"],
    ["1,1,1"],
]


def test_picks_that_name_no_cells_are_not_read(subtests: pytest.Subtests) -> None:
    game = buttons_table(TO_STARS)
    for picks in NO_CELLS:
        with subtests.test(picks=picks):
            sent = {"action": "stars:", "pick": picks, "token": token_of(game, 0)}
            assert refused_both_ways(player_client(game, 0), game, NOT_READ, **sent)


def test_a_token_that_is_no_number_is_not_read(subtests: pytest.Subtests) -> None:
    game = buttons_table(ROLLED)
    for token in ["soon", "-1", "2.0", " 2", "٢", "9" * 5000]:
        with subtests.test(token=token):
            answer = act(player_client(game, 0), game, action="place:4,2", token=token)
            assert refused(answer, *NOT_READ)
            assert len(log_of(game)) == 2


@pytest.mark.parametrize(
    ("moves", "player", "wish"),
    [
        pytest.param(ROLLED, 0, "decline", id="BT-7 declining as the roller"),
        pytest.param(ROLLED, 0, "place:4,5", id="BT-7 a column that no die names"),
        pytest.param(ROLLED, 0, "place:2,4", id="BT-7 row and column exchanged"),
        pytest.param(ROLLED, 1, "place:4,3", id="BT-8 another cell than the gold one"),
        pytest.param(ROLLED, 1, "opt-out", id="BT-5 opting out while a roll is used"),
        pytest.param(ROLLED, 0, "roll", id="BT-5 rolling twice"),
        pytest.param(f"{TURN} 43+1234", 1, "place:4,2", id="BT-9 a cell that is taken"),
        pytest.param(f"{TURN} 43+1234", 1, "place:4,1", id="BT-9 next to the own button"),
        pytest.param("", 0, "opt-out", id="BT-5 opting out without a button"),
        pytest.param("42+2344 0@43 1-", 1, "opt-out", id="BT-5 after declining"),
        pytest.param(TURN, 1, "decline", id="BT-8 declining without a roll"),
        pytest.param(TURN, 1, "place:1,1", id="BT-5 placing without a roll"),
        pytest.param(TURN, 1, "stars:4,2", id="BT-17 stars before the count"),
        pytest.param(TO_STARS, 0, "stars:1,1+1,3", id="BT-17 too many stars"),
        pytest.param(TO_STARS, 0, "stars:1,2", id="BT-17 a star where no button is"),
        pytest.param(TO_STARS, 0, "stars:1,1+1,1", id="BT-17 a cell twice"),
        pytest.param(TO_STARS, 1, "stars:1,3", id="BT-17 a star on a button of another"),
        pytest.param(TO_STARS, 0, "roll", id="BT-17 rolling while stars are placed"),
    ],
)
def test_what_the_rules_forbid_is_refused(moves: str, player: int, wish: str) -> None:
    game = buttons_table(moves)
    sent = {"action": wish, "token": token_of(game, player)}
    assert refused_both_ways(player_client(game, player), game, NOT_ALLOWED, **sent)


def test_BT_17_too_few_stars_are_refused() -> None:
    three_reds = "11+2345 0@11 1@11 O 15+22 0@15 36+22 0@36 41+22 0@41 O"
    game = buttons_table(three_reds)
    client, token = player_client(game, 0), token_of(game, 0)
    for picks in (["1,1"], ["1,1", "1,5"], ["1,1", "1,5", "3,6", "4,1"]):
        answer = act(client, game, action="stars:", pick=picks, token=token)
        assert refused(answer, *NOT_ALLOWED)
    answer = act(client, game, action="stars:", pick=["1,1", "1,5", "3,6"], token=token)
    assert answer.status_code == 302


@pytest.mark.parametrize(
    ("moves", "player", "wish"),
    [
        ("", 1, "roll"),
        ("", 1, "place:4,2"),
        (TURN, 0, "roll"),
        (TURN, 0, "opt-out"),
        (f"{ROLLED} 0@43", 0, "roll"),
        ("11+2345 0@11 1@11 11+2345", 0, "place:1,1"),
        ("11+2345 0@11 1@11 O", 1, "roll"),
        (f"{TO_STARS} 0*11", 0, "stars:1,3"),
    ],
)
def test_acting_when_it_is_not_ones_turn_is_refused(moves: str, player: int, wish: str) -> None:
    game = buttons_table(moves)
    sent = {"action": wish, "token": game.version}
    assert refused_both_ways(player_client(game, player), game, NOT_YOURS, **sent)


def test_an_answer_to_another_decision_is_refused(subtests: pytest.Subtests) -> None:
    game = buttons_table(ROLLED)
    for token in ["1", "3", "999999999", "", None]:
        with subtests.test(token=token):
            data = {"action": "place:4,2"} | ({} if token is None else {"token": token})
            assert refused_both_ways(player_client(game, 0), game, DECIDED, **data)


@pytest.mark.parametrize("waiting_for", ["", " 1-"])
def test_the_second_of_two_clicks_changes_nothing_and_shows_the_present_position(
    waiting_for: str,
) -> None:
    game = buttons_table(ROLLED)
    client, data = player_client(game, 0), {"action": "place:4,3", "token": 2}
    assert act(client, game, HTMX, **data).status_code == 200
    game = play(game, waiting_for)
    answer = act(client, game, HTMX, **data)
    assert refused(answer, *NOT_YOURS)
    assert f'data-version="{game.version}"' in answer.content.decode()
    assert [event for event in log_of(game) if event == (0, "placed")] == [(0, "placed")]


def test_a_stranger_only_watches_and_somebody_signed_out_is_asked_to_sign_in(
    subtests: pytest.Subtests,
) -> None:
    game = buttons_table(ROLLED)
    for wish in ["place:4,2", "decline", "resign", "roll"]:
        with subtests.test(wish=wish):
            sent = {"action": wish, "token": 2}
            assert refused_both_ways(client_of(make_user()), game, (403, "not-at-table"), **sent)
            assert refused_both_ways(client_of(None), game, (403, "signed-out"), **sent)


ACTIONS = ["place:4,2", "roll", "opt-out", "stars:1,1", "resign"]


def test_a_game_that_is_over_takes_no_action(subtests: pytest.Subtests) -> None:
    game = buttons_table(f"{ROLLED} R1")
    for wish in ACTIONS:
        with subtests.test(wish=wish):
            assert refused_both_ways(
                player_client(game, 0), game, (409, "over"), action=wish, token=2
            )
            assert log_of(game)[-1] == (1, "resigned")


@pytest.mark.parametrize("wish", ["roll", "resign", "place:1,1"])
def test_a_table_that_waits_takes_no_action(wish: str) -> None:
    user = make_user()
    game = waiting_table(user, kind="buttons")
    assert refused_both_ways(client_of(user), game, (409, "not-started"), action=wish, token=0)
    assert log_of(game) == []


def test_BT_L1_who_has_left_takes_no_part_any_more() -> None:
    game = buttons_table("42+2344 R2", players=3)
    client = player_client(game, 2)
    for wish in ("place:4,2", "decline", "resign"):
        assert refused(act(client, game, action=wish, token=2), *NOT_YOURS)
    assert log_of(game)[-1] == (2, "resigned")


# --- The form of the stars ---------------------------------------------------


def test_the_form_of_the_stars_works_without_scripts() -> None:
    game = buttons_table(TO_STARS)
    client = player_client(game, 0)
    html = client.get(f"/games/{game.code}/").content.decode()
    boxes = re.findall(r'<input type="checkbox" form="play"[^>]* name="pick" value="([^"]+)"', html)
    assert boxes == ["1,1", "1,3"]
    (submit,) = re.findall(r'<button[^>]* name="action" value="(stars:[^"]*)"', html)
    (token,) = re.findall(r'name="token" value="(\d+)"', html)
    answer = act(client, game, action=submit, pick=["1,3"], token=token)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.code}/")
    assert game.events.get(kind="stars_placed").data == {"cells": [[1, 3]]}


@pytest.mark.parametrize(
    "picks", [["3,6", "1,1", "1,5"], ["1,1", "1,5", "3,6"], ["1,1+3,6", "1,5"]]
)
def test_stars_are_picked_in_any_order(picks: list[str]) -> None:
    game = buttons_table("11+2345 0@11 1@11 O 15+22 0@15 36+22 0@36 41+22 0@41 O")
    answer = act(player_client(game, 0), game, action="stars:", pick=picks, token=token_of(game, 0))
    assert answer.status_code == 302
    assert game.events.get(kind="stars_placed").data == {"cells": [[1, 1], [1, 5], [3, 6]]}


def test_picks_sent_along_with_another_action_spoil_it() -> None:
    game = buttons_table("")
    answer = act(player_client(game, 0), game, action="roll", pick=["1,1"], token=1)
    assert refused(answer, *NOT_READ)
    assert len(log_of(game)) == 1

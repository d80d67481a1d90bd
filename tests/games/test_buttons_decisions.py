"""Buttons through the one write path: several decide at the same time, in any order (BT-13)."""

import pytest
from django.test import Client

from accounts.refusals import Refusal
from games.engine.core import Action, TimeOut
from games.models import Game
from games.services.play import submit_action
from games.services.refusals import StaleDecision
from games.services.snapshots import snapshot_fault
from tests.games.factories import make_finished_game, make_user
from tests.games.tables import buttons_table, log_of, play, player_client, token_of
from tests.html import value
from tests.refusals import refused

pytestmark = pytest.mark.django_db

ROLL = "42+2344"
TO_STARS = "11+2345 0@11 1@11 O O"


def answer(game: Game, player: int, wish: str, token: int | None) -> Game:
    return submit_action(game.code, player, game.rules.parse_action(wish), token)


def to_move(game: Game) -> list[int]:
    return list(game.seats.filter(to_move=True).values_list("player", flat=True))


def hidden_token(client: Client, game: Game) -> str:
    """Return the token in the form of a player's page."""
    return value(client.get(f"/games/{game.code}/"), "#play [name=token]")


def test_BT_13_after_a_roll_everybody_who_can_use_it_is_to_move() -> None:
    game = buttons_table(ROLL, players=4)
    assert to_move(game) == [0, 1, 2, 3]
    assert {token_of(game, player) for player in range(4)} == {2}


@pytest.mark.parametrize("order", [("1@42", "0@43", "2-"), ("2-", "1@42", "0@43")], ids=" ".join)
def test_BT_13_decisions_come_in_any_order_and_lead_to_the_same_position(
    order: tuple[str, ...],
) -> None:
    game = buttons_table(f"{ROLL} {' '.join(order)}", players=3)
    state = game.position()
    assert to_move(game) == [1]
    assert state == buttons_table(f"{ROLL} 0@43 1@42 2-", players=3).position()
    assert snapshot_fault(game) == ""


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)], ids=str)
def test_BT_13_the_choice_of_one_player_leaves_the_open_forms_of_the_others_valid(
    order: tuple[int, ...],
) -> None:
    game = buttons_table(ROLL, players=3)
    clients = [player_client(game, player) for player in range(3)]
    forms = [hidden_token(clients[player], game) for player in range(3)]
    wishes = ("place:4,4", "decline", "place:4,2")
    for player in order:
        data = {"action": wishes[player], "token": forms[player]}
        answer = clients[player].post(f"/games/{game.code}/act/", data)
        assert answer.status_code == 302
    game.refresh_from_db()
    assert game.version == 5
    assert snapshot_fault(game) == ""


def test_BT_17_the_stars_of_one_leave_the_open_form_of_the_other_valid() -> None:
    game = buttons_table(TO_STARS)
    tokens = [token_of(game, player) for player in (0, 1)]
    answer(game, 1, "stars:1,1", tokens[1])
    game = answer(game, 0, "stars:1,1", tokens[0])
    assert log_of(game)[-2:] == [(1, "stars_placed"), (0, "stars_placed")]


def test_a_resignation_leaves_the_open_forms_of_the_others_valid() -> None:
    game = buttons_table(ROLL, players=3)
    tokens = [token_of(game, player) for player in range(3)]
    game = play(game, "R2")
    game = answer(game, 1, "decline", tokens[1])
    game = answer(game, 0, "place:4,2", tokens[0])
    assert log_of(game)[2:] == [(2, "resigned"), (1, "declined"), (0, "placed")]


def test_the_turn_waits_until_everybody_has_decided() -> None:
    game = buttons_table(f"{ROLL} 0@43")
    assert to_move(game) == [1]
    with refused("not-active"):
        answer(game, 0, "roll", token_of(game, 0))
    with refused("illegal"):
        answer(game, 1, "roll", token_of(game, 1))
    game = play(game, "1-")
    assert to_move(game) == [1]
    assert game.position().seq == 4


def test_a_decision_has_another_token_than_the_turn_that_follows_it() -> None:
    game = buttons_table(f"{ROLL} 0@43")
    deciding = token_of(game, 1)
    game = play(game, "1-")
    with pytest.raises(StaleDecision):
        answer(game, 1, "roll", deciding)
    assert log_of(game)[-1] == (1, "declined")


def test_a_token_of_the_roll_before_is_stale() -> None:
    game = buttons_table(ROLL)
    old = token_of(game, 0)
    game = play(game, "0@43 1- 22+1345")
    with pytest.raises(StaleDecision):
        answer(game, 0, "decline", old)
    assert log_of(game)[-1] == (1, "rolled")


def test_BT_12_who_cannot_use_a_roll_is_passed_by_without_an_event() -> None:
    game = buttons_table("42+2344 0@42 1@42 42+1356")
    assert to_move(game) == [1]
    game = play(game, "1@45")
    assert log_of(game)[-2:] == [(1, "rolled"), (1, "placed")]
    assert to_move(game) == [0]


def test_BT_12_a_roll_of_use_to_nobody_passes_the_turn_by_itself() -> None:
    game = buttons_table("42+2344 0@42 1@42 42+2222")
    assert log_of(game)[-1] == (1, "rolled")
    assert game.position().seq == 5
    assert to_move(game) == [0]


def test_BT_10_BT_12_a_bust_does_not_take_the_others_their_right_to_place() -> None:
    game = buttons_table("42+2344 0@42 1- 66+1235 1@66 0- 42+2233")
    assert to_move(game) == [1]
    game = play(game, "1@42")
    assert log_of(game)[-2:] == [(0, "rolled"), (1, "placed")]
    assert to_move(game) == [1]
    assert snapshot_fault(game) == ""


def test_BT_L3_who_leaves_after_their_own_roll_leaves_it_to_the_others() -> None:
    game = buttons_table(f"{ROLL} R0", players=3)
    assert to_move(game) == [1, 2]
    game = play(game, "2@42 1@42")
    assert log_of(game)[-2:] == [(2, "placed"), (1, "placed")]
    assert to_move(game) == [1]


def test_BT_L2_a_game_of_two_ends_when_one_resigns_no_matter_who_is_deciding() -> None:
    game = buttons_table(f"{ROLL} R1")
    assert (game.status, game.termination) == ("finished", "resigned")
    assert to_move(game) == []
    with refused("over"):
        answer(game, 0, "place:4,2", 2)


@pytest.mark.parametrize("kind_of_wish", [TimeOut(), None])
def test_a_time_out_of_a_decision_already_made_is_refused(kind_of_wish: Action | None) -> None:
    game = buttons_table(ROLL)
    token = token_of(game, 1)
    wish = kind_of_wish or game.rules.parse_action("decline")
    game = play(game, "1-")
    with pytest.raises(Refusal):
        submit_action(game.code, 1, wish, token)
    assert log_of(game)[-1] == (1, "declined")


def test_a_refusal_changes_no_row() -> None:
    game = buttons_table(ROLL)
    before = Game.objects.filter(pk=game.pk).values().get()
    for player, wish in [(0, "decline"), (0, "roll"), (1, "place:4,3"), (1, "stars:4,2")]:
        with refused("illegal"):
            answer(game, player, wish, 2)
    assert Game.objects.filter(pk=game.pk).values().get() == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_decided_in_any_order_leaves_a_sound_log(players: int) -> None:
    users = [make_user(f"user{number}") for number in range(players)]
    game = make_finished_game(*users, kind="buttons", seed=players)
    assert snapshot_fault(game) == ""

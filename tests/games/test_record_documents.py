"""What docs/records.md says of the records that the site gives out, checked on its own games."""

from typing import Any

import pytest
from django.test import Client

from games.engine.core import Resign
from games.engine.registry import KINDS
from games.models import Game
from games.services import daily, lobby
from games.services.play import submit_action
from games.services.refusals import AgainstTheRules
from games.services.same_dice import play_same_dice
from tests.engine.kinds import every_kind
from tests.engine.test_record import schema_of
from tests.games.days import CLOSED, Clock, begin, give_up, solve
from tests.games.records import imported_game
from tests.games.tables import (
    client_of,
    make_user,
    play,
    running_table,
    waiting_table,
)

pytestmark = pytest.mark.django_db


def record_of(game: Game, client: Client | None = None) -> Any:
    """Return the record as anybody gets it, which fits its schema."""
    data = (client or Client()).get(f"/games/{game.code}/record.json").json()
    schema_of(game.kind).validate(data)
    return data


def resigned(game: Game) -> Game:
    submit_action(game.code, 0, Resign(), None)
    return Game.objects.get(pk=game.pk)


@every_kind
def test_the_secret_is_null_while_the_game_runs(kind: str) -> None:
    game = running_table(3, kind=kind)
    assert record_of(game)["dice"]["secret"] is None
    for player in range(2):
        submit_action(game.code, player, Resign(), None)
    assert record_of(game)["dice"]["secret"]


def test_the_secret_of_a_try_is_null_until_the_day_is_over(monkeypatch: Any) -> None:
    clock, user = Clock(monkeypatch), make_user()
    client, game = client_of(user), begin(user)
    assert record_of(game, client)["dice"]["secret"] is None
    assert record_of(solve(game), client)["dice"]["secret"] is None
    given_up = give_up(begin(make_user()))
    assert record_of(given_up, client)["outcome"] == {"winners": [], "termination": "resigned"}
    clock.now = CLOSED
    daily.end_past_days()
    assert record_of(game)["dice"]["secret"]


@every_kind
def test_the_same_dice_have_their_secret_from_the_start_and_the_earlier_code(kind: str) -> None:
    first = resigned(running_table(kind=kind))
    again = lobby.join(play_same_dice(first, make_user()).code, make_user())
    assert again.is_running
    earlier, now = record_of(first)["dice"], record_of(again)["dice"]
    assert now["secret"] == earlier["secret"] != ""
    assert (now["code"], now["seats"]) == (first.code, earlier["seats"])


def test_who_sits_down_next_gets_the_seat_of_somebody_who_left_and_its_place() -> None:
    game, gone = waiting_table(make_user("first"), 4, salt="first"), make_user("gone")
    lobby.join(game.code, gone, "gone")
    lobby.join(game.code, make_user("third"), "third")
    lobby.leave(game.code, gone)
    for name in ("second", "fourth"):
        lobby.join(game.code, make_user(name), name)
    data = record_of(game)
    seats, order = data["dice"]["seats"], ["first", "second", "third", "fourth"]
    assert [seat["salt"] for seat in seats] == order
    assert [data["players"][seat["player"]]["name"] for seat in seats] == order


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_BT_4_cards_are_in_the_order_of_the_players_and_of_the_colours(seats: int) -> None:
    (dealt,) = record_of(running_table(seats, kind="buttons"))["events"]
    order = ["red", "yellow", "green", "blue"]
    assert [len(hand) for hand in dealt["cards"]] == [2 if seats == 2 else 1] * seats
    assert all(hand == sorted(hand, key=order.index) for hand in dealt["cards"])
    assert "red" in dealt["cards"][dealt["starter"]]
    assert sum(map(len, dealt["cards"])) == (3 if seats == 3 else 4)


def test_BT_3_chosen_layouts_are_by_the_players_number_after_the_draw() -> None:
    chosen = ["4B", "1A", "3A"]
    for _ in range(3):  # whatever the draw of seats was
        data = record_of(running_table(3, kind="buttons", variant={"layouts": chosen}))
        assert data["variant"]["layouts"] == data["events"][0]["layouts"] == chosen


def test_the_columns_of_a_split_are_in_the_order_of_its_pairs() -> None:
    events = record_of(play(running_table(), "3164 9+5"))["events"]
    assert (events[0]["dice"], events[1]["columns"]) == ([3, 1, 6, 4], [9, 5])
    with pytest.raises(AgainstTheRules):
        play(running_table(), "3164 5+9")
    # 1+2 and 3+1, or 1+3 and 2+1: the same sums, and the first way counts.
    assert record_of(play(running_table(), "1231 3+4"))["events"][1]["columns"] == [3, 4]
    with pytest.raises(AgainstTheRules):
        play(running_table(), "1231 4+3")


def test_an_imported_record_comes_out_as_it_was_and_fits() -> None:
    for kind in KINDS:
        assert record_of(imported_game(make_user(), kind, names=("", "Zoë \u202e")))

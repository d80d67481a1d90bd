"""How a game of Buttons begins: chance writes the first event, which is nobody's (BT-3, BT-4)."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from games.engine.buttons.layouts import LAYOUTS
from games.engine.records.json_record import events_from_record
from games.models import Game, GameEvent
from games.services import lobby
from games.services.snapshots import snapshot_fault
from tests.games.factories import make_finished_game, make_running_game, make_user
from tests.games.tables import buttons_table, log_of, running_table, waiting_table

pytestmark = pytest.mark.django_db

SCHEMA = json.loads(Path(settings.BASE_DIR, "docs", "record-buttons.schema.json").read_text())
EVERY_SIZE = pytest.mark.parametrize("players", [2, 3, 4])
TO_STARS = "11+2345 0@11 1@11 O O"


def record(game: Game) -> dict[str, Any]:
    """Return the record as anybody can download it, once it agrees with its schema."""
    data: dict[str, Any] = Client().get(f"/games/{game.code}/record.json").json()
    jsonschema.validate(data, SCHEMA)
    return data


@EVERY_SIZE
def test_a_table_that_starts_has_one_event_and_it_is_nobodys(players: int) -> None:
    game = running_table(players, kind="buttons")
    event = GameEvent.objects.get(game=game)
    assert (event.seq, event.player, event.kind) == (1, None, "dealt")
    assert (game.version, Game.objects.get(pk=game.pk).version) == (1, 1)
    assert snapshot_fault(Game.objects.get(pk=game.pk)) == ""


@EVERY_SIZE
def test_BT_3_BT_4_everybody_has_another_layout_and_red_begins(players: int) -> None:
    game = running_table(players, kind="buttons")
    data = GameEvent.objects.get(game=game).data
    assert len(set(data["layouts"])) == players
    assert set(data["layouts"]) <= set(LAYOUTS)
    assert [len(hand) for hand in data["cards"]] == [2 if players == 2 else 1] * players
    assert "red" in data["cards"][data["starter"]]
    assert [seat.player for seat in game.seats.filter(to_move=True)] == [data["starter"]]


def test_a_table_that_waits_has_no_event_yet() -> None:
    game = waiting_table(kind="buttons")
    assert (game.version, log_of(game)) == (0, [])


def test_a_table_filled_with_bots_is_dealt_at_once() -> None:
    user = make_user("ada")
    game = lobby.start(waiting_table(user, 4, kind="buttons").code, user, "careful")
    assert game.is_running
    assert log_of(game) == [(None, "dealt")]


def test_the_deal_is_drawn_anew_for_each_game() -> None:
    deals = {
        json.dumps(GameEvent.objects.get(game=running_table(2, kind="buttons")).data)
        for _ in range(4)
    }
    assert len(deals) > 1


@EVERY_SIZE
def test_the_record_begins_with_the_deal_as_documented(players: int) -> None:
    game = running_table(players, kind="buttons")
    data = record(game)
    (dealt,) = data["events"]
    assert list(dealt) == ["seq", "type", "layouts", "cards", "starter"]
    assert (dealt["seq"], dealt["type"]) == (1, "dealt")
    assert dealt == {"seq": 1, "type": "dealt", **GameEvent.objects.get(game=game).data}
    assert (data["format"], data["kind"], data["outcome"]) == ("buttons-record/1", "buttons", None)
    assert data["variant"] == {"layouts": "random"}
    assert len(events_from_record(game.rules, data)) == 1


def test_the_record_of_a_game_in_progress_tells_round_turn_and_bust() -> None:
    game = buttons_table("42+2344 0@43 1-")
    (_, rolled, placed, declined) = record(game)["events"]
    assert rolled == {
        "seq": 2, "player": 0, "type": "rolled", "white": 4, "gold": 2, "black": [2, 3, 4, 4],
        "round": 1, "turn": 1, "bust": False,
    }  # fmt: skip
    assert placed == {"seq": 3, "player": 0, "type": "placed", "cell": [4, 3]}
    assert declined == {"seq": 4, "player": 1, "type": "declined"}


def test_the_record_holds_the_stars_that_were_placed() -> None:
    game = buttons_table(f"{TO_STARS} 1*11 0*11")
    stars = [event for event in record(game)["events"] if event["type"] == "stars_placed"]
    assert [(event["player"], event["cells"]) for event in stars] == [(1, [[1, 1]]), (0, [[1, 1]])]


@EVERY_SIZE
def test_the_record_of_a_finished_game_plays_through_again(players: int) -> None:
    users = [make_user(f"user{number}") for number in range(players)]
    game = make_finished_game(*users, kind="buttons")
    data = record(game)
    assert len(events_from_record(game.rules, data)) == game.version
    assert data["outcome"]["winners"] == list(
        game.seats.filter(won=True).values_list("player", flat=True)
    )
    assert data["outcome"]["termination"] in {"line", "stars"}


def test_check_logs_finds_nothing_wrong_with_any_game_of_buttons() -> None:
    running_table(3, kind="buttons")
    waiting_table(kind="buttons")
    buttons_table(TO_STARS)
    make_finished_game(make_user("ada"), "careful", kind="buttons")
    make_running_game(make_user("ben"), "greedy", "random", kind="buttons", events=40)
    out = StringIO()
    call_command("check_logs", stdout=out)
    assert ", 0 with a fault." in out.getvalue()


LAYOUTS_TWICE = {"layouts": ["1A", "1A"], "cards": [["red", "blue"], ["yellow", "green"]]}
WRONG_STARTER = {"layouts": ["1A", "1B"], "cards": [["red", "blue"], ["yellow", "green"]]}


@pytest.mark.parametrize(
    "change",
    [
        {"data": LAYOUTS_TWICE | {"starter": 0}},
        {"data": WRONG_STARTER | {"starter": 1}},
        {"player": 0},
        {"data": {}},
    ],
)
def test_check_logs_finds_a_deal_that_could_not_have_happened(change: dict[str, Any]) -> None:
    game = buttons_table()
    GameEvent.objects.filter(game=game, seq=1).update(**change)
    assert "event 1" in snapshot_fault(game)
    with pytest.raises(CommandError):
        call_command("check_logs", stdout=StringIO(), stderr=StringIO())


def test_check_logs_mends_a_snapshot_from_the_deal_on() -> None:
    game = buttons_table("42+2344 0@43")
    right = game.state
    Game.objects.filter(pk=game.pk).update(state=buttons_table().state, version=1)
    call_command("check_logs", "--repair", game.code, stdout=StringIO(), stderr=StringIO())
    mended = Game.objects.get(pk=game.pk)
    assert (mended.state, mended.version) == (right, 3)

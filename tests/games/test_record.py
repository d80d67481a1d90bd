"""The record of a game over HTTP: whole, truthful, and not sent twice."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.engine.records.json_record import events_from_record
from games.models import Game
from tests.games.factories import (
    add_events,
    make_finished_game,
    make_running_game,
    make_waiting_game,
)

pytestmark = pytest.mark.django_db

SCHEMA = json.loads(Path(settings.BASE_DIR, "docs", "record-cantstop.schema.json").read_text())


def record(client: Client, game: Game) -> dict[str, Any]:
    response = client.get(f"/games/{game.code}/record.json")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    data: dict[str, Any] = response.json()
    jsonschema.validate(data, SCHEMA)
    return data


def test_the_record_of_a_finished_game_plays_through_again(client: Client, kestrel: User) -> None:
    game = make_finished_game(kestrel, "rule-of-28")
    data = record(client, game)
    assert len(events_from_record(game.rules, data)) == game.version
    assert data["players"] == [
        {"name": "kestrel", "bot": None},
        {"name": "Rule of 28", "bot": "rule-of-28"},
    ]
    winners = list(game.seats.filter(won=True).values_list("player", flat=True))
    assert data["outcome"] == {"winners": winners, "termination": "columns"}


def test_a_resignation_is_in_the_record(client: Client, kestrel: User) -> None:
    data = record(client, make_finished_game(kestrel, "bold", resign_after=3))
    assert data["events"][-1]["type"] == "resigned"
    assert data["outcome"]["termination"] == "resigned"


def test_the_options_are_in_the_record(client: Client, kestrel: User) -> None:
    variant = {"columns_to_win": 4, "meeting": "jump", "stop_early": False}
    data = record(client, make_running_game(kestrel, "bold", variant=variant))
    assert data["variant"] == variant


def test_the_record_of_a_running_game_has_no_outcome_and_grows(
    client: Client, kestrel: User
) -> None:
    game = make_running_game(kestrel, "bold", events=7)
    assert record(client, game)["outcome"] is None
    add_events(game, 2)
    assert [event["seq"] for event in record(client, game)["events"]] == list(range(1, 10))


def test_a_deleted_player_has_no_name_in_the_record(client: Client) -> None:
    data = record(client, make_finished_game(None, "bold", resign_after=2))
    assert data["players"][0] == {"name": "deleted player", "bot": None}


def test_a_record_that_has_not_changed_is_not_sent_again(client: Client, kestrel: User) -> None:
    game = make_running_game(kestrel, "bold", events=3)
    path = f"/games/{game.code}/record.json"
    first = client.get(path)
    assert "no-cache" in first["Cache-Control"]
    again = {"If-None-Match": first["ETag"]}
    assert client.get(path, headers=again).status_code == 304
    add_events(game, 1)
    assert client.get(path, headers=again).status_code == 200
    kestrel.delete()
    assert "deleted player" in client.get(path, headers=again).content.decode()


def test_the_record_of_a_game_by_link_only_is_for_everybody_who_has_the_link(
    client: Client, kestrel: User
) -> None:
    game = make_finished_game(kestrel, "bold", visibility=Game.Visibility.UNLISTED)
    assert record(client, game)


def test_tables_that_never_started_have_no_record(client: Client, kestrel: User) -> None:
    waiting = make_waiting_game(kestrel)
    cancelled = make_waiting_game(kestrel, status=Game.Status.CANCELLED)
    for code in (waiting.code, cancelled.code, "nosuchgame"):
        assert client.get(f"/games/{code}/record.json").status_code == 404


def test_a_record_takes_no_other_method(client: Client, kestrel: User) -> None:
    game = make_finished_game(kestrel, "bold", resign_after=1)
    assert client.post(f"/games/{game.code}/record.json").status_code == 405

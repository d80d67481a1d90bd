"""Exporting games: a record as text beside the one as JSON, and all of one's own at once."""

import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import User
from games.engine.records.importer import import_record
from games.engine.records.text_record import from_text, to_text
from games.models import Game
from games.services.imports import import_game
from tests.engine.kinds import every_kind
from tests.games.factories import (
    add_events,
    make_finished_game,
    make_running_game,
    make_user,
    make_waiting_game,
)
from tests.games.pages import text
from tests.games.records import imported_game
from tests.games.tables import client_of, running_table
from tests.html import elements, one

pytestmark = pytest.mark.django_db

ARCHIVE = "/my-games/records.zip"
LATE = datetime(2024, 2, 29, 23, 59, tzinfo=UTC)


@every_kind
def test_text_and_json_say_the_same_but_for_the_day(
    client: Client, kestrel: User, kind: str
) -> None:
    game = make_finished_game(kestrel, "careful", kind=kind, finished_at=LATE)
    data = client.get(f"/games/{game.code}/record.json").json()
    answer = client.get(f"/games/{game.code}/record.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert f'filename="{kind}-{game.code}.txt"' in answer["Content-Disposition"]
    told = answer.content.decode()
    assert told == to_text(data, "2024.02.29")
    assert from_text(told, 4000).to_json() == data


def test_the_text_of_a_running_game_has_what_was_played_and_no_day(
    client: Client, kestrel: User
) -> None:
    game = make_running_game(kestrel, "bold", events=7)
    path = f"/games/{game.code}/record.txt"
    first = client.get(path)
    told = import_record(first.content.decode())
    assert (len(told.events), told.date) == (7, "")
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    add_events(game, 1)
    assert len(import_record(text(client, path)).events) == 8


def test_tables_that_never_started_have_no_text(client: Client, kestrel: User) -> None:
    for code in (make_waiting_game(kestrel).code, "nosuchgame"):
        assert client.get(f"/games/{code}/record.txt").status_code == 404


def test_the_replay_offers_both(client: Client, finished: Game) -> None:
    page = text(client, f"/games/{finished.code}/replay/0/")
    for form in ("json", "txt"):
        assert elements(page, f"a[href='/games/{finished.code}/record.{form}'][download]")


@every_kind
def test_a_game_of_this_site_comes_back_the_same(client: Client, kestrel: User, kind: str) -> None:
    game = running_table(kind=kind)
    for player in range(2):
        seat = game.seats.select_related("user").get(player=player)
        if not Game.objects.get(pk=game.pk).is_finished:
            client_of(seat.user).post(f"/games/{game.code}/act/", {"action": "resign"})
    told = text(client, f"/games/{game.code}/record.txt")
    assert "DiceSecret" in told
    again = import_game(told, kestrel)
    assert again.code != game.code
    assert text(client, f"/games/{again.code}/record.txt") == told


# --- All of one's own games ---


def archive(client: Client, **data: str) -> dict[str, str]:
    answer = client.post(ARCHIVE, data)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert "attachment" in answer["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_ones_own_games_come_as_one_archive(kestrel: User) -> None:
    mine = [
        make_finished_game(kestrel, "bold", resign_after=9),
        make_running_game("bold", kestrel, events=5, visibility=Game.Visibility.UNLISTED),
        make_running_game(kestrel, "careful", events=5, kind="buttons"),
    ]
    make_waiting_game(kestrel)
    make_finished_game(make_user("Bo"), "bold", resign_after=9)
    imported_game(kestrel)
    files = archive(client_of(kestrel))
    assert list(files) == [f"{g.kind}-{g.code}.{end}" for g in mine for end in ("json", "txt")]
    for game in mine:
        data = Client().get(f"/games/{game.code}/record.json").json()
        assert json.loads(files[f"{game.kind}-{game.code}.json"]) == data
        page = text(Client(), f"/games/{game.code}/record.txt")
        assert files[f"{game.kind}-{game.code}.txt"] == page


def test_many_games_come_in_parts(kestrel: User) -> None:
    for _ in range(3):
        make_finished_game(kestrel, "bold", resign_after=2)
    client = client_of(kestrel)
    with patch("games.views.record.GAMES_AT_ONCE", 2):
        assert "part 2 of 2" in " ".join(text(client, "/my-games/").split())
        first, second = archive(client, part="1"), archive(client, part="2")
        assert archive(client, part="nonsense") == first
    assert (len(first), len(second)) == (4, 2)
    assert not set(first) & set(second)


def test_no_archive_is_offered_for_tables_that_never_started(kestrel: User) -> None:
    client = client_of(kestrel)
    make_waiting_game(kestrel)
    assert not elements(text(client, "/my-games/"), "[name=part]")
    make_finished_game(kestrel, "bold", resign_after=2)
    with patch("games.views.record.GAMES_AT_ONCE", 1):
        page = text(client, "/my-games/")
    assert one(page, "[name=part]")


def test_an_archive_is_for_its_owner_and_asked_for_by_a_form(client: Client) -> None:
    assert client.post(ARCHIVE)["Location"].startswith("/accounts/login/")
    bo = client_of(make_user("Bo"))
    assert bo.get(ARCHIVE).status_code == 405
    assert archive(bo) == {}


def test_a_guest_has_their_games_too(client: Client) -> None:
    client.post("/games/play-now/")
    assert len(archive(client)) == 2


def test_archives_are_limited(kestrel: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"export_games": "1/m/user"}
    client = client_of(kestrel)
    assert [client.post(ARCHIVE).status_code for _ in range(2)] == [200, 429]

"""The page of sums and both checkers say the truth of games whose dice are not their own."""

import json
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.engine.core import Json, Resign
from games.engine.records.download import script
from games.engine.records.text_record import text_of
from games.export import recorded_game
from games.history import history
from games.models import Game, TableOptions
from games.services import daily, lobby
from games.services.imports import import_game
from games.services.play import submit_action
from games.services.same_dice import play_same_dice
from tests.engine.kinds import every_kind, some_bot
from tests.games.pages import text
from tests.games.tables import client_of, make_user, user_at
from tests.games.test_fair_pages import order
from tests.games.test_salts import play_out
from tests.html import elements, one, texts

pytestmark = pytest.mark.django_db


def resigned(game: Game) -> Game:
    for player in range(game.size):
        if game.is_running and player not in game.position().left:
            game = submit_action(game.code, player, Resign(), None)
    return game


def with_a_bot_in_a_persons_place(kind: str) -> Game:
    """Return a finished game with the dice of one whose players all had a salt."""
    first = lobby.create_table(make_user(), TableOptions(kind, 2), salt="adas")
    first = resigned(lobby.join(first.code, make_user(), "bobs"))
    user = user_at(first, 0)
    table = play_same_dice(first, user)
    table = lobby.start(table.code, user, some_bot(kind))
    play_out(table)
    return resigned(Game.objects.get(pk=table.pk))


def finished_try(*, day_over: bool) -> Game:
    played_at = timezone.now() - timedelta(days=2 if day_over else 0)
    with patch.object(timezone, "now", return_value=played_at):
        game = resigned(daily.start_try(daily.todays_challenge(), make_user()))
    if day_over:
        daily.end_past_days()
    return Game.objects.select_related("challenge").get(pk=game.pk)


def player_of(game: Game) -> Client:
    return client_of(user_at(game, 0))


def page_of(client: Client, game: Game) -> str:
    return text(client, f"/games/{game.code}/verify/")


def require_right_seats(page: str, secret: str) -> None:
    """Check that what the page calls the draw of the seats is what the scheme makes."""
    row = one(page, "tr[data-sum=seats]")
    (message,), (places,) = texts(row, "code[translate=no]"), texts(row, "td[data-logged]")
    logged = [int(place) for place in places.split()]
    assert order(bytes.fromhex(secret), message, len(logged)) == logged


def said_of(record: Json, folder: Path) -> tuple[str, str]:
    """Return what the command and the script, with the site's list, say of a record."""
    path, entries = folder / "record.json", folder / "commitments.json"
    path.write_text(json.dumps(record))
    query = f"?commitment={record['dice']['commitment']}"
    entries.write_text(text(Client(), f"/fair-dice/commitments.json{query}"))
    said = StringIO()
    try:
        call_command("verify_record", str(path), stdout=said)
    except CommandError as error:
        said.write(str(error))
    downloaded = folder / "verify_record.py"
    downloaded.write_text(script(), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(downloaded), str(path), str(entries)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return said.getvalue(), done.stdout + done.stderr


def record_of(client: Client, game: Game) -> Json:
    answer: Json = json.loads(text(client, f"/games/{game.code}/record.json"))
    return answer


@every_kind
def test_a_game_with_known_dice_is_proven_as_such(
    client: Client, tmp_path: Path, kind: str
) -> None:
    game = with_a_bot_in_a_persons_place(kind)
    assert game.same_dice_as is not None
    page = page_of(client, game)
    require_right_seats(page, game.same_dice_as.dice.secret)
    assert elements(page, "code[translate=no]", game.same_dice_as.code)
    assert elements(page, f"a[href='/games/{game.same_dice_as.code}/verify/']")
    assert "Before anyone sat down" not in page
    command, script = said_of(record_of(client, game), tmp_path)
    for said in (command, script):
        *_, warning, verdict = said.splitlines()
        assert warning.startswith("Warning (bot-salt): a bot sits where seat")
        assert f"the earlier game {game.same_dice_as.code}" in warning
        assert verdict.startswith("Proven: ")
    assert command == script


def test_a_try_is_proven_when_its_day_is_over(tmp_path: Path) -> None:
    game = finished_try(day_over=True)
    assert game.challenge is not None
    page = page_of(player_of(game), game)
    require_right_seats(page, game.challenge.secret)
    assert elements(page, "code[translate=no]", game.challenge.code)
    assert "Players add no part" in page
    for said in said_of(record_of(player_of(game), game), tmp_path):
        *_, warning, verdict = said.splitlines()
        assert warning.startswith("Warning (no-salts): these dice come from the site alone.")
        assert verdict.startswith("Proven: ")


def test_a_finished_try_says_why_its_secret_is_kept() -> None:
    game = finished_try(day_over=False)
    page = page_of(player_of(game), game)
    assert "When the day's results are final" in page
    assert "When the game is over, you'll find it here" not in page


@pytest.mark.parametrize("revealed", [False, True])
@pytest.mark.parametrize("form", ["json", "text"])
def test_an_imported_game_is_never_said_to_go_on(client: Client, form: str, revealed: bool) -> None:
    game = finished_try(day_over=True)
    assert game.challenge is not None
    recorded = recorded_game(game, list(game.seats.all()), history(game).events, {})
    assert recorded.dice is not None
    if not revealed:  # a record from before the day was over
        recorded = replace(recorded, dice={**recorded.dice, "secret": None})
    told = json.dumps(recorded.to_json()) if form == "json" else text_of(recorded)
    imported = import_game(told, None)
    page = page_of(client, imported)
    assert "This game was imported" in page
    assert elements(page, "code[translate=no]", game.challenge.code)
    assert "When the game is over, you'll find it here" not in page
    assert ("It isn't in the record." in page) != revealed
    if revealed:
        require_right_seats(page, game.challenge.secret)


@every_kind
def test_a_game_without_a_roll_says_so(client: Client, tmp_path: Path, kind: str) -> None:
    table = lobby.create_table(make_user(), TableOptions(kind, 2), salt="adas")
    game = resigned(lobby.join(table.code, make_user()))
    page = page_of(client, game)
    assert "No one rolled in this game." in page
    assert not elements(page, "#v-rolls")
    assert elements(page, "tr[data-sum=seats]")
    for said in said_of(record_of(client, game), tmp_path):
        assert "all 0 rolls" in said


def test_a_visitor_may_sit_down_with_letters_of_their_own(client: Client) -> None:
    game = lobby.create_table(make_user(), TableOptions("cantstop", 2))
    assert elements(text(client, f"/games/{game.code}/"), "#join-salt[name=salt]")
    client.post(f"/games/{game.code}/join/", {"salt": "my-own_1"})
    game.refresh_from_db()
    assert game.is_running
    assert sorted(seat.salt or "" for seat in game.seats.all()) == ["", "my-own_1"]


def test_where_the_dice_are_known_nobody_is_asked_for_letters(client: Client) -> None:
    table = lobby.create_table(make_user(), TableOptions("cantstop", 2))
    first = resigned(lobby.join(table.code, make_user()))
    table = play_same_dice(first, user_at(first, 0))
    assert not elements(text(client, f"/games/{table.code}/"), "[name=salt]")

"""Games in which the players rolled dice of their own: they say so, and claim no proof."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.engine.records.text_record import from_text
from games.models import Game, GameDice
from games.services.imports import import_game
from games.services.refusals import NoKnownDice
from games.services.same_dice import play_same_dice
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_running_game
from tests.games.pages import text
from tests.games.records import FORMS, record_json
from tests.games.tables import client_of
from tests.html import elements, one

pytestmark = pytest.mark.django_db

SAID = "Own dice: the players rolled them, so we can't prove them."


@pytest.fixture
def game() -> Game:
    return make_finished_game(None, None, pass_and_play=True, own_dice=True)


@every_kind
@pytest.mark.parametrize("form", list(FORMS))
def test_a_record_with_own_dice_comes_out_as_it_went_in(
    client: Client, kestrel: User, kind: str, form: str
) -> None:
    told = FORMS[form](kind, dice=None, own_dice=True)
    game = import_game(told, kestrel)
    assert game.own_dice
    assert not GameDice.objects.exists()
    record = text(client, f"/games/{game.code}/record.txt")
    assert from_text(record).own_dice
    data = json.loads(text(client, f"/games/{game.code}/record.json"))
    assert data["own_dice"] is True
    if form == "json":
        assert data == json.loads(told)
    else:
        assert record == told


def test_a_game_with_own_dice_that_was_played_here_can_be_imported(
    client: Client, kestrel: User, game: Game
) -> None:
    for name in ("record.json", "record.txt"):
        assert import_game(text(client, f"/games/{game.code}/{name}"), kestrel).own_dice


def test_other_games_have_no_such_mark(client: Client, kestrel: User) -> None:
    other = make_finished_game(None, None)
    assert "own_dice" not in json.loads(text(client, f"/games/{other.code}/record.json"))
    assert not import_game(record_json(dice=None), kestrel).own_dice
    for page in ("", "replay/0/"):
        assert SAID not in text(client, f"/games/{other.code}/{page}")


@pytest.mark.parametrize("page", ["", "replay/0/"])
def test_table_and_replay_say_it_and_lead_to_what_can_be_checked(
    client: Client, kestrel: User, game: Game, page: str
) -> None:
    imported = import_game(record_json(dice=None, own_dice=True), kestrel)
    for code in (game.code, imported.code):
        shown = text(client, f"/games/{code}/{page}")
        assert SAID in shown
        assert f"/games/{code}/verify/" in shown
    running = make_running_game(None, None, pass_and_play=True, own_dice=True)
    shown = text(client, f"/games/{running.code}/{page}")
    assert SAID in shown
    assert "/verify/" not in shown


def test_lists_have_a_badge_for_it(kestrel: User) -> None:
    import_game(record_json(dice=None), kestrel)
    assert not elements(text(client_of(kestrel), "/replays/import/"), "span.badge", "own dice")
    import_game(record_json(dice=None, own_dice=True), kestrel)
    assert one(text(client_of(kestrel), "/replays/import/"), "span.badge", "own dice")


@every_kind
def test_its_page_says_what_can_be_checked_and_shows_no_sums(client: Client, kind: str) -> None:
    over = make_finished_game(None, None, kind=kind, pass_and_play=True, own_dice=True)
    running = make_running_game(None, None, kind=kind, pass_and_play=True, own_dice=True)
    for game in (over, running):
        page = text(client, f"/games/{game.code}/verify/")
        assert "rolled their own dice. We can't prove those" in page
        assert elements(page, f"[data-record='/games/{game.code}/record.json']")
        assert "verify-page.js" in page
        assert "verify_record.py" in page
        assert not elements(page, "[id^=sums]")
        assert "secret that" not in page


def test_the_command_checks_all_but_the_dice(client: Client, tmp_path: Path, game: Game) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(client.get(f"/games/{game.code}/record.json").content)
    said = StringIO()
    with pytest.raises(CommandError, match="could not be checked: commitment, salts, seats, dice"):
        call_command("verify_record", str(path), stdout=said)
    assert "moves: proven" in said.getvalue()
    assert "dice: not checked: the players rolled dice of their own" in said.getvalue()


def test_own_dice_are_not_offered_again_and_refused(kestrel: User, game: Game) -> None:
    for page in ("", "replay/0/"):
        assert "same-dice/" not in text(client_of(kestrel), f"/games/{game.code}/{page}")
    assert client_of(kestrel).post(f"/games/{game.code}/same-dice/").status_code == 409
    with pytest.raises(NoKnownDice):
        play_same_dice(game, kestrel)


def test_the_page_on_fair_dice_says_that_nothing_proves_them(client: Client) -> None:
    assert "type them in. There's no proof of those" in text(client, "/fair-dice/")


def test_the_page_for_imports_says_how_they_are_written(client: Client) -> None:
    assert elements(text(client, "/replays/import/"), "code[translate=no]", '[Dice "own"]')

"""Records of games that were played here: the same ones are linked, forged ones are named."""

import json
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.engine.core import Json, Resign
from games.engine.fairness.fair_dice import FairDice
from games.engine.records.download import script
from games.engine.records.json_record import record
from games.export import recorded_once
from games.models import Game, PublishedCommitment, TableOptions
from games.services import daily, lobby
from games.services.imports import import_game
from games.services.play import submit_action
from games.services.rulings import rule
from games.services.same_dice import play_same_dice
from tests.engine.kinds import every_kind
from tests.engine.recorded_games import played
from tests.games.days import begin, solve
from tests.games.pages import text
from tests.games.records import paste, rolled_anew
from tests.games.tables import client_of, make_user, running_table, user_at
from tests.games.test_commitments import forge as forge_list
from tests.games.test_fair_pages import over
from tests.html import elements, link, one, text_of

pytestmark = pytest.mark.django_db


def told_of(game: Game) -> Json:
    told: Json = recorded_once(Game.objects.get(pk=game.pk)).to_json()
    return told


def forged(game: Game) -> Json:
    """Return a record of it with another salt, and another game that follows from that."""
    return rolled_anew(told_of(game))


def imported(told: Json) -> Game:
    return import_game(json.dumps(told), None)


def pages_of(game: Game, client: Client | None = None) -> list[str]:
    """Return its replay, where who imports it comes to, its table and its page of sums."""
    paths = ("replay/0/", "", "verify/")
    return [text(client or Client(), f"/games/{game.code}/{path}") for path in paths]


def require_other(game: Game) -> None:
    """Check that all pages say that no game here went like this, and show no entry for it."""
    for page in pages_of(game):
        assert elements(page, "[data-original=other]")
        assert "#entry-" not in page
    assert elements(pages_of(game)[-1], "[data-no-entry=other]")


def require_same(game: Game, original: Game) -> None:
    """Check that all pages lead to the game that was played here."""
    for page in pages_of(game):
        assert elements(page, "[data-original=same]")
        assert link(page, "The same game") == f"/games/{original.code}/"
        assert "The same game was played here" in text_of(one(page, "main"))
        assert "It wasn't played here" not in page


@every_kind
def test_a_finished_game_rolled_anew_with_another_salt_passes_nowhere(
    kind: str, tmp_path: Path
) -> None:
    game = over(kind)
    told = forged(game)
    path, entries = tmp_path / "record.json", tmp_path / "commitments.json"
    path.write_text(json.dumps(told))
    with pytest.raises(CommandError, match="Not proven: salts: the public list says"):
        call_command("verify_record", str(path), stdout=StringIO())
    query = f"?commitment={told['dice']['commitment']}"
    entries.write_text(text(Client(), f"/fair-dice/commitments.json{query}"))
    downloaded = tmp_path / "verify_record.py"
    downloaded.write_text(script(), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(downloaded), str(path)]
    done = subprocess.run([*command, str(entries)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "\nNot proven: salts: the public list says" in done.stdout
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "\nProven but for the salts: " in done.stdout
    require_other(imported(told))


def test_who_imports_a_forged_record_is_told_so() -> None:
    client, game = client_of(make_user()), over()
    answer = paste(client, json.dumps(forged(game)))
    assert elements(text(client, answer["Location"]), "[data-original=other]")


def test_a_record_of_a_game_played_here_leads_to_it_and_shows_its_entries() -> None:
    game = over()
    copy = imported(told_of(game))
    require_same(copy, game)
    page = pages_of(copy)[-1]
    words = text_of(one(page, "main"))
    assert "Entry 1 of the public list" in words
    assert "Entry 2 of the public list" in words
    assert link(page, "Entry 1")
    assert link(page, "Entry 2")


@every_kind
def test_another_choice_with_the_same_dice_is_another_game(kind: str) -> None:
    game = over(kind)
    told = told_of(game)
    dice = FairDice(
        bytes.fromhex(told["dice"]["secret"]),
        game.code,
        tuple(seat["salt"] for seat in told["dice"]["seats"]),
    )
    log = played(game.rules, dice, Random(5), 4000)
    require_other(imported(record(game.rules, told["players"], log, told["dice"])))


def test_another_end_with_the_same_dice_and_as_many_steps_is_another_game() -> None:
    game = running_table()
    told = told_of(submit_action(game.code, 0, Resign(), None))
    told["events"][-1]["type"] = told["outcome"]["termination"] = "timed_out"
    require_other(imported(told))


@pytest.mark.parametrize("key", ["code", "commitment"])
def test_a_record_that_names_a_game_here_by_its_code_or_its_commitment_is_compared(
    key: str,
) -> None:
    told, game = told_of(over()), running_table()
    told["dice"] |= {"secret": None, key: getattr(game, key, "") or game.dice.commitment}
    require_other(imported(told))


def test_a_record_from_before_a_ruling_is_that_of_the_game() -> None:
    game = over()
    told = told_of(game)
    rule(game, [1])
    assert len(told_of(game)["events"]) == len(told["events"]) + 1
    require_same(imported(told), game)
    require_same(imported(told_of(game)), game)


def test_a_record_with_another_ruling_is_another_game() -> None:
    game = over()
    told = told_of(game)
    winner = 1 - told["outcome"]["winners"][0]
    told["events"].append({"seq": len(told["events"]) + 1, "type": "ruled", "winners": [winner]})
    told["outcome"] = {"winners": [winner], "termination": "ruled"}
    require_other(imported(told))


def test_a_game_with_the_dice_of_an_earlier_one_is_found_by_its_steps() -> None:
    first = over()
    table = play_same_dice(first, user_at(first, 0))
    again = lobby.join(table.code, user_at(first, 1))
    submit_action(again.code, 0, Resign(), None)
    require_same(imported(told_of(again)), again)
    require_same(imported(told_of(first)), first)


def test_the_way_to_a_game_by_link_only_is_shown_to_who_knows_it() -> None:
    first = over()
    Game.objects.filter(pk=first.pk).update(visibility=Game.Visibility.UNLISTED)
    first.refresh_from_db()
    require_same(imported(told_of(first)), first)  # its record says the code
    table = play_same_dice(first, user_at(first, 0))
    again = lobby.join(table.code, user_at(first, 1))
    submit_action(again.code, 0, Resign(), None)
    copy = imported(told_of(again))
    for client in (Client(), client_of(make_user())):
        for page in pages_of(copy, client):
            assert elements(page, "[data-original=same]")
            assert "privately" in page
            assert again.code not in page
    for page in pages_of(copy, client_of(user_at(again, 0))):
        assert elements(page, f"a[href='/games/{again.code}/']")


def test_that_there_was_a_table_which_was_cancelled_is_not_told() -> None:
    told = told_of(over())
    user = make_user()
    table = lobby.create_table(user, TableOptions("cantstop", 2))
    lobby.leave(table.code, user)
    told["dice"] |= {"secret": None, "code": table.code, "commitment": "ab" * 32}
    for page in pages_of(imported(told)):
        assert not elements(page, "[data-original]")


def test_a_try_of_a_day_that_is_over_is_found_and_a_forged_one_named() -> None:
    before = timezone.now() - timedelta(days=2)  # a try may end up to an hour after its day
    with patch.object(timezone, "now", return_value=before):
        game = solve(begin(make_user()))
    daily.end_past_days()
    require_same(imported(told_of(game)), game)
    require_other(imported(forged(game)))


def test_a_game_from_elsewhere_is_compared_with_none() -> None:
    told = told_of(over())
    told["dice"] |= {"secret": None, "code": "elsewhere", "commitment": "ab" * 32}
    page = pages_of(imported(told))[-1]
    assert not elements(page, "[data-original]")
    assert elements(page, "[data-no-entry=imported]")
    del told["dice"]
    assert not elements(text(Client(), f"/games/{imported(told).code}/"), "[data-original]")


def test_an_import_is_no_original_of_another_one() -> None:
    told = told_of(over())
    told["dice"] |= {"secret": None, "code": "elsewhere", "commitment": "ab" * 32}
    imported(told)
    for page in pages_of(imported(told)):
        assert not elements(page, "[data-original]")


def test_of_a_game_from_before_the_list_had_salts_the_forgery_is_named_on_its_pages_too() -> None:
    game = over()
    forge_list(lambda: PublishedCommitment.objects.filter(kind="salts").delete())
    require_other(imported(forged(game)))


def test_the_command_that_imports_says_what_became_of_the_comparison(tmp_path: Path) -> None:
    game = over()
    path = tmp_path / "record.json"
    for told, sentence in (
        (told_of(game), f"It was played here: /games/{game.code}/"),
        (forged(game), "It names a game of this site that did not go like this."),
    ):
        path.write_text(json.dumps(told))
        said = StringIO()
        call_command("import_record", str(path), stdout=said)
        assert said.getvalue().splitlines()[-1] == sentence

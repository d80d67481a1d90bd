"""Importing games: what is taken in comes back the same, and is refused with place and reason."""

from collections.abc import Sequence
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.engine.fairness.proof import RecordDice
from games.engine.records.importer import MAX_BYTES, import_record
from games.engine.registry import KINDS
from games.models import Game, GameDice
from games.services.dice import revealed
from games.services.imports import import_game
from games.services.refusals import SignedOut
from games.services.snapshots import snapshot_fault
from tests.engine.altered_records import at_the_limit
from tests.engine.kinds import every_kind
from tests.engine.recorded_games import proven
from tests.games.pages import text
from tests.games.records import (
    ADDRESS,
    FORMS,
    counts,
    imported_game,
    paste,
    record_json,
    record_text,
    recorded_game,
    unfinished_text,
)
from tests.games.tables import client_of
from tests.html import elements, inline_parts, one, plain, text_of
from tests.refusals import codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(kestrel: User) -> Client:
    return client_of(kestrel)


# --- What is taken in ---


@every_kind
def test_a_record_that_is_pasted_becomes_a_replay(
    browser: Client, kestrel: User, kind: str, subtests: pytest.Subtests
) -> None:
    for form in FORMS:
        with subtests.test(form=form):
            answer = paste(browser, FORMS[form](kind))
            game = Game.objects.latest("pk")
            assert answer["Location"] == f"/games/{game.code}/replay/0/"
            assert (game.kind, game.status, game.visibility) == (kind, "finished", "unlisted")
            assert (game.imported_by, game.due_at, game.creator) == (kestrel, None, None)
            assert snapshot_fault(game) == ""
    for seq in (0, game.version):
        page = text(Client(), f"/games/{game.code}/replay/{seq}/")
        assert "“Ada”" in page
    assert "kestrel imported this game" in plain(page)


@pytest.mark.parametrize("form", list(FORMS))
def test_a_record_may_come_as_a_file(browser: Client, form: str) -> None:
    file = SimpleUploadedFile("game", b"\xef\xbb\xbf" + FORMS[form]().encode())
    assert browser.post(ADDRESS, {"file": file, "record": "\r\n"}).status_code == 302
    assert Game.objects.get().is_imported


def test_the_examples_of_the_page_are_records(browser: Client) -> None:
    examples = [example.text() for example in elements(text(browser, ADDRESS), "pre")]
    games = [import_record(example) for example in examples]
    assert [game.kind.slug for game in games] == list(KINDS)
    for example in examples:
        assert paste(browser, example).status_code == 302


@every_kind
@pytest.mark.parametrize("names", [("Ada", "Bo"), ("", 'a"] {<b>\u202e', " ", "Zoë" * 50)])
def test_a_record_comes_out_as_it_went_in(browser: Client, kind: str, names: Sequence[str]) -> None:
    told = record_text(kind, names)
    paste(browser, told.replace("\n", "\r\n"))
    game = Game.objects.get()
    answer = browser.get(f"/games/{game.code}/record.txt")
    assert answer.content.decode() == told
    data = browser.get(f"/games/{game.code}/record.json").json()
    assert data == recorded_game(kind, names).to_json()
    assert import_record(told).to_json() == data


@pytest.mark.parametrize("day", ["", "0001.01.01", "9999.12.31"])
def test_the_day_is_the_records_and_never_that_of_the_import(kestrel: User, day: str) -> None:
    game = imported_game(kestrel, date=day)
    assert game.played_on == (date.fromisoformat(day.replace(".", "-")) if day else None)
    assert text(Client(), f"/games/{game.code}/record.txt") == record_text(date=day)


def test_a_record_without_dice_has_none_here(kestrel: User) -> None:
    game = imported_game(kestrel, dice=None)
    assert not GameDice.objects.exists()
    assert revealed(game) is None
    assert "dice" not in Client().get(f"/games/{game.code}/record.json").json()


def test_the_dice_are_the_records_with_its_code_and_nothing_sealed(kestrel: User) -> None:
    game = imported_game(kestrel)
    proof = GameDice.objects.get()
    assert (proof.code, proof.sealed) == ("bcdfghjk", "")
    assert proof.code != game.code
    dice = revealed(game)
    assert dice is not None
    assert dice.code == "bcdfghjk"
    assert dice.salts == ("salt-0", "salt-1")


@pytest.mark.parametrize("change", [{"secret": None}, {"scheme": "dice-of-others/9"}])
def test_dice_that_nobody_here_can_make_are_told_and_not_used(
    kestrel: User, change: dict[str, Any]
) -> None:
    _, proof = proven(1, ("salt-0", "salt-1"))
    told: RecordDice = {**proof, **change}  # type: ignore[typeddict-item]
    game = imported_game(kestrel, dice=told)
    assert revealed(game) is None
    assert text(Client(), f"/games/{game.code}/replay/1/")
    assert Client().get(f"/games/{game.code}/record.json").json()["dice"] == told


# --- Who may ---


def test_the_page_asks_visitors_and_guests_to_sign_up(client: Client, browser: Client) -> None:
    page = text(client, ADDRESS)
    assert f"/accounts/signup/?next={ADDRESS}" in page
    assert not elements(page, "[name=record]")
    client.post("/games/play-now/")
    assert elements(text(client, ADDRESS), "[data-needs-account]")
    assert elements(text(browser, ADDRESS), "[name=record]")


@pytest.mark.parametrize("guest", [True, False])
def test_visitors_and_guests_import_nothing(client: Client, guest: bool) -> None:
    if guest:
        client.post("/games/play-now/")
    before = counts()
    assert paste(client, record_text()).status_code == 403
    assert counts() == before


def test_a_form_of_another_site_imports_nothing(kestrel: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(kestrel)
    assert paste(client, record_text()).status_code == 403
    token = client.get(ADDRESS).cookies["csrftoken"].value
    assert not Game.objects.exists()
    form = {"record": record_text(), "csrfmiddlewaretoken": token}
    assert client.post(ADDRESS, form).status_code == 302


def test_imports_are_limited(browser: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"import_record": "2/m/user"}
    answers = [paste(browser, "nonsense").status_code for _ in range(3)]
    assert answers == [422, 422, 429]
    assert Client().get(ADDRESS).status_code == 200


def test_nobody_keeps_more_than_so_many(
    browser: Client, kestrel: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.imports.MAX_IMPORTED", 2)
    game = imported_game(kestrel)
    imported_game(kestrel)
    before = counts()
    answer = paste(browser, record_text())
    assert answer.status_code == 422
    assert codes(answer) == ["too-many-imports"]
    assert counts() == before
    Game.objects.exclude(pk=game.pk).delete()
    assert paste(browser, record_text()).status_code == 302


# --- What is refused ---

HEAD = '[Game "cantstop"] [Seat "a" "Ada"] [Seat "b" "Bo"]\n'
BAD = {
    "nothing": ("", "Paste a record or choose a file."),
    "spaces": (" \n ", "Paste a record or choose a file."),
    "an illegal step": (
        f"{HEAD}1a 3164:7+7 S\n1b 3164:7+8",
        "First error at line 3, column 4: 1b 3164:7+8: event",
    ),
    "an unreadable word": (f"{HEAD}hello", "at line 2, column 1"),
    "an illegal step as JSON": (
        record_json().replace('"player": 0', '"player": 1', 1),
        "First error at event 1",
    ),
    "broken JSON": ('{"kind":', "line 1, column 9"),
    "deep nesting": ('{"a":' * 5000, "arrays and objects nested more than 16"),
    "deep arrays": ('{"a":' + "[" * 100_000, "arrays and objects nested more than 16"),
    "a null character": (f"{HEAD}\0", "Null characters are not allowed"),
    "a null character in JSON": (record_json(names=("a\0", "b")), "a name with a control"),
    "half a pair": (record_json(names=("\ud800", "b")), "a name with a control character"),
    "too many bytes": ("x" * (MAX_BYTES + 1), "longer than 256 kB"),
    "many letters of two bytes": ("é" * (MAX_BYTES // 2 + 1), "longer than 256 kB"),
    "another version": (
        f'{HEAD}[Rules "2"]',
        "version 2 of the rules, but we only support version 1",
    ),
    "another version as JSON": (
        record_json().replace('"rules_version": 1', '"rules_version": 7'),
        "version 7 of the rules, but we only support version 1",
    ),
    "an unknown game": ('[Game "chess"]', "not chess"),
    "an unfinished game": (unfinished_text(), 'data-refusal="unfinished-record"'),
    "a long name": (record_text(names=("x" * 151, "Bo")), 'data-refusal="long-names"'),
    "a false result": (record_text().replace("[Result", '[Result "c"] {'), "Nothing was imported"),
    "dice that lie": (record_text().replace("salt-0", "salt-9"), "Nothing was imported"),
}


def test_what_is_refused_says_where_and_why_and_changes_nothing(
    browser: Client, subtests: pytest.Subtests
) -> None:
    for name, (told, reason) in BAD.items():
        with subtests.test(name=name):
            before = counts()
            answer = paste(browser, told)
            assert answer.status_code == 422
            assert reason in answer.content.decode()
            assert answer.context["form"].errors
            assert counts() == before


HOSTILE_FILES = [
    (b"", "The submitted file is empty"),
    (b"\x89PNG\r\n\x1a\n\0\0\xff", "file isn't text"),
    (b"\0" * 50, "the tag [Game"),
    (b"\xff\xfe" + HEAD.encode("utf-16-le"), "file isn't text"),
    (b" " * (MAX_BYTES + 1), "longer than 256 kB"),
    ("é".encode() * MAX_BYTES, "longer than 256 kB"),
    (HEAD.encode() + b"1a 3164:7+8", "line 2, column 4"),
]


def test_a_hostile_file_is_refused_beside_its_field(
    browser: Client, subtests: pytest.Subtests
) -> None:
    before = counts()
    for data, reason in HOSTILE_FILES:
        with subtests.test(data=data, reason=reason):
            answer = browser.post(ADDRESS, {"file": SimpleUploadedFile("x.txt", data)})
            assert answer.status_code == (413 if len(data) > 2 * MAX_BYTES - 500 else 422)
            if answer.status_code == 422:
                (error,) = answer.context["form"].errors["file"]
                assert reason in error
            assert counts() == before


def test_the_bytes_of_a_file_are_counted_as_they_are_by_form_and_command(
    browser: Client, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    path = tmp_path / "record.json"
    for entry in at_the_limit():
        with subtests.test(entry=str(entry)):
            data = entry.text.encode()
            path.write_bytes(data)
            answer = browser.post(ADDRESS, {"file": SimpleUploadedFile("x.json", data)})
            if entry.expected.proven:
                assert answer.status_code == 302
                call_command("import_record", str(path), stdout=StringIO())
            else:
                assert "longer than 256 kB" in answer.content.decode()
                with pytest.raises(CommandError, match="longer than 256 kB"):
                    call_command("import_record", str(path))


@pytest.mark.parametrize("field", ["record", "file"])
def test_a_body_without_measure_is_refused_unread(browser: Client, field: str) -> None:
    data = b"x" * 3_000_000
    value = SimpleUploadedFile("x", data) if field == "file" else data.decode()
    answer = browser.post(ADDRESS, {field: value})
    assert answer.status_code == 413
    assert "A record can have up to 256 kB" in answer.content.decode()


def test_a_record_and_a_file_at_once_are_refused(browser: Client) -> None:
    file = BytesIO(record_text().encode())
    answer = browser.post(ADDRESS, {"record": record_text(), "file": file})
    assert answer.status_code == 422
    assert "not both" in answer.content.decode()


def test_what_was_refused_is_still_in_the_form_and_runs_nothing(browser: Client) -> None:
    page = paste(browser, "</textarea><script>x</script>\n 1a")
    assert text_of(one(page, "textarea[name=record]")).startswith("</textarea><script>x")
    assert inline_parts(page) == []


def test_a_user_who_has_gone_imports_nothing(kestrel: User) -> None:
    user = User.objects.get(pk=kestrel.pk)
    kestrel.delete()
    before = counts()
    with pytest.raises(SignedOut):
        import_game(record_text(), user)
    assert counts() == before

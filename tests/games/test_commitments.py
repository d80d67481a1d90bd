"""The public list of commitments: only added to, signed, shown to everybody, checked."""

import hashlib
import io
import json
import re
import sys
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from games.engine.core import Resign
from games.engine.fairness.fair_dice import FIRST_SCHEME
from games.export import recorded_game
from games.models import Game, GameDice, commitment
from games.models.commitment import CHAIN, PublishedCommitment
from games.services import daily, lobby
from games.services.commitments import (
    UPDATE_TAKES,
    faults_of_dice,
    faults_of_list,
    publish_commitment,
    publish_fixed_salts,
)
from games.services.imports import delete_imported, import_game
from games.services.play import submit_action
from games.services.refusals import AlreadySeated, NoSuchBot, SaltTooLate, TooManyTables
from games.services.same_dice import play_same_dice
from games.system_checks import check_commitments_key
from games.views import commitments as views
from tests.games.factories import make_finished_game
from tests.games.pages import text
from tests.games.records import imported_game
from tests.games.tables import make_user, running_table, user_at, waiting_table
from tests.html import elements, link, one, text_of, value, values

pytestmark = [pytest.mark.django_db, pytest.mark.services]

PAGE, JSON = "/fair-dice/commitments/", "/fair-dice/commitments.json"
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "dice.md"
NOW = datetime(2026, 11, 21, 10, 0, 7, 900_000, tzinfo=UTC)


def listed() -> list[tuple[str, str]]:
    """Return the kind and the commitment of each entry of the list, oldest first."""
    return list(PublishedCommitment.objects.values_list("kind", "commitment"))


def entry_with(commitment: str, kind: str) -> PublishedCommitment:
    return PublishedCommitment.objects.get(commitment=commitment, kind=kind)


def over(game: Game) -> Game:
    submit_action(game.code, 0, Resign(), None)
    return Game.objects.get(pk=game.pk)


def imported(game: Game) -> Game:
    recorded = recorded_game(game, list(game.seats.all()), _events(game), {})
    return import_game(json.dumps(recorded.to_json()), None)


def _events(game: Game) -> Any:
    return [row.to_event(game.rules) for row in game.events.order_by("seq")]


# --- What is added ---


def test_every_table_game_and_day_has_its_entries_and_nothing_else_has() -> None:
    game = running_table()
    day = daily.todays_challenge()
    assert daily.todays_challenge() == day
    daily.start_try(day, make_user())
    game = over(game)
    rematch = lobby.rematch(game.code, user_at(game, 0))
    entries = [
        ("commitment", game.dice.commitment),
        ("salts", game.dice.commitment),
        ("commitment", day.commitment),
        ("salts", day.commitment),
        ("commitment", rematch.dice.commitment),
    ]
    assert listed() == entries
    lobby.rematch(game.code, user_at(game, 1))
    entries.append(("salts", rematch.dice.commitment))
    assert listed() == entries
    table = play_same_dice(game, user_at(game, 0))
    lobby.join(table.code, user_at(game, 1))
    imported(game)
    assert listed() == entries


def test_salts_are_listed_when_they_are_fixed() -> None:
    table = waiting_table(salt="adas")
    lobby.set_salt(table.code, user_at(table, 0), "adas_2")
    assert [kind for kind, _ in listed()] == ["commitment"]
    with pytest.raises(AlreadySeated):
        lobby.join(table.code, user_at(table, 0))
    game = lobby.join(table.code, make_user(), "bobs")
    commitment, salts = PublishedCommitment.objects.all()
    told = hashlib.sha256(f"salts/1|{commitment.commitment}|adas_2,bobs".encode()).hexdigest()
    assert (salts.commitment, salts.salts) == (commitment.commitment, told)
    assert game.started_at is not None
    assert salts.time == game.started_at.replace(microsecond=0)
    with pytest.raises(SaltTooLate):
        lobby.set_salt(table.code, user_at(game, 0), "adas_3")
    assert len(listed()) == 2


def test_a_game_that_starts_as_its_table_opens_has_both_entries_in_order() -> None:
    waiting_table(bots=["bold"], salt="adas")
    assert [kind for kind, _ in listed()] == ["commitment", "salts"]
    assert not [*faults_of_list(), *faults_of_dice()]


def test_a_game_that_waits_no_longer_for_salts_has_the_entry_of_those_that_came() -> None:
    table = waiting_table(salt=None)
    table = lobby.join(table.code, make_user(), "bobs")
    assert [kind for kind, _ in listed()] == ["commitment"]
    lobby.overdue(table.code, table.due_at)
    assert [kind for kind, _ in listed()] == ["commitment", "salts"]
    assert not list(faults_of_dice())


def test_games_of_the_first_scheme_have_no_entry_of_salts() -> None:
    table = waiting_table()
    GameDice.objects.update(scheme=FIRST_SCHEME)
    lobby.join(table.code, make_user())
    assert [kind for kind, _ in listed()] == ["commitment"]


def test_an_entry_is_the_line_of_the_document_hashed_and_signed() -> None:
    publish_commitment("ab" * 32, NOW)
    publish_commitment("cd" * 32, NOW + timedelta(seconds=1))
    publish_fixed_salts("ab" * 32, ("x", "", "y"), NOW + timedelta(seconds=2))
    salts = hashlib.sha256(f"salts/1|{'ab' * 32}|x,,y".encode()).hexdigest()
    first, second, third = PublishedCommitment.objects.all()
    lines = [
        f"commitments/1|1|2026-11-21T10:00:07Z|{'ab' * 32}|{'0' * 64}",
        f"commitments/1|2|2026-11-21T10:00:08Z|{'cd' * 32}|{first.hash}",
        f"salts/1|3|2026-11-21T10:00:09Z|{'ab' * 32}|{salts}|{second.hash}",
    ]
    for entry, line in zip((first, second, third), lines, strict=True):
        assert entry.hash == hashlib.sha256(line.encode()).hexdigest()
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(entry.key))
        key.verify(bytes.fromhex(entry.signature), line.encode())


def test_a_table_that_is_not_opened_after_all_leaves_no_entry() -> None:
    user = make_user()
    with pytest.raises(NoSuchBot):
        waiting_table(user, bots=["nobody"])
    for _ in range(20):
        waiting_table(user)
    with pytest.raises(TooManyTables):
        waiting_table(user)
    with transaction.atomic():
        waiting_table()
        transaction.set_rollback(True)
    assert len(listed()) == 20


def test_the_time_of_the_list_does_not_go_back_with_the_clock() -> None:
    for seconds in (0, -60, 1):
        publish_commitment(f"{seconds + 99:064x}", NOW + timedelta(seconds=seconds))
    times = [commitment.utc(entry.time) for entry in PublishedCommitment.objects.all()]
    assert [time[-4:-1] for time in times] == [":07", ":07", ":08"]


def test_a_game_that_is_deleted_leaves_its_entry() -> None:
    game = over(running_table())
    assert imported(game).dice.commitment == game.dice.commitment
    delete_imported(Game.objects.filter(imported_at__isnull=False))
    Game.objects.all().delete()
    assert len(listed()) == 2


def test_the_database_refuses_to_change_or_remove_an_entry() -> None:
    waiting_table()
    (entry,) = PublishedCommitment.objects.all()
    table = CHAIN.table
    columns = "time, kind, commitment, salts, previous, hash, key, signature"
    around = {
        "sqlite": f"REPLACE INTO {table} (number, {columns}) SELECT 2, {columns} FROM {table}",
        "postgresql": f"TRUNCATE {table}",
    }
    for statement in (
        f"UPDATE {table} SET commitment = ''",
        f"DELETE FROM {table}",
        around[connection.vendor],
    ):
        with (
            pytest.raises(DatabaseError, match="never changed"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
    assert PublishedCommitment.objects.get() == entry


def test_no_commitment_gets_a_second_entry_of_a_kind() -> None:
    publish_commitment("ab" * 32, NOW)
    publish_fixed_salts("ab" * 32, ("x",), NOW)
    for salts in ("x", "y"):
        with pytest.raises(IntegrityError), transaction.atomic():
            publish_fixed_salts("ab" * 32, (salts,), NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        publish_commitment("ab" * 32, NOW)
    assert len(listed()) == 2


def test_code_from_before_can_add_commitments_during_an_update() -> None:
    """As it does while one process after the other is restarted."""
    table, columns = CHAIN.table, "number, time, commitment, previous, hash, key, signature"
    with connection.cursor() as cursor:
        values: Any = [1, NOW, "ab" * 32, "0" * 64, "cd" * 32, "x", "x"]
        places = ", ".join(["%s"] * len(values))
        cursor.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", values)
    assert listed() == [("commitment", "ab" * 32)]


# --- The key ---


def test_a_new_key_leaves_old_entries_verifiable(settings: Any) -> None:
    waiting_table()
    settings.SECRET_KEY = "another one"
    waiting_table()
    settings.COMMITMENTS_KEY = "01" * 32
    waiting_table()
    settings.SECRET_KEY = "a third one"
    waiting_table()
    keys = list(PublishedCommitment.objects.values_list("key", flat=True))
    assert len(set(keys)) == 3
    assert keys[2] == keys[3]
    assert not list(faults_of_list())


@pytest.mark.parametrize("key", ["x", "01" * 31, "AB" * 32])
def test_a_key_that_is_none_is_named_by_the_system_check(settings: Any, key: str) -> None:
    assert not check_commitments_key(None)
    settings.COMMITMENTS_KEY = key
    (error,) = check_commitments_key(None)
    assert "COMMITMENTS_KEY" in error.msg


# --- Pages ---


def test_the_page_shows_the_newest_first_and_pages_by_number(client: Client) -> None:
    assert elements(text(client, PAGE), "[data-empty=entries]")
    for number in range(1, 8):
        publish_commitment(f"{number:064x}", NOW)
    newest = PublishedCommitment.objects.get(number=7)
    with patch.object(views, "ENTRIES_PER_PAGE", 3):
        page = text(client, PAGE)
        assert numbers_of(page) == [7, 6, 5]
        assert one(page, "code#newest[translate=no]", f"7 {newest.hash} 2026-11-21T10:00:07Z")
        assert one(page, "code#key[translate=no]", newest.key)
        assert pages_beside(page) == {"next": "?from=4"}
        page = text(client, f"{PAGE}?from=4")
        assert numbers_of(page) == [4, 3, 2]
        assert pages_beside(page) == {"prev": "?from=7", "next": "?from=1"}
        page = text(client, f"{PAGE}?from=1")
        assert numbers_of(page) == [1]
        assert pages_beside(page) == {"prev": "?from=4"}
        for odd in ("99", "x", "-1", "9" * 30, ""):
            assert numbers_of(text(client, f"{PAGE}?from={odd}")) == [7, 6, 5]


def numbers_of(page: str) -> list[int]:
    return [int(name.removeprefix("entry-")) for name in values(page, "[id^=entry-]", "id")]


def pages_beside(page: str) -> dict[str, str]:
    """Return where the links to the newer and the older entries lead."""
    beside = "[rel=prev], [rel=next]"
    return dict(zip(values(page, beside, "rel"), values(page, beside, "href"), strict=True))


def test_json_has_what_comes_after_a_number_and_caches_may_keep_it(client: Client) -> None:
    assert json.loads(text(client, JSON))["newest"] is None
    for number in range(1, 6):
        publish_commitment(f"{number:064x}", NOW)
    with patch.object(views, "ENTRIES_AT_ONCE", 2):
        for after, numbers in ((0, [1, 2]), (2, [3, 4]), (4, [5]), (5, []), (99, [])):
            data = json.loads(text(client, f"{JSON}?after={after}"))
            assert [entry["number"] for entry in data["entries"]] == numbers
            assert data["newest"] == str(PublishedCommitment.objects.last())
    for odd in ("x", "-1", "", "9" * 30):
        assert client.get(f"{JSON}?after={odd}").status_code == 400
    answer = client.get(JSON)
    assert answer["Cache-Control"] == "public, max-age=60"
    again = client.get(JSON, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_page_and_json_show_the_kind_of_an_entry_and_json_those_of_one_commitment(
    client: Client,
) -> None:
    publish_commitment("cd" * 32, NOW)
    publish_commitment("ab" * 32, NOW)
    publish_fixed_salts("ab" * 32, ("x",), NOW)
    salts = entry_with("ab" * 32, "salts").salts
    data = json.loads(text(client, f"{JSON}?commitment={'ab' * 32}"))
    assert data["format"] == "commitments/2"
    told = [(one["number"], one["kind"], one.get("salts")) for one in data["entries"]]
    assert told == [(2, "commitment", None), (3, "salts", salts)]
    assert {one["commitment"] for one in data["entries"]} == {"ab" * 32}
    assert json.loads(text(client, f"{JSON}?commitment={'ef' * 32}"))["entries"] == []
    for odd in ("", "x", "AB" * 32, "ab" * 32 + "\n", "\0" * 64):
        assert client.get(JSON, {"commitment": odd}).status_code == 400
    page = text(client, PAGE)
    assert len(elements(page, "td", "the secret")) == 2
    assert one(page, "td", "the players' parts")
    assert one(page, "code[translate=no]", salts)


def test_the_list_tells_no_address_of_a_table(client: Client) -> None:
    game = waiting_table(visibility=Game.Visibility.UNLISTED)
    for path in (PAGE, JSON):
        page = text(client, path)
        assert game.dice.commitment in page
        assert game.code not in page


def test_the_example_of_the_document_checks_the_whole_list(client: Client, capsys: Any) -> None:
    found = re.search(r"```python\n(.+?)```", DOCUMENT.read_text(), re.DOTALL)
    assert found is not None
    for number in range(1, 6):
        publish_commitment(f"{number:064x}", NOW)
    for number in (2, 5):
        publish_fixed_salts(f"{number:064x}", ("x", ""), NOW)

    def check() -> str:
        def urlopen(address: str) -> io.BytesIO:
            return io.BytesIO(client.get(address.removeprefix("https://x")).content)

        with (
            patch.object(views, "ENTRIES_AT_ONCE", 2),
            patch.object(urllib.request, "urlopen", urlopen),
            patch.object(sys, "argv", ["check.py", "https://x"]),
        ):
            exec(found[1], {})
        said: str = capsys.readouterr().out
        return said

    assert check().split() == str(PublishedCommitment.objects.last()).split()[:2]
    forge(lambda: PublishedCommitment.objects.filter(number=3).update(commitment="ab" * 32))
    with pytest.raises(AssertionError, match="entry 3"):
        check()
    forge(lambda: PublishedCommitment.objects.filter(number=3).update(commitment=f"{3:064x}"))
    check()
    forge(lambda: PublishedCommitment.objects.filter(number=6).update(salts="ab" * 32))
    with pytest.raises(AssertionError, match="entry 6"):
        check()


def test_a_list_from_before_it_had_salts_is_still_right(client: Client, capsys: Any) -> None:
    """The lines are those that the first version wrote; entries of salts only follow them."""
    waiting_table()
    (entry,) = PublishedCommitment.objects.all()
    line = f"commitments/1|1|{commitment.utc(entry.time)}|{entry.commitment}|{'0' * 64}"
    assert entry.hash == hashlib.sha256(line.encode()).hexdigest()
    assert checked().startswith("1 entries checked, 0 faults.")
    running_table()
    assert checked(noted=str(entry)).startswith("3 entries checked, 0 faults.")


@pytest.mark.parametrize("page", ["", "verify/"])
def test_a_game_names_its_entry(client: Client, page: str) -> None:
    waiting_table()
    game = running_table()
    commitment = game.dice.commitment
    entry, salts = (entry_with(commitment, kind) for kind in ("commitment", "salts"))
    assert (entry.number, salts.number) == (2, 3)
    shown = text(client, f"/games/{game.code}/{page}")
    assert link(shown, "Entry 2") == f"{PAGE}?from=2#entry-2"
    words = text_of(one(shown, "main"))
    assert "Entry 2 of the public list" in words
    assert f"{entry.time:%Y-%m-%d %H:%M} UTC." in words
    assert elements(shown, f"time[title='{entry.time:%Y-%m-%d %H:%M:%S} UTC']")
    if page:
        assert elements(shown, f"time[title='{game.started_at:%Y-%m-%d %H:%M:%S} UTC']")
        assert link(shown, "Entry 3") == f"{PAGE}?from=3#entry-3"
        assert "Entry 3 of the public list" in words


def test_a_game_with_known_dice_names_the_entry_of_the_game_before(client: Client) -> None:
    first = over(running_table())
    table = play_same_dice(first, user_at(first, 0))
    over(lobby.join(table.code, make_user()))
    assert link(text(client, f"/games/{table.code}/verify/"), "Entry 1")


def test_the_page_of_a_day_names_its_entry(client: Client) -> None:
    assert link(text(client, "/daily/"), "Entry 1")


def test_games_without_an_entry_say_why(client: Client) -> None:
    game = over(running_table())
    path = f"/games/{game.code}/verify/"
    forge(lambda: PublishedCommitment.objects.all().delete())
    reason = "data-no-entry"
    assert value(text(client, path), f"[{reason}]", reason) == "missing"
    shown = text(client, f"/games/{imported_game(None).code}/verify/")
    assert value(shown, f"[{reason}]", reason) == "imported"
    GameDice.objects.filter(game=game).update(scheme=FIRST_SCHEME)
    assert value(text(client, path), f"[{reason}]", reason) == "before-the-list"


def test_a_game_says_whether_its_salts_are_older_than_the_list_of_them_or_missing(
    client: Client,
) -> None:
    game = over(running_table())
    path = f"/games/{game.code}/verify/"
    reason = "data-no-salts"
    assert values(text(client, path), f"[{reason}]", reason) == []
    forge(lambda: PublishedCommitment.objects.filter(kind="salts").delete())
    assert values(text(client, path), f"[{reason}]", reason) == ["before"]
    publish_fixed_salts("ab" * 32, ("x",), NOW)
    later = PublishedCommitment.objects.get(kind="salts").time + UPDATE_TAKES
    Game.objects.update(started_at=later - timedelta(seconds=1))
    assert values(text(client, path), f"[{reason}]", reason) == ["before"]
    assert not list(faults_of_dice())
    Game.objects.update(started_at=later)
    assert values(text(client, path), f"[{reason}]", reason) == ["missing"]
    assert list(faults_of_dice()) == [f"game {game.code}: its salts are not in the list"]


# --- The check ---


def forge(change: Callable[[], object]) -> None:
    """Change the list as nobody can who does not own the database."""
    with connection.cursor() as cursor:
        editor: Any = SimpleNamespace(connection=connection, execute=cursor.execute)
        CHAIN.remove(apps, editor)
        change()
        CHAIN.install(apps, editor)


def checked(**options: str) -> str:
    said = io.StringIO()
    call_command("check_commitments", stdout=said, stderr=said, **options)
    return said.getvalue()


def test_the_check_finds_nothing_wrong_in_a_list_that_grew_by_itself() -> None:
    assert checked() == "0 entries checked, 0 faults.\n"
    make_finished_game(None, "bold", resign_after=3)
    game = over(running_table())
    line = str(PublishedCommitment.objects.last())
    GameDice.objects.filter(game=imported(game)).update(commitment="ab" * 32)
    daily.todays_challenge()
    assert checked().startswith("4 entries checked, 0 faults.\nNote down elsewhere: 4 ")
    assert "0 faults" in checked(noted=line)
    for odd in (line.replace("2 ", "3 ", 1), "1", "x", f"7 {line}"):
        with pytest.raises(CommandError):
            checked(noted=odd)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"commitment": "ab" * 32}, "entry 2: the hash is not that of its line"),
        ({"time": timezone.now()}, "entry 2: the hash is not that of its line"),
        ({"hash": "ab" * 32}, "entry 3: it does not follow from the entry before"),
        ({"previous": "ab" * 32}, "entry 2: it does not follow from the entry before"),
        ({"signature": "ab" * 64}, "entry 2: the signature is not that of its line"),
        ({"key": "ab" * 32}, "entry 2: the signature is not that of its line"),
        ({"key": "x"}, "entry 2: the signature is not that of its line"),
        ({"time": NOW - timedelta(days=1)}, "entry 2: its time 2026-11-20T10:00:07Z is before"),
        ({"number": 9}, "entry 2 is missing"),
    ],
)
def test_the_check_names_what_was_changed(change: dict[str, object], fault: str) -> None:
    for number in range(1, 4):
        publish_commitment(f"{number:064x}", NOW)
    forge(lambda: PublishedCommitment.objects.filter(number=2).update(**change))
    assert any(found.startswith(fault) for found in faults_of_list())
    with pytest.raises(CommandError, match="not as it ought to be"):
        checked()


def test_salts_that_were_changed_after_the_start_are_named() -> None:
    game = running_table()
    daily.todays_challenge()
    game.seats.filter(place=1).update(salt="other")
    assert list(faults_of_dice()) == [f"game {game.code}: its salts are not those in the list"]


def test_salts_without_a_commitment_before_them_are_named() -> None:
    publish_fixed_salts("ab" * 32, ("x",), NOW)
    publish_commitment("ab" * 32, NOW)
    assert list(faults_of_list()) == [
        "entry 1: no entry before it has the commitment of these salts"
    ]


def test_a_kind_that_does_not_fit_is_named() -> None:
    publish_commitment("ab" * 32, NOW)
    publish_fixed_salts("ab" * 32, ("x",), NOW)
    forge(lambda: PublishedCommitment.objects.filter(number=1).update(salts="cd" * 32))
    assert "entry 1: its kind is commitment, which does not fit what it says" in faults_of_list()


def test_an_entry_that_was_taken_out_is_missed_with_its_game() -> None:
    games = [waiting_table() for _ in range(3)]
    day = daily.todays_challenge()
    forge(lambda: PublishedCommitment.objects.filter(number__in=(2, 4)).delete())
    assert "entry 2 is missing" in list(faults_of_list())
    assert list(faults_of_dice()) == [
        f"game {games[1].code}: its commitment is not in the list",
        f"challenge of {day.date}: its commitment is not in the list",
    ]

"""Imported games: marked everywhere, counted nowhere, found and deleted by their importer."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from games import queries
from games.models import Game, Seat
from games.referee import claim_due
from lifecycle.deletion import delete_user
from lifecycle.retention import purge_guests
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_user
from tests.games.pages import text
from tests.games.records import ADDRESS, counts, imported_game, record_text, unfinished_text
from tests.games.tables import client_of
from tests.html import elements, inline_parts, one, text_of

pytestmark = pytest.mark.django_db

HOSTILE = ("<script>alert(1)</script>", "kestrel")


@pytest.fixture
def game(kestrel: User) -> Game:
    return imported_game(kestrel, names=HOSTILE)


# --- Marked ---


def test_names_are_text_in_quotation_marks_and_nobodys_here(
    game: Game, kestrel: User, subtests: pytest.Subtests
) -> None:
    client = client_of(kestrel)
    for page in ["", "replay/3/", "delete/"]:
        with subtests.test(page=page):
            shown = text(client, f"/games/{game.code}/{page}")
            assert "“<script>alert(1)</script>”" in text_of(one(shown, "body"))
            assert inline_parts(shown) == []
            assert "“kestrel”" in shown


def test_names_are_not_linked_to_users(game: Game) -> None:
    page = text(Client(), f"/games/{game.code}/replay/0/")
    assert not elements(page, "[href^='/players/']")
    frames = Client().get(f"/games/{game.code}/replay/frames/?from=0&to=3").json()["frames"]
    for html in [html for frame in frames for html in frame["html"].values()]:
        assert inline_parts(html) == []
        assert "/players/" not in html


def test_long_names_are_shown_shortened_and_kept_whole(kestrel: User) -> None:
    game = imported_game(kestrel, names=("x" * 150, "Bo"))
    page = text(Client(), f"/games/{game.code}/replay/0/")
    assert f"“{'x' * 24}…”" in page
    assert "x" * 25 not in page
    assert "x" * 150 in text(Client(), f"/games/{game.code}/record.txt")


@every_kind
def test_names_may_have_the_signs_that_texts_are_made_with(kestrel: User, kind: str) -> None:
    game = imported_game(kestrel, kind, names=("100% %(name)s %s", "{x} {{ y }} {% z %}"))
    url = f"/games/{game.code}/replay/frames/"
    for first in (0, game.version - 9):
        frames = Client().get(f"{url}?from={first}&to={first + 9}").json()["frames"]
        assert "“100% %(name)s %s”" in frames[0]["title"]
    assert "“{x} {{ y }} {% z %}”" in text(Client(), f"/games/{game.code}/")


def test_what_turns_the_text_around_it_is_not_shown(kestrel: User) -> None:
    game = imported_game(kestrel, names=("\u202egnp\u2066", "\u200b "))
    page = text(Client(), f"/games/{game.code}/replay/0/")
    assert "“gnp”" in page
    assert "unnamed player" in page
    assert "\u202e" not in page


def test_a_joined_sequence_in_a_long_name_is_shown_whole_or_not_at_all(kestrel: User) -> None:
    family, accented = "👩‍👩‍👧", "e\u0301"
    game = imported_game(kestrel, names=("x" * 21 + family, family + accented * 11))
    page = text(Client(), f"/games/{game.code}/replay/0/")
    assert f"“{'x' * 21}…”" in page
    assert f"“{family}{accented * 9}…”" in page


def test_pages_say_who_imported_the_game_and_when_and_offer_its_importer_to_delete_it(
    game: Game, kestrel: User
) -> None:
    at = date_format(game.imported_at or "", "DATETIME_FORMAT")
    link = f"/games/{game.code}/delete/"
    importer, other = client_of(kestrel), client_of(make_user("Bo"))
    for page in ("", "replay/2/"):
        path = f"/games/{game.code}/{page}"
        shown = text(Client(), path)
        assert elements(shown, "span", "Imported")
        assert elements(shown, "time", f"{at} UTC")
        assert f"kestrel imported this game on {at} UTC." in text_of(one(shown, "main"))
        assert "doesn't count" in shown
        assert link in text(importer, path)
        assert link not in shown
        assert link not in text(other, path)


def test_the_importer_has_a_list_of_their_own(game: Game, kestrel: User) -> None:
    other = imported_game(make_user("Bo"))
    page = text(client_of(kestrel), ADDRESS)
    assert f"/games/{game.code}/replay/0/" in page
    assert "imported by kestrel" in text_of(one(page, "main"))
    assert elements(page, "span", "imported")
    assert other.code not in page


def test_a_game_that_was_played_here_is_not_marked(game: Game, kestrel: User) -> None:
    played = make_finished_game(kestrel, "bold", resign_after=3)
    for page in ("", "replay/2/"):
        assert elements(text(Client(), f"/games/{game.code}/{page}"), ".imported")
        assert not elements(text(Client(), f"/games/{played.code}/{page}"), ".imported")


# --- Counted nowhere ---


def test_an_imported_game_is_in_no_list_and_no_total(game: Game, kestrel: User) -> None:
    pages = ["/", "/lobby/", "/watch/", "/replays/", "/my-games/", "/players/kestrel/"]
    for client in (Client(), client_of(kestrel)):
        for page in pages:
            assert game.code not in text(client, page)


def test_an_imported_game_is_in_no_query_even_if_its_row_says_public(
    game: Game, kestrel: User
) -> None:
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    played = make_finished_game(kestrel, "bold", resign_after=3)
    assert list(Game.objects.played_here()) == [played]
    assert list(queries.finished_games()) == [played]
    assert list(queries.games_of(kestrel)) == [played]
    assert list(queries.started_games_of(kestrel)) == [played]
    games = queries.finished_games_of(kestrel, kestrel)
    assert queries.totals_of(kestrel, games)["games"] == 1
    assert text(Client(), "/").count(game.code) == 0


def test_nothing_is_ever_due_in_it(game: Game, kestrel: User) -> None:
    Game.objects.exclude(pk=game.pk).delete()
    assert claim_due(9) == []
    for field in ({"status": "running"}, {"due_at": timezone.now()}):
        with pytest.raises(IntegrityError):
            _update(game, **field)


def _update(game: Game, **fields: object) -> None:
    with transaction.atomic():
        Game.objects.filter(pk=game.pk).update(**fields)


def test_a_named_seat_is_no_users(game: Game, kestrel: User) -> None:
    with pytest.raises(IntegrityError):
        Seat.objects.filter(game=game).update(user=kestrel)


def test_nobody_does_anything_at_its_table(
    game: Game, kestrel: User, subtests: pytest.Subtests
) -> None:
    client, before = client_of(kestrel), counts()
    data = {"action": "roll", "bot": "bold", "salt": "x"}
    for verb in ("act", "join", "leave", "start", "rematch", "add-bot"):
        with subtests.test(verb=verb):
            answer = client.post(f"/games/{game.code}/{verb}/", data)
            assert answer.status_code in {403, 409}
            assert counts() == before


# --- Deleted ---


def test_the_importer_deletes_it_after_a_question(game: Game, kestrel: User) -> None:
    client = client_of(kestrel)
    page = text(client, f"/games/{game.code}/delete/")
    assert "You can't undo this." in page
    assert Game.objects.exists()
    assert client.post(f"/games/{game.code}/delete/")["Location"] == ADDRESS
    assert counts() == [0, 0, 0, 0, 1]
    assert client.get(f"/games/{game.code}/replay/0/").status_code == 404


def test_a_stranger_deletes_nothing(game: Game, subtests: pytest.Subtests) -> None:
    for user in (None, make_user("Bo"), make_user("staff", is_staff=True)):
        with subtests.test(user=user and user.username):
            client, before = client_of(user), counts()
            for answer in (client.get, client.post):
                assert answer(f"/games/{game.code}/delete/").status_code == 403
            assert counts() == before


def test_a_form_of_another_site_deletes_nothing(game: Game, kestrel: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(kestrel)
    assert client.post(f"/games/{game.code}/delete/").status_code == 403
    assert Game.objects.filter(pk=game.pk).exists()


def test_a_game_that_was_played_here_cannot_be_deleted(kestrel: User) -> None:
    game = make_finished_game(kestrel, "bold", resign_after=3, creator=kestrel)
    assert client_of(kestrel).post(f"/games/{game.code}/delete/").status_code == 404
    assert Game.objects.exists()


def test_a_game_whose_importer_is_unknown_is_deleted_by_no_visitor(game: Game) -> None:
    Game.objects.update(imported_by=None)
    assert Client().post(f"/games/{game.code}/delete/").status_code == 403
    page = text(Client(), f"/games/{game.code}/")
    assert "This game was imported on" in page
    assert "/delete/" not in page


def test_imported_games_go_with_their_importers_account(game: Game, kestrel: User) -> None:
    played = make_finished_game(kestrel, "bold", resign_after=3)
    other = imported_game(make_user("Bo"))
    delete_user(kestrel)
    assert set(Game.objects.all()) == {played, other}


def test_the_administration_deletes_an_importer_with_their_games(
    game: Game, kestrel: User, admin_client: Client
) -> None:
    admin_client.post(f"/admin/accounts/user/{kestrel.pk}/delete/", {"post": "yes"})
    assert not User.objects.filter(pk=kestrel.pk).exists()
    assert not Game.objects.exists()


def test_purging_guests_touches_no_imported_game(game: Game) -> None:
    purge_guests(timezone.now() + timedelta(days=1))
    assert Game.objects.filter(pk=game.pk).exists()


# --- In the administration, and from the command line ---


def test_staff_look_at_it_and_change_nothing(game: Game, admin_client: Client) -> None:
    page = text(admin_client, f"/admin/games/game/{game.pk}/change/")
    assert "kestrel" in page
    assert "&lt;script&gt;alert(1)" in page
    assert not elements(page, "[name=visibility]")
    listed = text(admin_client, "/admin/games/game/?imported_at__isempty=0")
    assert "“kestrel”" in listed


def test_a_file_is_imported_by_the_command(
    tmp_path: Path, kestrel: User, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(record_text(), encoding="utf-8")
    call_command("import_record", str(file), "--user", "KESTREL")
    call_command("import_record", str(file))
    mine, sites = Game.objects.order_by("pk")
    assert (mine.imported_by, sites.imported_by) == (kestrel, None)
    assert f"/games/{mine.code}/replay/" in capsys.readouterr().out
    assert text(Client(), f"/games/{sites.code}/replay/0/")


@pytest.mark.parametrize(
    ("data", "user", "reason"),
    [
        (b"nonsense", "kestrel", "line 1, column 1"),
        (unfinished_text().encode(), "", "only import finished games"),
        (b"\xff", "", "no text"),
        (b" " * 300_000, "", "longer than 256 kB"),
        (record_text().encode(), "nobody", "no account called nobody"),
        (None, "", "Could not read"),
    ],
)
def test_the_command_says_what_is_wrong(
    tmp_path: Path, kestrel: User, data: bytes | None, user: str, reason: str
) -> None:
    file = tmp_path / "game"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(CommandError, match=reason):
        call_command("import_record", str(file), *(["--user", user] if user else []))
    assert not Game.objects.exists()

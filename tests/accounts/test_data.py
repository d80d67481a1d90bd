"""The archive with everything about a user."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import Block, Sanction
from games.chat.models import ChatLine
from games.models import StepComment
from lifecycle.data_export import archive_of
from moderation.models import Appeal, AppealMessage, Case, Report
from tests.accounts.helpers import become_guest, confirmed, sign_in
from tests.games.factories import make_finished_game
from tests.staff import give_factor

pytestmark = pytest.mark.django_db

DOWNLOAD = "/accounts/data/download/"


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("Bob")


def archive(user: User) -> zipfile.ZipFile:
    read = zipfile.ZipFile(io.BytesIO(b"".join(archive_of(user))))
    assert read.testzip() is None
    return read


async def joined(parts: Any) -> bytes:
    return b"".join([part async for part in parts])


def rows(user: User, name: str) -> Any:
    return json.loads(archive(user).read(f"{name}.json"))


def everything(user: User) -> str:
    read = archive(user)
    return "\n".join(read.read(name).decode() for name in read.namelist())


def test_the_account_is_in_it_without_its_secrets(ada: User) -> None:
    confirmed(ada)
    secret = give_factor(ada)
    sign_in(Client())
    account = rows(ada, "account")
    assert account["username"] == "Ada"
    assert account["emails"][0]["email"] == "ada@example.org"
    assert [factor["kind"] for factor in account["second_factors"]] == ["totp"]
    told = everything(ada)
    assert ada.password not in told
    assert secret not in told


def test_sessions_and_addresses_are_in_it(ada: User) -> None:
    sign_in(Client(headers={"User-Agent": "Lynx"}))
    assert rows(ada, "sessions")[0]["user_agent"] == "Lynx"
    assert len(rows(ada, "addresses")[0]["hashed"]) == 64


def test_every_game_is_in_it_as_a_record_of_both_forms(ada: User, bob: User) -> None:
    game = make_finished_game(ada, bob)
    other = make_finished_game(bob, "bold")
    names = archive(ada).namelist()
    assert f"records/cantstop-{game.code}.json" in names
    assert f"records/cantstop-{game.code}.txt" in names
    assert not [name for name in names if other.code in name]
    assert [row["game__code"] for row in rows(ada, "games")] == [game.code]


def test_what_one_wrote_is_in_it_and_not_what_others_did(ada: User, bob: User) -> None:
    game = make_finished_game(ada, bob)
    StepComment.objects.create(game=game, seq=1, user=ada, text="Mine, <b>all</b> mine")
    StepComment.objects.create(game=game, seq=1, user=bob, text="Not hers")
    ChatLine.objects.create(game=game, channel="players", user=ada, text="Well rolled")
    ChatLine.objects.create(game=game, channel="players", user=bob, text="Not hers, either")
    assert [row["text"] for row in rows(ada, "chat")] == ["Well rolled"]
    assert [row["text"] for row in rows(ada, "comments")] == ["Mine, <b>all</b> mine"]
    assert "Not hers" not in everything(ada)


def test_reports_and_blocks_are_in_it_for_who_made_them_only(ada: User, bob: User) -> None:
    case = Case.objects.create(subject=bob, subject_name="Bob", category="chat")
    Report.objects.create(
        case=case, reporter=ada, target="player", target_id=bob.pk, reason="spam", text="Lots of it"
    )
    Block.objects.create(owner=ada, blocked=bob)
    assert rows(ada, "reports")[0]["text"] == "Lots of it"
    assert rows(ada, "blocks")[0]["blocked__username"] == "Bob"
    assert rows(bob, "reports") == rows(bob, "blocks") == []
    assert "Lots of it" not in everything(bob)


def test_what_moderators_tell_is_in_it_and_what_they_note_is_not(ada: User, bob: User) -> None:
    sanction = Sanction.objects.create(
        user=ada, kind="chat-mute", reason="Rude words", note="Third time", given_by=bob
    )
    appeal = Appeal.objects.create(sanction=sanction)
    AppealMessage.objects.create(appeal=appeal, author=ada, text="I am sorry")
    AppealMessage.objects.create(appeal=appeal, author=bob, text="Is she?", hidden=True)
    told = everything(ada)
    assert "Rude words" in told
    assert "I am sorry" in told
    assert "Third time" not in told
    assert "Is she?" not in told


def test_what_moderators_wrote_to_one_is_in_it_and_not_what_they_wrote_to_others(
    ada: User, bob: User
) -> None:
    case = Case.objects.create(
        subject=bob,
        subject_name="Bob",
        category="chat",
        decided_at=timezone.now(),
        to_subject="Please stay friendly",
        to_reporters="We have spoken to them",
    )
    Report.objects.create(
        case=case, reporter=ada, target="player", target_id=bob.pk, reason="spam", is_open=False
    )
    assert rows(bob, "messages")[0]["to_suspect"] == "Please stay friendly"
    assert rows(ada, "reports")[0]["case__to_reporters"] == "We have spoken to them"
    assert rows(ada, "reports")[0]["case__suspect_name"] == "Bob"
    assert "stay friendly" not in everything(ada)
    assert "spoken to them" not in everything(bob)


def test_imported_games_are_in_it(ada: User, bob: User) -> None:
    game = make_finished_game(bob, "bold")
    game.seats.update(user=None)
    game.imported_by, game.imported_at = ada, timezone.now() - timedelta(days=1)
    game.save()
    assert rows(ada, "imported")[0]["code"] == game.code
    assert f"records/cantstop-{game.code}.json" in archive(ada).namelist()


def test_the_download_is_a_post_for_oneself(client: Client, ada: User) -> None:
    assert client.post(DOWNLOAD).status_code == 302
    client.force_login(ada)
    assert client.get(DOWNLOAD).status_code == 405
    answer: Any = client.post(DOWNLOAD)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Ada.zip"'
    assert "no-store" in answer.headers["Cache-Control"]
    read = zipfile.ZipFile(io.BytesIO(async_to_sync(joined)(answer.streaming_content)))
    assert "account.json" in read.namelist()


def test_suspended_users_take_their_data_along(client: Client, ada: User) -> None:
    Sanction.objects.create(user=ada, kind="suspension", reason="Rude")
    client.force_login(ada)
    assert client.get("/accounts/data/").status_code == 200
    assert client.post(DOWNLOAD).status_code == 200
    assert client.get("/accounts/sessions/").status_code == 403


def test_the_download_wants_its_csrf_token(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post(DOWNLOAD).status_code == 403


def test_guests_take_their_data_along_too(client: Client) -> None:
    become_guest(client)
    assert client.get("/accounts/data/").status_code == 200
    assert client.post(DOWNLOAD).status_code == 200


def test_downloads_are_limited(client: Client, ada: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"my_data": "2/m/user"}
    client.force_login(ada)
    assert [client.post(DOWNLOAD).status_code for _ in range(3)] == [200, 200, 429]

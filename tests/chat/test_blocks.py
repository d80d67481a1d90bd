"""Blocks: in chat, at tables, in comments, and silent to those they keep away."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.models import Block
from games.models import Game, Seat, StepComment
from games.queries import open_tables_for
from games.services import lobby
from games.services.refusals import TableFull
from games.services.same_dice import play_same_dice
from moderation.services import blocks
from moderation.services.blocks import block, unblock
from tests.chat.people import make_person, mute, page
from tests.games.factories import make_finished_game
from tests.games.tables import client_of, waiting_table
from tests.html import elements, plain
from tests.refusals import codes

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def mia(db: None) -> User:
    return make_person("mia")


@pytest.fixture
def tom(db: None) -> User:
    return make_person("tom")


def press(user: User | None, other: User, aspect: str, **headers: str) -> int:
    path = f"/accounts/block/{other.username}/"
    return client_of(user).post(path, {"aspect": aspect}, headers=headers).status_code


# --- Pages ---


@pytest.mark.parametrize(
    ("aspect", "chat", "tables"),
    [("chat", True, False), ("tables", False, True), ("both", True, True)],
)
def test_one_blocks_in_one_aspect_or_both(
    mia: User, tom: User, aspect: str, chat: bool, tables: bool
) -> None:
    for _ in range(2):
        assert press(mia, tom, aspect) == 302
    made = Block.objects.get()
    assert (made.owner, made.blocked, made.chat, made.tables) == (mia, tom, chat, tables)


def test_a_block_is_changed_and_taken_back(mia: User, tom: User) -> None:
    for aspect in ("both", "chat", "tables"):
        press(mia, tom, aspect)
    made = Block.objects.get()
    assert (made.chat, made.tables) == (False, True)
    for _ in range(2):
        assert press(mia, tom, "none") == 302
    assert not Block.objects.exists()


def test_scripts_get_no_page_for_it(mia: User, tom: User) -> None:
    assert press(mia, tom, "chat", **HTMX) == 204


def test_nobody_blocks_themselves(mia: User) -> None:
    assert press(mia, mia, "both") == 422
    assert not Block.objects.exists()


@pytest.mark.parametrize("aspect", ["", "all", "chat "])
def test_an_aspect_there_is_not_blocks_nobody(mia: User, tom: User, aspect: str) -> None:
    assert press(mia, tom, aspect) == 400
    assert not Block.objects.exists()


def test_visitors_are_asked_to_sign_in(tom: User) -> None:
    assert press(None, tom, "both") == 302
    assert Client().get("/accounts/blocks/").status_code == 302
    assert not Block.objects.exists()


def test_a_player_who_is_not_there_cannot_be_blocked(mia: User) -> None:
    assert client_of(mia).post("/accounts/block/nobody/", {"aspect": "both"}).status_code == 404


def test_there_is_an_end_to_blocking(
    mia: User, tom: User, fan: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 1)
    block(mia, tom)
    block(mia, tom, chat=True, tables=False)
    with pytest.raises(Refusal) as refusal:
        block(mia, fan)
    assert refusal.value.status == 409


def test_the_page_lists_ones_blocks_and_nobody_else_sees_it(mia: User, tom: User) -> None:
    block(mia, tom)
    assert not elements(page(mia, "/accounts/blocks/"), "[data-empty=blocks]")
    assert elements(page(mia, "/accounts/blocks/"), "[href='/players/tom/']")
    assert elements(page(tom, "/accounts/blocks/"), "[data-empty=blocks]")
    assert "Blocks and chat" in page(mia, "/accounts/")


def test_the_page_of_a_player_offers_it_to_others(mia: User, tom: User) -> None:
    assert "Block tom" in plain(page(mia, "/players/tom/"))
    assert elements(page(mia, "/players/tom/"), "[action^='/accounts/block/']")
    assert not elements(page(tom, "/players/tom/"), "[action^='/accounts/block/']")
    assert not elements(page(None, "/players/tom/"), "[action^='/accounts/block/']")
    press(mia, tom, "chat")
    assert "tom is blocked in chat" in plain(page(mia, "/players/tom/"))


# --- Tables ---


def test_one_who_is_blocked_finds_the_table_full_and_in_no_list(mia: User, tom: User) -> None:
    table = waiting_table(mia)
    block(mia, tom, chat=False, tables=True)
    with pytest.raises(TableFull):
        lobby.join(table.code, tom)
    answer = client_of(tom).post(f"/games/{table.code}/join/")
    assert answer.status_code == 409
    assert codes(answer) == ["full"]
    assert not Seat.objects.filter(user=tom).exists()
    assert not elements(page(tom, "/lobby/"), f"#join-{table.code}")
    assert elements(page(None, "/lobby/"), f"#join-{table.code}")
    unblock(mia, tom)
    assert table in open_tables_for(tom)
    assert lobby.join(table.code, tom)


def test_a_user_blocked_by_any_player_at_the_table_is_kept_away(
    mia: User, tom: User, fan: User
) -> None:
    table = waiting_table(fan, 3)
    lobby.join(table.code, mia)
    block(mia, tom)
    with pytest.raises(TableFull):
        lobby.join(table.code, tom)


def test_a_block_in_chat_alone_keeps_nobody_from_a_table(mia: User, tom: User) -> None:
    block(mia, tom, chat=True, tables=False)
    assert lobby.join(waiting_table(mia).code, tom)


def test_the_blocker_may_sit_down_with_the_blocked(mia: User, tom: User) -> None:
    block(mia, tom)
    assert lobby.join(waiting_table(tom).code, mia)


def _rematch(finished: Game, mia: User) -> Game:
    return lobby.rematch(finished.code, mia)


@pytest.mark.parametrize("again", [_rematch, play_same_dice])
def test_it_keeps_from_a_rematch_and_from_the_same_dice(
    mia: User, tom: User, again: Callable[[Game, User], Game]
) -> None:
    finished = make_finished_game(mia, tom, resign_after=4)
    if again is play_same_dice:
        finished = waiting_table(mia)
        lobby.join(finished.code, tom)
        lobby.leave_everything(tom)
        finished.refresh_from_db()
    table = again(finished, mia)
    block(mia, tom)
    with pytest.raises(TableFull):
        lobby.join(table.code, tom)
    assert client_of(tom).post(f"/games/{table.code}/join/").status_code == 409


# --- Comments ---


def test_a_block_hides_comments_and_their_marks(mia: User, tom: User, ada: User) -> None:
    game = make_finished_game(ada, "rule-of-28", resign_after=8)
    StepComment.objects.create(game=game, user=tom, text="What a move", seq=3)
    StepComment.objects.create(game=game, user=None, text="An old word", seq=3)
    block(mia, tom, chat=True, tables=False)
    path = f"/games/{game.code}/replay/3/"
    assert "What a move" not in page(mia, path)
    assert "An old word" in page(mia, path)
    assert elements(page(mia, path), "[data-seq='3'][data-count='1']")
    assert "What a move" in page(None, path)
    assert "What a move" not in page(mia, f"/games/{game.code}/comments/3/")


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_muted_user_writes_no_comments(mia: User, ada: User, headers: dict[str, str]) -> None:
    game = make_finished_game(ada, "rule-of-28", resign_after=8)
    sanction = mute(mia)
    data = {"seq": 3, "text": "What a move"}
    answer = client_of(mia).post(f"/games/{game.code}/comments/", data, headers=headers)
    assert answer.status_code == 403
    shown = answer.content.decode()
    assert "Insults." in shown
    assert f"/accounts/sanctions/{sanction.pk}/appeal/" in shown
    assert not elements(shown, "#comment-text")
    assert not StepComment.objects.exists()

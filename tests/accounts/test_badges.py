"""The badge beside the names of those who look after the site."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import create_guest
from accounts.models import User
from accounts.templatetags.badges import staff_badge
from games.chat.models import ChatLine
from games.models import StepComment
from tests.games.factories import make_finished_game, make_running_game
from tests.games.pages import text, without_marks
from tests.moderation.people import make_player, make_staff

pytestmark = pytest.mark.django_db

BADGE = '<span class="badge staff"><span class="sr">, </span>staff</span>'


@pytest.fixture
def boss() -> User:
    return make_staff("helper", "Boss")


def page(path: str) -> str:
    return without_marks(text(Client(), path))


def test_staff_have_it_at_the_table_and_in_chat_and_others_do_not(boss: User) -> None:
    pat = make_player("Pat")
    game = make_running_game(boss, pat)
    table = page(game.get_absolute_url())
    assert table.count(BADGE) == 1
    assert f"Boss</a>{BADGE}" in table
    ChatLine.objects.create(game=game, channel="players", user=boss, text="Hello")
    ChatLine.objects.create(game=game, channel="players", user=pat, text="Hello, too")
    chat = page(reverse("chat", args=[game.code]))
    assert chat.count(BADGE) == 1
    assert f"Boss</a>{BADGE}:" in chat
    assert "Pat</a>:" in chat


def test_staff_have_it_beside_comments_in_lists_and_on_their_page(boss: User) -> None:
    game = make_finished_game(boss, make_player("Pat"))
    StepComment.objects.create(game=game, seq=1, user=boss, text="Look here")
    StepComment.objects.create(game=game, seq=1, user=None, text="And here")
    assert page(reverse("comments", args=[game.code, 1])).count(BADGE) == 1
    assert f"Boss</a>{BADGE}" in page(reverse("replays"))
    assert BADGE in page(boss.get_absolute_url())
    players = page(reverse("player", args=["Pat"]))
    assert players.count(BADGE) == 1, "only as the opponent in the list"


def test_guests_players_bots_and_closed_accounts_have_none(boss: User) -> None:
    boss.is_active = False
    for user in (None, create_guest(), make_player("Pat"), boss):
        assert staff_badge(user) == ""

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
from tests.games.pages import text
from tests.html import elements, plain, text_of
from tests.moderation.people import make_player, make_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return make_staff("helper", "Boss")


def page(path: str) -> str:
    return text(Client(), path)


def badges(page: str) -> list[str]:
    """Return who is said to be staff; "" where a badge stands by itself."""
    return [
        text_of(badge.prev) if badge.prev and badge.prev.tag == "a" else ""
        for badge in elements(page, "span.badge.staff", ", staff")
    ]


def test_staff_have_it_at_the_table_and_in_chat_and_others_do_not(boss: User) -> None:
    pat = make_player("Pat")
    game = make_running_game(boss, pat)
    table = page(game.get_absolute_url())
    assert badges(table) == ["Boss"]
    ChatLine.objects.create(game=game, channel="players", user=boss, text="Hello")
    ChatLine.objects.create(game=game, channel="players", user=pat, text="Hello, too")
    chat = page(reverse("chat", args=[game.code]))
    assert badges(chat) == ["Boss"]
    assert "Boss, staff:" in plain(chat)
    assert "Pat:" in plain(chat)


def test_staff_have_it_beside_comments_in_lists_and_on_their_page(boss: User) -> None:
    game = make_finished_game(boss, make_player("Pat"))
    StepComment.objects.create(game=game, seq=1, user=boss, text="Look here")
    StepComment.objects.create(game=game, seq=1, user=None, text="And here")
    assert len(badges(page(reverse("comments", args=[game.code, 1])))) == 1
    assert "Boss" in badges(page(reverse("replays")))
    assert badges(page(boss.get_absolute_url()))
    players = page(reverse("player", args=["Pat"]))
    assert len(badges(players)) == 1, "only as the opponent in the list"


def test_guests_players_bots_and_closed_accounts_have_none(boss: User) -> None:
    boss.is_active = False
    for user in (None, create_guest(), make_player("Pat"), boss):
        assert staff_badge(user) == ""

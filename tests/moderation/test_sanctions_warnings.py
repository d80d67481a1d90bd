"""A warning is read before anything else, but never in the middle of a game."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import Sanction
from games.models import Game
from games.services import lobby
from tests.games.tables import make_user as make_opponent
from tests.games.tables import waiting_table
from tests.moderation.people import make_player, sanctioned

pytestmark = pytest.mark.django_db
Kind = Sanction.Kind

HTML = {"accept": "text/html"}


@pytest.fixture
def pat() -> User:
    return make_player()


@pytest.fixture
def browser(client: Client, pat: User) -> Client:
    client.force_login(pat)
    return client


def game_against(pat: User) -> Game:
    return lobby.join(waiting_table(pat).code, make_opponent())


def test_a_warning_stands_before_the_next_page(browser: Client, pat: User) -> None:
    sanctioned(pat, Kind.WARNING, reason="Please <i>behave</i>.")
    answer = browser.get(reverse("lobby"), headers=HTML)
    page = answer.content.decode()
    assert "Please read this" in page
    assert "Please &lt;i&gt;behave&lt;/i&gt;." in page


def test_an_acknowledged_warning_lets_one_go_on(browser: Client, pat: User) -> None:
    warning = sanctioned(pat, Kind.WARNING)
    address = reverse("warning_read", args=[warning.pk])
    answer = browser.post(address, {"next": "/lobby/?kind=buttons"})
    assert answer["Location"] == "/lobby/?kind=buttons"
    warning.refresh_from_db()
    assert warning.acknowledged_at
    assert b"Please read this" not in browser.get(reverse("lobby"), headers=HTML).content


def test_acknowledging_twice_keeps_the_first_time(browser: Client, pat: User) -> None:
    warning = sanctioned(pat, Kind.WARNING)
    address = reverse("warning_read", args=[warning.pk])
    browser.post(address)
    first = Sanction.objects.get().acknowledged_at
    assert browser.post(address)["Location"] == reverse("my_sanctions")
    assert Sanction.objects.get().acknowledged_at == first


def test_nobody_is_led_to_another_site(browser: Client, pat: User) -> None:
    warning = sanctioned(pat, Kind.WARNING)
    address = reverse("warning_read", args=[warning.pk])
    answer = browser.post(address, {"next": "https://evil.example/"})
    assert answer["Location"] == reverse("my_sanctions")


def test_a_warning_waits_while_a_live_game_runs(browser: Client, pat: User) -> None:
    game = game_against(pat)
    sanctioned(pat, Kind.WARNING)
    assert b"Please read this" not in browser.get(reverse("lobby"), headers=HTML).content
    Game.objects.filter(pk=game.pk).update(moved_at=timezone.now() - timedelta(hours=1))
    assert b"Please read this" in browser.get(reverse("lobby"), headers=HTML).content


def test_a_warning_stops_no_script_frame_or_form(browser: Client, pat: User) -> None:
    sanctioned(pat, Kind.WARNING)
    assert b"Please read this" not in browser.get(reverse("lobby")).content
    framed = {"accept": "text/html", "sec-fetch-dest": "iframe"}
    assert b"Please read this" not in browser.get(reverse("lobby"), headers=framed).content
    assert browser.post(reverse("play_now"), headers=HTML).status_code == 302

"""What users choose: who may offer a rematch, what others see, which mails come."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.identicons import PICTURES, identicon
from accounts.models import Preferences, User
from accounts.preferences import preferences_of, save_preferences, wants_mail
from accounts.sanctions.models import Sanction
from games.models import Game
from games.services import lobby
from games.services.refusals import NoInvitations
from moderation.models import Appeal, AppealMessage
from moderation.services.mails import notify_of_answer
from tests.accounts.helpers import become_guest, confirmed
from tests.games.factories import make_finished_game
from tests.refusals import codes

pytestmark = pytest.mark.django_db

PAGE = "/accounts/preferences/"
CHOSEN = {"invites": "nobody", "bots_pace": "slow", "weekend": "sat-sun", "hide_online": "on"}


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("Bob", "bob@example.org")


def test_without_a_choice_everything_is_as_usual(ada: User) -> None:
    chosen = preferences_of(ada)
    assert chosen.invites == Preferences.Invites.EVERYBODY
    assert not chosen.hide_online
    assert chosen.bots_pace == Preferences.Pace.NORMAL
    assert wants_mail(ada, "reports")
    assert wants_mail(ada, "appeals")
    assert not Preferences.objects.exists()


def test_choices_are_saved_and_shown_again(client: Client, ada: User) -> None:
    client.force_login(ada)
    for _ in range(2):
        answer = client.post(PAGE, CHOSEN)
        assert answer.headers["Location"] == PAGE
    chosen = preferences_of(ada)
    assert (chosen.invites, chosen.hide_online) == (Preferences.Invites.NOBODY, True)
    assert chosen.bots_pace == Preferences.Pace.SLOW
    assert not wants_mail(ada, "reports")
    assert client.get(PAGE).context["form"]["invites"].value() == "nobody"


@pytest.mark.parametrize("invites", ["", "friends", "<b>"])
def test_a_choice_that_there_is_not_changes_nothing(
    client: Client, ada: User, invites: str
) -> None:
    client.force_login(ada)
    assert client.post(PAGE, CHOSEN | {"invites": invites}).status_code == 422
    assert not preferences_of(ada).hide_online


@pytest.mark.parametrize("pace", ["", "faster", "<b>"])
def test_a_pace_that_there_is_not_changes_nothing(client: Client, ada: User, pace: str) -> None:
    client.force_login(ada)
    answer = client.post(PAGE, CHOSEN | {"bots_pace": pace})
    assert answer.status_code == 422
    assert not Preferences.objects.exists()


def test_guests_choose_too_but_no_mails(client: Client) -> None:
    guest = become_guest(client)
    assert "mail_reports" not in client.get(PAGE).content.decode()
    client.post(PAGE, CHOSEN | {"bots_pace": "fast", "mail_reports": ""})
    assert preferences_of(guest).invites == Preferences.Invites.NOBODY
    assert preferences_of(guest).mail_reports


def test_visitors_are_asked_to_sign_in(client: Client) -> None:
    assert client.get(PAGE).headers["Location"].startswith(reverse("account_login"))


def test_a_mail_comes_only_to_who_wants_it(
    ada: User, bob: User, django_capture_on_commit_callbacks: Any
) -> None:
    for user in (ada, bob):
        confirmed(user)
        sanction = Sanction.objects.create(user=user, kind="chat-mute", reason="Rude")
        appeal = Appeal.objects.create(sanction=sanction)
        message = AppealMessage.objects.create(appeal=appeal, by_staff=True, text="Sorry")
        save_preferences(user, mail_appeals=user == ada)
        with django_capture_on_commit_callbacks(execute=True):
            notify_of_answer(message)
    assert [sent.to for sent in mail.outbox] == [["ada@example.org"]]


# --- Rematches --------------------------------------------------------------


def test_nobody_is_offered_a_rematch_who_wants_none(ada: User, bob: User) -> None:
    game = make_finished_game(ada, bob)
    save_preferences(bob, invites=Preferences.Invites.NOBODY)
    with pytest.raises(NoInvitations):
        lobby.rematch(game.code, ada)
    assert not Game.objects.filter(rematch_of=game).exists()


def test_who_wants_none_can_offer_one(ada: User, bob: User) -> None:
    game = make_finished_game(ada, bob)
    save_preferences(bob, invites=Preferences.Invites.NOBODY)
    offered = lobby.rematch(game.code, bob)
    assert lobby.rematch(game.code, ada) == offered


def test_a_stranger_offers_none_to_those_who_want_only_people_they_know(
    ada: User, bob: User
) -> None:
    first = make_finished_game(ada, bob, finished_at=timezone.now() - timedelta(hours=2))
    save_preferences(bob, invites=Preferences.Invites.KNOWN)
    with pytest.raises(NoInvitations):
        lobby.rematch(first.code, ada)
    second = make_finished_game(ada, bob)
    assert lobby.rematch(second.code, ada).rematch_of == second


def test_the_page_says_why_there_is_no_rematch(client: Client, ada: User, bob: User) -> None:
    game = make_finished_game(ada, bob)
    save_preferences(bob, invites=Preferences.Invites.NOBODY)
    client.force_login(ada)
    answer = client.post(reverse("game_rematch", args=[game.code]))
    assert answer.status_code == 403
    assert codes(answer) == ["no-invitations"]


# --- Pictures ---------------------------------------------------------------


def test_a_users_picture_is_always_the_same_and_another_users_differs() -> None:
    assert identicon(1) == identicon(1)
    assert len({identicon(number) for number in range(PICTURES)}) == PICTURES


def test_neighbours_differ_in_hue_and_in_shape() -> None:
    for number in range(PICTURES):
        one, other = identicon(number), identicon(number + 1)
        assert one.hue != other.hue
        assert one.shape != other.shape


def test_the_picture_stands_on_the_page_of_the_player(client: Client, ada: User) -> None:
    page = client.get(ada.get_absolute_url()).content.decode()
    assert identicon(ada.pk).shape in page

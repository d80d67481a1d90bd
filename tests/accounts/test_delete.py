"""Deleting an account."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import DELETION_GRACE, User
from games.engine.registry import KINDS
from games.models import Game, GameEvent, Seat, TableOptions
from games.services import lobby
from lifecycle.deletion import delete_due, delete_user, plan_deletion
from tests.accounts.helpers import PASSWORD, become_guest, confirmed, errors, seat, signed_in
from tests.html import elements

pytestmark = pytest.mark.django_db


def delete(client: Client, password: str = PASSWORD) -> int:
    return client.post(reverse("account_delete"), {"password": password}).status_code


def week_later() -> int:
    """Let the week of grace go by; return how many accounts that ended."""
    return delete_due(timezone.now() + DELETION_GRACE + timedelta(seconds=1))


def test_the_owner_is_signed_out_everywhere_and_the_account_goes_after_a_week(
    client: Client, ada: User
) -> None:
    client.force_login(ada)
    elsewhere = Client()
    elsewhere.force_login(ada)
    assert delete(client) == 302
    assert signed_in(client) is None
    assert elsewhere.get(reverse("account_settings")).status_code == 302
    assert delete_due(timezone.now() + DELETION_GRACE - timedelta(minutes=1)) == 0
    assert week_later() == 1
    assert not User.objects.exists()


def test_signing_in_within_the_week_keeps_the_account(client: Client, ada: User) -> None:
    client.force_login(ada)
    delete(client)
    page = client.post(
        reverse("account_login"), {"login": "Ada", "password": PASSWORD}, follow=True
    )
    assert "We won&#x27;t delete your account" in page.content.decode()
    assert week_later() == 0
    assert User.objects.get().deletion_due_at is None


def test_signing_in_otherwise_says_nothing_of_deletion(client: Client, ada: User) -> None:
    page = client.post(
        reverse("account_login"), {"login": "Ada", "password": PASSWORD}, follow=True
    )
    assert "delete your account" not in page.content.decode()


def test_the_owner_of_a_confirmed_address_hears_of_the_plan(client: Client, ada: User) -> None:
    confirmed(ada)
    client.force_login(ada)
    delete(client)
    assert "will be deleted" in mail.outbox[-1].subject
    assert "To keep it, sign in" in mail.outbox[-1].body


def test_an_account_that_cannot_be_deleted_stops_no_other(ada: User) -> None:
    bob = User.objects.create_user("Bob")
    plan_deletion(ada)
    plan_deletion(bob)

    def fail_for_ada(user: User) -> None:
        if user == ada:
            raise RuntimeError
        delete_user(user)

    with patch("lifecycle.deletion.delete_user", side_effect=fail_for_ada):
        assert week_later() == 1
    assert list(User.objects.all()) == [ada]


def test_the_page_says_what_happens_and_looking_at_it_deletes_nothing(
    client: Client, ada: User
) -> None:
    client.force_login(ada)
    page = client.get(reverse("account_delete")).content.decode()
    assert "deleted player" in page
    assert User.objects.filter(pk=ada.pk).exists()


def test_a_wrong_password_deletes_nothing(client: Client, ada: User) -> None:
    client.force_login(ada)
    response = client.post(reverse("account_delete"), {"password": "not-it"})
    assert errors(response, "password") == ["incorrect_password"]
    assert User.objects.filter(pk=ada.pk).exists()


def test_the_password_cannot_be_guessed_here_for_long(client: Client, ada: User) -> None:
    client.force_login(ada)
    for _ in range(5):
        delete(client, "not-it")
    assert delete(client, PASSWORD) == 200
    assert User.objects.filter(pk=ada.pk).exists()


def test_a_guest_just_confirms(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert elements(client.get(reverse("account_delete")), "[type=password]")
    become_guest(client)
    assert not elements(client.get(reverse("account_delete")), "[type=password]")
    assert delete(client, "") == 302
    assert list(User.objects.all()) == [ada]


def test_nobody_signed_in_deletes_nothing(client: Client, ada: User) -> None:
    delete(client)
    assert User.objects.filter(pk=ada.pk).exists()


def test_finished_games_keep_their_seats_and_log(client: Client, ada: User) -> None:
    taken = seat(ada)
    GameEvent.objects.create(game=taken.game, seq=1, player=0, kind="stopped")
    client.force_login(ada)
    delete(client)
    week_later()
    taken.refresh_from_db()
    assert taken.user is None
    assert taken.game.events.count() == 1
    assert taken.game.creator is None


def running_game(*users: User) -> Game:
    """Start a game of Can't Stop with these players."""
    variant = KINDS["cantstop"].variant.from_json({}).to_json()
    game = lobby.create_table(users[0], TableOptions("cantstop", len(users), variant))
    for user in users[1:]:
        game = lobby.join(game.code, user)
    return game


def test_running_games_are_resigned_first(client: Client, ada: User) -> None:
    bob = User.objects.create_user("Bob")
    game = running_game(ada, bob)
    client.force_login(ada)
    delete(client)
    game.refresh_from_db()
    assert game.is_finished
    assert [seat.won for seat in game.seats.filter(user=bob)] == [True]
    assert game.events.last().kind == "resigned"  # type: ignore[union-attr]


def test_waiting_tables_are_left_first(client: Client, ada: User) -> None:
    bob = User.objects.create_user("Bob")
    variant = KINDS["cantstop"].variant.from_json({}).to_json()
    game = lobby.create_table(bob, TableOptions("cantstop", 3, variant))
    lobby.join(game.code, ada)
    client.force_login(ada)
    delete(client)
    assert [seat.user for seat in Seat.objects.filter(game=game)] == [bob]


def test_nothing_is_deleted_when_leaving_the_tables_fails(client: Client, ada: User) -> None:
    client.force_login(ada)
    client.raise_request_exception = False
    with patch.object(lobby, "leave_everything", side_effect=RuntimeError):
        assert delete(client) == 500
    assert User.objects.filter(pk=ada.pk).exists()
    assert signed_in(client) == ada


def test_the_name_is_free_again(client: Client, ada: User) -> None:
    client.force_login(ada)
    delete(client)
    week_later()
    assert User.objects.create_user("ada").pk

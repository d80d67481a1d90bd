"""Adding, changing and removing the e-mail address."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.helpers import PASSWORD, confirmed, errors, link_in_mail, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada_client(client: Client, ada: User) -> Client:
    """Ada's browser, with the password just entered and the address confirmed."""
    confirmed(ada)
    client.force_login(ada)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def act(client: Client, action: str, email: str) -> Any:
    return client.post(reverse("account_email"), {f"action_{action}": "1", "email": email})


def addresses(user: User) -> list[tuple[str, bool]]:
    found = EmailAddress.objects.filter(user=user).order_by("pk")
    return list(found.values_list("email", "verified"))


def test_a_new_address_counts_once_it_is_confirmed(ada_client: Client, ada: User) -> None:
    act(ada_client, "add", "new@example.org")
    assert addresses(ada) == [("ada@example.org", True), ("new@example.org", False)]
    ada_client.post(link_in_mail())
    assert addresses(ada) == [("new@example.org", True)]
    ada.refresh_from_db()
    assert ada.email == "new@example.org"


def test_the_old_address_hears_of_the_change_but_not_the_new_one(ada_client: Client) -> None:
    act(ada_client, "add", "new@example.org")
    ada_client.post(link_in_mail())
    assert mail.outbox[-1].to == ["ada@example.org"]
    assert "new@example.org" not in mail.outbox[-1].body


def test_changing_the_address_asks_for_the_password_first(client: Client, ada: User) -> None:
    client.force_login(ada)
    response = act(client, "add", "new@example.org")
    assert response.url.startswith(reverse("account_reauthenticate"))
    assert ("new@example.org", False) not in addresses(ada)
    wrong = client.post(response.url, {"password": "not-it"})
    assert errors(wrong, "password") == ["incorrect_password"]
    client.post(response.url, {"password": PASSWORD})
    assert ("new@example.org", False) in addresses(ada)


def test_the_address_can_be_removed(ada_client: Client, ada: User) -> None:
    act(ada_client, "remove", "ada@example.org")
    assert addresses(ada) == []
    ada.refresh_from_db()
    assert ada.email == ""


def test_a_change_can_be_called_off(ada_client: Client, ada: User) -> None:
    act(ada_client, "add", "new@example.org")
    assert b"isn't confirmed yet" in ada_client.get(reverse("account_email")).content
    act(ada_client, "remove", "new@example.org")
    assert addresses(ada) == [("ada@example.org", True)]


def test_somebody_elses_address_is_never_confirmed(ada_client: Client, ada: User) -> None:
    bob = User.objects.create_user("Bob", "bob@example.org", PASSWORD)
    confirmed(bob)
    act(ada_client, "add", "bob@example.org")
    assert "You already have an account" in mail.outbox[-1].subject
    assert ("bob@example.org", True) not in addresses(ada)


def test_somebody_elses_address_cannot_be_removed(ada_client: Client) -> None:
    bob = User.objects.create_user("Bob", "bob@example.org", PASSWORD)
    confirmed(bob)
    act(ada_client, "remove", "bob@example.org")
    assert addresses(bob) == [("bob@example.org", True)]


def test_following_somebody_elses_link_signs_nobody_out(ada_client: Client, ada: User) -> None:
    act(ada_client, "add", "new@example.org")
    other = Client()
    bob = User.objects.create_user("Bob", password=PASSWORD)
    other.force_login(bob)
    other.get(link_in_mail())
    assert signed_in(other) == bob


def test_the_settings_page_shows_the_state_of_the_address(ada_client: Client) -> None:
    address = reverse("account_settings")
    assert "ada@example.org" in ada_client.get(address).content.decode()
    act(ada_client, "add", "new@example.org")
    page = ada_client.get(address).content.decode()
    assert "new@example.org" in page
    assert "not confirmed yet" in page


def test_the_settings_page_wants_somebody_signed_in(client: Client) -> None:
    response = client.get(reverse("account_settings"))
    assert response.headers["Location"].startswith(reverse("account_login"))

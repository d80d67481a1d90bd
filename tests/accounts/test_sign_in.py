"""Signing in and out."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.helpers import (
    OTHER_PASSWORD,
    PASSWORD,
    become_guest,
    confirmed,
    errors,
    sign_in,
    sign_up,
    signed_in,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("login", ["Ada", "ada", "ADA", "ada@example.org", "ADA@Example.Org"])
def test_one_signs_in_by_name_or_email_in_any_case(client: Client, ada: User, login: str) -> None:
    confirmed(ada)
    assert sign_in(client, login).url == reverse("home")
    assert signed_in(client) == ada


def test_the_session_outlives_the_browser(client: Client, ada: User) -> None:
    sign_in(client)
    assert client.session.get_expire_at_browser_close() is False


@pytest.mark.parametrize(
    ("login", "password"), [("Ada", OTHER_PASSWORD), ("Nobody", PASSWORD), ("Ada", "")]
)
def test_a_wrong_name_or_password_signs_nobody_in(
    client: Client, ada: User, login: str, password: str
) -> None:
    response = sign_in(client, login, password)
    assert response.status_code == 200
    assert signed_in(client) is None


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(
    client: Client, ada: User
) -> None:
    wrong = errors(sign_in(client, "Ada", OTHER_PASSWORD), "__all__")
    unknown = errors(sign_in(client, "Nobody", OTHER_PASSWORD), "__all__")
    assert wrong == unknown == ["This username and password do not go together."]


def test_wrong_passwords_are_limited_even_from_many_addresses(ada: User) -> None:
    for n in range(5):
        sign_in(Client(REMOTE_ADDR=f"192.0.2.{n}"), "Ada", OTHER_PASSWORD)
    client = Client(REMOTE_ADDR="192.0.2.99")
    refused = sign_in(client)
    assert refused.status_code == 429
    assert "Too many tries" in errors(refused, "__all__")[0]
    assert signed_in(client) is None


def test_many_sign_ins_from_one_address_are_refused(client: Client) -> None:
    codes = {sign_in(client, f"nobody{n}").status_code for n in range(31)}
    assert codes == {200, 429}


def test_a_refusal_by_the_limit_is_a_page_of_the_site(client: Client) -> None:
    response = [sign_in(client, f"nobody{n}") for n in range(31)][-1]
    assert response.status_code == 429
    assert b"A little slower" in response.content


def test_after_signing_in_one_goes_where_one_was_headed(client: Client, ada: User) -> None:
    assert sign_in(client, next="/accounts/delete/").url == "/accounts/delete/"


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"],
)
def test_next_leads_to_no_other_site(client: Client, ada: User, target: str) -> None:
    assert sign_in(client, next=target).url == reverse("home")
    again = client.get(reverse("account_login"), {"next": target})
    assert again.headers["Location"] == reverse("home")
    response = sign_up(Client(), "Bob", next=target)
    assert response.url == reverse("home")


@pytest.mark.parametrize(
    "name",
    [
        "account_login",
        "account_signup",
        "account_logout",
        "account_reset_password",
        "account_change_password",
        "account_email",
        "account_delete",
    ],
)
def test_every_form_wants_its_csrf_token(ada: User, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post(reverse(name), {}).status_code == 403


def test_a_closed_account_cannot_sign_in(client: Client, ada: User) -> None:
    ada.is_active = False
    ada.save()
    assert sign_in(client).url == reverse("account_inactive")
    assert b"This account is closed" in client.get(reverse("account_inactive")).content
    assert signed_in(client) is None


def test_looking_at_the_sign_out_page_signs_nobody_out(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert b"signed in as Ada" in client.get(reverse("account_logout")).content
    assert signed_in(client) == ada


def test_signing_out_ends_the_session(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.post(reverse("account_logout")).headers["Location"] == "/"
    assert signed_in(client) is None


def test_signing_in_from_a_guests_session_switches_to_the_account(
    client: Client, ada: User
) -> None:
    guest = become_guest(client)
    sign_in(client)
    assert signed_in(client) == ada
    assert User.objects.filter(pk=guest.pk, is_guest=True).exists()


def test_the_sign_in_page_tells_a_guest_what_happens_to_the_games(client: Client) -> None:
    guest = become_guest(client)
    page = client.get(reverse("account_login")).content.decode()
    assert f"You play as {guest.username}" in page

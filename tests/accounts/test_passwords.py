"""Forgotten and changed passwords."""

from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.helpers import (
    OTHER_PASSWORD,
    PASSWORD,
    confirmed,
    errors,
    link_in_mail,
    sign_in,
    signed_in,
)

pytestmark = pytest.mark.django_db


def ask_for_link(client: Client, email: str = "ada@example.org") -> str:
    """Ask for a link to choose a new password and return it."""
    client.post(reverse("account_reset_password"), {"email": email})
    return link_in_mail()


def choose(client: Client, link: str, password: str = OTHER_PASSWORD) -> int:
    """Follow the link, choose a password, and return the status of the answer."""
    form = client.get(link, follow=True)
    address = form.request["PATH_INFO"]
    return client.post(address, {"password1": password, "password2": password}).status_code


def test_the_link_in_the_mail_leads_to_a_new_password(client: Client, ada: User) -> None:
    confirmed(ada)
    assert choose(client, ask_for_link(client)) == 302
    sign_in(client, "Ada", OTHER_PASSWORD)
    assert signed_in(client) == ada


def test_the_mail_names_the_user(client: Client, ada: User) -> None:
    ask_for_link(client)
    assert "Ada" in mail.outbox[-1].body


def test_a_stranger_cannot_use_the_link_a_second_time(client: Client, ada: User) -> None:
    link = ask_for_link(client)
    choose(client, link)
    stranger = Client()
    page = stranger.get(link, follow=True)
    assert b"no longer works" in page.content
    choose(stranger, link, "stolen-otters-80")
    assert sign_in(stranger, "Ada", "stolen-otters-80").status_code == 200
    assert signed_in(stranger) is None


def test_a_forged_link_does_not_work(client: Client, ada: User) -> None:
    link = ask_for_link(client)
    assert b"no longer works" in client.get(link[:-2] + "x/").content


def test_the_key_of_the_link_does_not_stay_in_the_address(client: Client, ada: User) -> None:
    link = ask_for_link(client)
    page = client.get(link, follow=True)
    assert page.request["PATH_INFO"] != link


def test_asking_gets_the_same_answer_whether_there_is_an_account(client: Client, ada: User) -> None:
    address = reverse("account_reset_password")
    known = client.post(address, {"email": "ada@example.org"})
    unknown = client.post(address, {"email": "nobody@example.org"})
    assert known.headers["Location"] == unknown.headers["Location"]
    assert mail.outbox[-1].to == ["nobody@example.org"]
    assert "No account" in mail.outbox[-1].subject


def test_asking_again_and_again_is_refused(client: Client, ada: User) -> None:
    address = reverse("account_reset_password")
    codes = [client.post(address, {"email": "ada@example.org"}).status_code for _ in range(6)]
    assert codes == [302] * 5 + [429]


def test_a_reset_signs_out_everywhere(client: Client, ada: User) -> None:
    client.force_login(ada)
    choose(Client(), ask_for_link(Client()))
    assert client.get(reverse("account_settings")).status_code == 302


def change(client: Client, old: str = PASSWORD, new: str = OTHER_PASSWORD, again: str = "") -> int:
    form = {"oldpassword": old, "password1": new, "password2": again or new}
    return client.post(reverse("account_change_password"), form).status_code


def test_changing_the_password_keeps_this_session_and_ends_the_others(
    client: Client, ada: User
) -> None:
    other = Client()
    client.force_login(ada)
    other.force_login(ada)
    assert change(client) == 302
    assert client.get(reverse("account_settings")).status_code == 200
    assert other.get(reverse("account_settings")).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password(OTHER_PASSWORD)


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [
        ("not-my-password", OTHER_PASSWORD, OTHER_PASSWORD),
        (PASSWORD, "12345678", "12345678"),
        (PASSWORD, OTHER_PASSWORD, "something-else-81"),
    ],
)
def test_the_password_stays_when_the_form_is_wrong(
    client: Client, ada: User, old: str, new: str, again: str
) -> None:
    client.force_login(ada)
    assert change(client, old, new, again) == 200
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_the_owner_of_a_confirmed_address_hears_of_the_change(client: Client, ada: User) -> None:
    confirmed(ada)
    client.force_login(ada)
    change(client)
    assert mail.outbox[-1].to == ["ada@example.org"]
    assert "password" in mail.outbox[-1].subject


def test_an_address_that_is_not_confirmed_hears_nothing(client: Client, ada: User) -> None:
    client.force_login(ada)
    change(client)
    assert mail.outbox == []


def test_an_account_without_a_password_gets_one(client: Client, ada: User) -> None:
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    address = reverse("account_set_password")
    assert client.get(reverse("account_change_password")).headers["Location"] == address
    client.post(address, {"password1": PASSWORD, "password2": PASSWORD})
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_a_wrong_present_password_is_named(client: Client, ada: User) -> None:
    client.force_login(ada)
    form = {"oldpassword": "x", "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    response = client.post(reverse("account_change_password"), form)
    assert errors(response, "oldpassword") == ["enter_current_password"]


@pytest.mark.parametrize("way", ["change", "reset"])
def test_another_password_closes_the_users_sockets(client: Client, ada: User, way: str) -> None:
    with patch("accounts.signals.close_user_sockets") as close:
        if way == "change":
            client.force_login(ada)
            change(client)
        else:
            choose(client, ask_for_link(client))
    close.assert_called_once_with(ada.pk)

"""Signing up: names, e-mail, passwords."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from accounts.adapter import AccountAdapter
from accounts.models import User
from tests.accounts.helpers import (
    PASSWORD,
    confirmed,
    errors,
    link_in_mail,
    sign_in,
    sign_up,
    signed_in,
)
from tests.html import elements, one

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def test_signing_up_makes_an_account_and_signs_in(client: Client) -> None:
    response = sign_up(client, "Ada_L-1")
    assert response.url == reverse("home")
    user = signed_in(client)
    assert user is not None
    assert user.username == "Ada_L-1"
    assert not user.is_guest
    assert user.check_password(PASSWORD)


def test_the_page_shows_one_heading_and_labels_every_field(client: Client) -> None:
    page = client.get(reverse("account_signup")).content.decode()
    assert one(page, "h1")
    for field in ("username", "email", "password1"):
        assert elements(page, f"label[for='id_{field}']")
    assert "placeholder" not in page


def test_an_error_is_tied_to_its_field(client: Client) -> None:
    page = sign_up(client, "A").content.decode()
    assert elements(page, "[aria-describedby='id_username_helptext id_username_error']")
    assert elements(page, "[aria-invalid=true]")
    assert elements(page, "#id_username_error")


@pytest.mark.parametrize("name", ["Ada", "ada", "ADA"])
def test_a_name_is_taken_in_any_case(client: Client, ada: User, name: str) -> None:
    response = sign_up(client, name)
    assert errors(response, "username") == ["username_taken"]
    assert User.objects.count() == 1


def test_the_database_refuses_a_name_in_another_case(ada: User) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create_user("aDA")


def test_a_name_taken_between_check_and_write_is_an_error_on_the_form(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, name, shallow=False: name)
    response = sign_up(client, "ADA")
    assert response.status_code == 200
    assert errors(response, "username") == ["username_taken"]
    assert signed_in(client) is None


@pytest.mark.parametrize("name", ["", "ab", "a" * 21])
def test_a_name_has_3_to_20_characters(client: Client, name: str) -> None:
    assert errors(sign_up(client, name), "username")
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["abc", "a" * 20])
def test_the_shortest_and_the_longest_name_are_welcome(client: Client, name: str) -> None:
    sign_up(client, name)
    assert User.objects.filter(username=name).exists()


@pytest.mark.parametrize("name", ["ada love", "ada@x", "ada.l", "adä", "аda", "ada\n1", "a/da"])
def test_a_name_has_only_ascii_letters_digits_underscore_and_hyphen(
    client: Client, name: str
) -> None:
    assert errors(sign_up(client, name), "username") == ["invalid"]


RESERVED = [
    *("admin", "ADMIN", "moderator", "system", "support", "anonymous", "new", "m1ne"),
    *("deleted", "deleted-player", "rule-of-28", "Rule_of_28", "Ru1eOf28", "cantst0p"),
]


def test_a_name_that_passes_for_the_site_a_bot_or_nobody_is_reserved(
    client: Client, subtests: pytest.Subtests
) -> None:
    for name in RESERVED:
        with subtests.test(name=name):
            assert errors(sign_up(client, name), "username") == ["reserved"]


LIKE_GUESTS = ["guest", "Guest-brave-otter-42", "GUEST42", "gu-est-brave"]


def test_a_name_that_passes_for_a_guests_is_refused(
    client: Client, subtests: pytest.Subtests
) -> None:
    for name in LIKE_GUESTS:
        with subtests.test(name=name):
            assert errors(sign_up(client, name), "username") == ["like-a-guest"]


WEAK = ["short1", "password1234", "8642097531", "Adalovelace"]


def test_a_weak_password_is_refused(client: Client, subtests: pytest.Subtests) -> None:
    for password in WEAK:
        with subtests.test(password=password):
            response = sign_up(client, "Adalovelace", password1=password)
            assert errors(response, "password1")
            assert not User.objects.exists()


def test_each_field_says_one_thing_that_is_wrong_with_it(client: Client) -> None:
    response = sign_up(client, "a b", email="ada@", password1="12345")
    found = [errors(response, field) for field in ("username", "email", "password1")]
    assert found == [["invalid"], ["invalid"], ["password_too_short"]]
    assert len(elements(response, "ul.errors")) == 3


def test_an_email_is_confirmed_by_the_link_in_the_mail(client: Client) -> None:
    sign_up(client, email="Ada@Example.org")
    address = EmailAddress.objects.get()
    assert (address.email, address.verified) == ("ada@example.org", False)
    link = link_in_mail()
    assert client.get(link).status_code == 200
    address.refresh_from_db()
    assert not address.verified, "a mail program that only looks must not confirm"
    assert client.post(link).headers["Location"] == reverse("account_settings")
    address.refresh_from_db()
    assert address.verified


def test_a_confirmation_link_that_was_used_says_so(client: Client) -> None:
    sign_up(client, email="ada@example.org")
    link = link_in_mail()
    client.post(link)
    assert b"no longer works" in client.get(link).content


def test_signing_up_without_an_email_sends_no_mail(client: Client) -> None:
    sign_up(client)
    assert mail.outbox == []


def test_a_taken_email_gets_the_same_answer_and_its_owner_a_mail(client: Client, ada: User) -> None:
    confirmed(ada)
    free = sign_up(Client(), "Bob", email="bob@example.org")
    taken = sign_up(client, "Eve", email="ADA@example.org")
    assert (free.status_code, free.url) == (taken.status_code, taken.url)
    assert mail.outbox[-1].to == ["ada@example.org"]
    assert "You already have an account" in mail.outbox[-1].subject
    assert "confirm-email" not in mail.outbox[-1].body
    assert not EmailAddress.objects.filter(user__username="Eve", verified=True).exists()


def test_signing_in_by_a_taken_email_goes_to_who_confirmed_it(client: Client, ada: User) -> None:
    confirmed(ada)
    sign_up(Client(), "Eve", email="ada@example.org", password1="evil-otters-79")
    sign_in(client, "ada@example.org", "evil-otters-79")
    assert signed_in(client) is None
    sign_in(client, "ada@example.org")
    assert signed_in(client) == ada


def test_a_malformed_email_is_refused(client: Client) -> None:
    assert errors(sign_up(client, email="ada@"), "email")


def test_who_has_an_account_is_sent_on(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get(reverse("account_signup")).headers["Location"] == reverse("home")
    sign_up(client, "Bob")
    assert User.objects.count() == 1


def test_too_many_sign_ups_from_one_address_are_refused(client: Client) -> None:
    codes = [sign_up(client, "ab").status_code for _ in range(21)]
    assert codes == [200] * 20 + [429]


def test_one_address_makes_only_so_many_accounts(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"new_account": "2/m/ip"}
    codes = [sign_up(Client(), f"Ada-{number}").status_code for number in range(3)]
    assert codes == [302, 302, 429]
    assert User.objects.count() == 2

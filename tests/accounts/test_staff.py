"""Staff, who enter the administration only with a second factor."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.helpers import PASSWORD, code_for, prove_password, set_up_app, sign_in
from tests.staff import give_factor, staff_client

pytestmark = pytest.mark.django_db

ADMIN = "/admin/"


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("Boss", password=PASSWORD)


def test_staff_without_a_second_factor_are_led_to_set_one_up(client: Client, boss: User) -> None:
    sign_in(client, "boss")
    page = client.get(ADMIN, follow=True)
    assert page.status_code == 403
    assert reverse("mfa_activate_totp") in page.content.decode()


def test_every_page_of_the_administration_is_closed_without_it(
    client: Client, boss: User, ada: User
) -> None:
    client.force_login(boss)
    for path in ("", "accounts/user/", f"accounts/user/{ada.pk}/change/", "jsi18n/"):
        assert client.get(ADMIN + path).status_code == 302
    assert client.post(f"{ADMIN}accounts/user/{ada.pk}/delete/", {"post": "yes"}).status_code == 302
    assert User.objects.filter(pk=ada.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_staff_who_set_one_up_come_in(client: Client, boss: User) -> None:
    client.force_login(boss)
    set_up_app(client)
    assert client.get(ADMIN).status_code == 200


def test_staff_who_signed_in_with_it_come_back_to_the_page_they_wanted(
    client: Client, boss: User
) -> None:
    secret = give_factor(boss)
    wanted = reverse("admin:accounts_user_changelist")
    sign_in(client, "boss", next=wanted)
    answer = client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert answer.headers["Location"] == wanted
    assert client.get(wanted).status_code == 200


def test_a_session_that_did_not_prove_it_is_asked_to(client: Client, boss: User) -> None:
    secret = give_factor(boss)
    client.force_login(boss)
    page = client.get(ADMIN, follow=True).content.decode()
    assert reverse("mfa_reauthenticate") in page
    proof = reverse("mfa_reauthenticate") + "?next=/admin/"
    assert client.post(proof, {"code": code_for(secret)}).headers["Location"] == ADMIN
    assert client.get(ADMIN).status_code == 200


def test_the_password_again_is_no_second_factor(client: Client, boss: User) -> None:
    give_factor(boss)
    client.force_login(boss)
    prove_password(client)
    assert client.get(ADMIN).status_code == 302


def test_who_takes_the_factor_away_is_out(boss: User) -> None:
    client = staff_client(boss)
    assert client.get(ADMIN).status_code == 200
    Authenticator.objects.all().delete()
    assert client.get(ADMIN).status_code == 302


def test_recovery_codes_alone_are_no_second_factor(boss: User) -> None:
    client = staff_client(boss)
    Authenticator.objects.update(type=Authenticator.Type.RECOVERY_CODES)
    assert client.get(ADMIN).status_code == 302


def test_a_second_factor_makes_nobody_staff(ada: User) -> None:
    client = staff_client(ada)
    assert client.get(ADMIN, follow=True).status_code == 403
    assert client.get(reverse("staff_second_factor")).status_code == 403


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_the_way_back_leads_to_no_other_site(boss: User, target: str) -> None:
    client = staff_client(boss)
    for name in ("admin:login", "staff_second_factor"):
        answer = client.get(reverse(name), {"next": target})
        assert answer.headers["Location"] == ADMIN


def test_the_administration_shows_no_secrets(admin_client: Client) -> None:
    page = admin_client.get(ADMIN).content.decode()
    assert "authenticator" not in page.lower()
    assert "user session" not in page.lower()


def test_staff_change_their_password_on_the_sites_page(admin_client: Client) -> None:
    answer = admin_client.get(reverse("admin:password_change"))
    assert answer.headers["Location"] == reverse("account_change_password")

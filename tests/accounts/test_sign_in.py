"""Signing in and out."""

from typing import Any

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
    link_in_mail,
    sign_in,
    sign_up,
    signed_in,
)
from tests.games.pages import text
from tests.html import elements, plain

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
    assert wrong == unknown == ["username_password_mismatch"]


def test_wrong_passwords_are_limited_openly_at_each_address(ada: User) -> None:
    client = Client(REMOTE_ADDR="192.0.2.1")
    for _ in range(5):
        sign_in(client, "Ada", OTHER_PASSWORD)
    refused = sign_in(client)
    assert refused.status_code == 429
    assert errors(refused, "__all__") == ["too_many_login_attempts"]
    assert signed_in(client) is None


def test_strangers_lock_nobody_out_of_where_they_have_signed_in(settings: Any, ada: User) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed_elsewhere": "3/h/key"}
    home = Client(REMOTE_ADDR="192.0.2.1")
    sign_in(home)
    home.logout()
    for n in range(10, 14):
        sign_in(Client(REMOTE_ADDR=f"192.0.2.{n}"), "Ada", OTHER_PASSWORD)
    stranger = Client(REMOTE_ADDR="192.0.2.99")
    assert errors(sign_in(stranger), "__all__") == ["username_password_mismatch"]
    assert signed_in(stranger) is None
    sign_in(home)
    assert signed_in(home) == ada


@pytest.mark.parametrize("limit", ["login_failed_here", "login_failed_elsewhere"])
def test_tries_count_by_account_however_it_is_named(settings: Any, ada: User, limit: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = {limit: "4/h/key"}
    confirmed(ada)
    client = Client(REMOTE_ADDR="192.0.2.1")
    for name in ("Ada", "ADA", "ada@example.org", "Ada@Example.org"):
        sign_in(client, name, OTHER_PASSWORD)
    refused = [sign_in(client, name) for name in ("ada", "ADA@example.org")]
    assert signed_in(client) is None
    # In the words of a wrong password: nobody learns which two names belong together.
    assert [answer.status_code for answer in refused] == [200, 200]


def test_beyond_the_limit_of_an_account_a_right_password_is_answered_as_a_wrong_one(
    settings: Any, ada: User
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed_here": "1/h/key", "login_failed": "2/h/key"}
    answers: list[list[str]] = []
    for password in (PASSWORD, OTHER_PASSWORD):
        client = Client(REMOTE_ADDR=f"192.0.2.{len(answers) + 1}")
        for typed in (OTHER_PASSWORD, password, password):
            answer = sign_in(client, "Ada", typed)
        assert signed_in(client) is None
        answers.append(errors(answer, "__all__"))
    assert answers[0] == answers[1] == ["too_many_login_attempts"]


def test_the_right_password_uses_up_no_tries(settings: Any, ada: User) -> None:
    settings.ACCOUNT_RATE_LIMITS = {
        "login_failed_here": "2/h/key",
        "login_failed_elsewhere": "2/h/key",
    }
    for _ in range(3):
        client = Client(REMOTE_ADDR="192.0.2.1")
        sign_in(client)
        assert signed_in(client) == ada


def test_somebody_with_a_new_password_signs_in_whatever_strangers_tried(
    settings: Any, client: Client, ada: User
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed_elsewhere": "1/h/key"}
    confirmed(ada)
    sign_in(Client(REMOTE_ADDR="192.0.2.9"), "Ada", OTHER_PASSWORD)
    client.post(reverse("account_reset_password"), {"email": ada.email})
    page = client.get(link_in_mail(), follow=True)
    form = {"password1": "pelican-trumpet-9", "password2": "pelican-trumpet-9"}
    client.post(page.redirect_chain[-1][0], form)
    sign_in(client, "Ada", "pelican-trumpet-9")
    assert signed_in(client) == ada


def test_many_sign_ins_from_one_address_are_refused(client: Client) -> None:
    codes = {sign_in(client, f"nobody{n}").status_code for n in range(31)}
    assert codes == {200, 429}


def test_a_refusal_by_the_limit_is_a_page_of_the_site(client: Client) -> None:
    response = [sign_in(client, f"nobody{n}") for n in range(31)][-1]
    assert response.status_code == 429
    assert b"Slow down!" in response.content


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


FORMS = [
    "account_login",
    "account_signup",
    "account_logout",
    "account_reset_password",
    "account_change_password",
    "account_email",
    "account_delete",
]


def test_every_form_wants_its_csrf_token(ada: User, subtests: pytest.Subtests) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    for name in FORMS:
        with subtests.test(name=name):
            assert client.post(reverse(name), {}).status_code == 403


def test_a_closed_account_cannot_sign_in(client: Client, ada: User) -> None:
    ada.is_active = False
    ada.save()
    assert sign_in(client).url == reverse("account_inactive")
    assert b"This account is closed" in client.get(reverse("account_inactive")).content
    assert signed_in(client) is None


def test_looking_at_the_sign_out_page_signs_nobody_out(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert "signed in as Ada" in plain(text(client, reverse("account_logout")))
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
    assert elements(page, f"[data-guest='{guest.username}']")

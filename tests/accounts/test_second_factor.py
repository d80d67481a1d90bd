"""A second factor: setting it up, and signing in with it."""

import json
import time
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse

from accounts.mfa import MFAAdapter, has_factor
from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from tests.accounts.helpers import (
    PASSWORD,
    become_guest,
    code_for,
    confirmed,
    errors,
    prove_password,
    set_up_app,
    sign_in,
    signed_in,
)
from tests.html import elements, one, text_of
from tests.staff import give_factor

pytestmark = pytest.mark.django_db


# --- Setting up -------------------------------------------------------------


def test_setting_up_asks_for_the_password_first(client: Client, ada: User) -> None:
    client.force_login(ada)
    answer = client.get(reverse("mfa_activate_totp"))
    assert answer.headers["Location"].startswith(reverse("account_reauthenticate"))


@pytest.mark.parametrize("minutes", [9, 11])
def test_who_has_just_signed_in_is_not_asked_for_the_password_again(
    client: Client, ada: User, minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(client)
    later = time.time() + 60 * minutes
    monkeypatch.setattr("time.time", lambda: later)
    for name in ("mfa_activate_totp", "mfa_add_webauthn"):
        answer = client.get(reverse(name))
        is_asked = answer.headers.get("Location", "").startswith(reverse("account_reauthenticate"))
        assert is_asked == (minutes > 10)


@pytest.mark.parametrize("as_guest", [False, True])
def test_who_has_just_signed_up_is_not_asked_for_the_password_again(
    client: Client, as_guest: bool
) -> None:
    if as_guest:
        become_guest(client)
    client.post(reverse("account_signup"), {"username": "Newcomer", "password1": PASSWORD})
    assert client.get(reverse("mfa_activate_totp")).status_code == 200


def test_apps_and_passkeys_show_the_names_of_the_site_and_the_user(
    client: Client, ada: User, settings: Any
) -> None:
    settings.SITE_NAME = "Our Dice"
    client.force_login(ada)
    prove_password(client)
    app = client.get(reverse("mfa_activate_totp")).context["totp_url"]
    assert app.startswith("otpauth://totp/Ada?")
    assert app.endswith("&issuer=Our%20Dice")
    passkey = client.get(reverse("mfa_add_webauthn")).context["js_data"]["creation_options"]
    assert passkey["publicKey"]["rp"] == {"id": "testserver", "name": "Our Dice"}
    assert passkey["publicKey"]["user"]["name"] == "Ada"


def test_an_app_is_set_up_and_leads_to_the_recovery_codes(client: Client, ada: User) -> None:
    client.force_login(ada)
    _, answer = set_up_app(client)
    assert answer.headers["Location"] == reverse("mfa_view_recovery_codes")
    page = client.get(answer.headers["Location"])
    assert len(page.context["unused_codes"]) == 10
    assert has_factor(ada)


def test_the_picture_to_scan_is_one_the_policy_allows(client: Client, ada: User) -> None:
    client.force_login(ada)
    prove_password(client)
    page = client.get(reverse("mfa_activate_totp"))
    assert one(page, "img.qr[src^='data:image/svg+xml;base64,']")
    assert "data:" in page.headers["Content-Security-Policy"]


def test_a_wrong_code_sets_nothing_up(client: Client, ada: User, subtests: pytest.Subtests) -> None:
    client.force_login(ada)
    prove_password(client)
    for code in ["000000", "", "abc", "9" * 50, "<b>"]:
        with subtests.test(code=code):
            client.get(reverse("mfa_activate_totp"))
            assert errors(client.post(reverse("mfa_activate_totp"), {"code": code}), "code")
            assert not Authenticator.objects.exists()


@pytest.mark.parametrize(("later", "is_right"), [(-3, False), (-1, True), (1, True), (3, False)])
def test_a_code_of_a_moment_ago_is_right_and_an_older_one_is_not(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch, later: int, is_right: bool
) -> None:
    now = time.time()  # a half-minute must not end between writing the code and reading it
    monkeypatch.setattr("time.time", lambda: now)
    client.force_login(ada)
    prove_password(client)
    address = reverse("mfa_activate_totp")
    secret = client.get(address).context["form"].secret
    client.post(address, {"code": code_for(secret, later=later)})
    assert has_factor(ada) == is_right


def test_the_secret_is_not_stored_as_it_is(client: Client, ada: User) -> None:
    secret = give_factor(ada)
    stored = Authenticator.objects.get(user=ada).data["secret"]
    assert secret not in stored
    assert MFAAdapter().decrypt(stored) == secret


def test_secrets_open_with_the_key_of_before(ada: User, settings: Any) -> None:
    secret = give_factor(ada)
    stored = Authenticator.objects.get(user=ada).data["secret"]
    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert MFAAdapter().decrypt(stored) == secret


def test_a_secret_whose_key_is_gone_fits_nothing(ada: User) -> None:
    give_factor(ada)
    stored = Authenticator.objects.get(user=ada).data["secret"]
    with override_settings(SECRET_KEY="another"):
        assert MFAAdapter().decrypt(stored) != MFAAdapter().decrypt(stored)


@pytest.mark.django_db(transaction=True)
def test_the_owner_of_a_confirmed_address_hears_of_a_new_factor(client: Client, ada: User) -> None:
    confirmed(ada)
    client.force_login(ada)
    set_up_app(client)
    assert mail.outbox[-1].subject == "Authenticator app turned on"


def test_guests_are_asked_to_sign_up(client: Client) -> None:
    become_guest(client)
    assert client.get(reverse("mfa_index")).headers["Location"] == reverse("account_signup")


def test_turning_the_app_off_takes_the_recovery_codes_along(client: Client, ada: User) -> None:
    client.force_login(ada)
    set_up_app(client)
    assert client.post(reverse("mfa_deactivate_totp")).status_code == 302
    assert not Authenticator.objects.exists()


def test_nobody_sees_or_removes_the_passkeys_of_another(client: Client, ada: User) -> None:
    bob = User.objects.create_user("Bob")
    other = Authenticator.objects.create(
        user=bob, type="webauthn", data={"name": "x", "credential": {}}
    )
    client.force_login(ada)
    prove_password(client)
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        assert client.post(reverse(name, args=[other.pk]), {"name": "y"}).status_code == 404
    assert Authenticator.objects.get().data["name"] == "x"


# --- Signing in -------------------------------------------------------------


def test_the_password_alone_signs_nobody_in(client: Client, ada: User) -> None:
    give_factor(ada)
    assert sign_in(client).headers["Location"] == reverse("mfa_authenticate")
    assert signed_in(client) is None


def test_a_code_completes_the_sign_in_and_works_once(client: Client, ada: User) -> None:
    code = code_for(give_factor(ada))
    sign_in(client)
    client.post(reverse("mfa_authenticate"), {"code": code})
    assert signed_in(client) == ada
    second = Client()
    sign_in(second)
    second.post(reverse("mfa_authenticate"), {"code": code})
    assert signed_in(second) is None


def test_the_page_that_asks_for_the_second_step_says_whose_it_is(client: Client, ada: User) -> None:
    give_factor(ada)
    become_guest(client)
    sign_in(client)
    page = client.get(reverse("mfa_authenticate"))
    assert f"You're signing in as {ada.username}." in text_of(one(page, "main"))
    assert elements(page, "main b", ada.username)


def test_a_guest_signs_in_to_an_account_with_a_second_step(client: Client, ada: User) -> None:
    secret = give_factor(ada)
    guest = become_guest(client)
    sign_in(client)
    assert signed_in(client) == guest
    assert client.get(reverse("mfa_authenticate")).status_code == 200
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert signed_in(client) == ada
    methods = [record["method"] for record in client.session["account_authentication_methods"]]
    assert methods == ["password", "mfa"]


def test_a_recovery_code_lets_in_once(client: Client, ada: User) -> None:
    client.force_login(ada)
    set_up_app(client)
    code = client.get(reverse("mfa_view_recovery_codes")).context["unused_codes"][0]
    for expected in (ada, None):
        other = Client()
        sign_in(other)
        other.post(reverse("mfa_authenticate"), {"code": code})
        assert signed_in(other) == expected


def test_codes_cannot_be_tried_for_long(client: Client, ada: User) -> None:
    secret = give_factor(ada)
    sign_in(client)
    for _ in range(5):
        client.post(reverse("mfa_authenticate"), {"code": "000000"})
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert signed_in(client) is None


CREDENTIALS = ["", "{", "[]", "3", '"x"', "{}", '{"id": 1}', '{"response": 5}', "null"]
CREDENTIALS += ['{"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}']
CREDENTIALS += ['{"response": {"userHandle": "MQ"}}', '{"response": {"userHandle": [1]}}']
CREDENTIALS += [
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "AA",'
    ' "authenticatorData": "AA", "signature": "AA", "userHandle": "MQ"}}'
]


def registered(attestation: bytes) -> str:
    """Return a credential to add."""
    return response(clientDataJSON=CLIENT_DATA, attestationObject=attestation)


def authenticated(extensions: bytes) -> str:
    """Return a credential to sign in with."""
    data = bytes(32) + b"\x80" + bytes(4) + extensions
    return response(
        clientDataJSON=CLIENT_DATA, authenticatorData=data, signature=b"", userHandle=b"1"
    )


def response(**fields: bytes) -> str:
    encoded = {name: urlsafe_b64encode(value).decode() for name, value in fields.items()}
    return json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": encoded})


CLIENT_DATA = b'{"type": "webauthn.get", "challenge": "AA", "origin": "https://testserver"}'
CUT_OFF = [b"", b"\x18", b"\x1b", b"\x81" * 5000]
"""What an authenticator would say in CBOR: with its end missing, and lists within lists."""

CREDENTIALS += ["1" * 5000, "[" * 100_000]
CREDENTIALS += [make(cbor) for make in (registered, authenticated) for cbor in CUT_OFF]


def test_nonsense_for_a_passkey_signs_nobody_in(
    client: Client, ada: User, subtests: pytest.Subtests
) -> None:
    address = reverse("mfa_login_webauthn")
    for credential in CREDENTIALS:
        with subtests.test(credential=credential[:100]):
            client.get(address, headers={"Accept": "application/json"})
            answer = client.post(address, {"credential": credential}, follow=True)
            assert answer.status_code == 200
            assert signed_in(client) is None


def test_nonsense_for_a_passkey_adds_none(
    client: Client, ada: User, subtests: pytest.Subtests
) -> None:
    client.force_login(ada)
    prove_password(client)
    address = reverse("mfa_add_webauthn")
    for credential in CREDENTIALS:
        with subtests.test(credential=credential[:100]):
            client.get(address)
            answer = client.post(
                address, {"name": "x", "credential": credential, "passwordless": "on"}
            )
            assert answer.status_code == 200
            assert not Authenticator.objects.exists()


# It is read by what reads it where somebody signs in with nothing else.
def test_nonsense_for_a_passkey_is_no_second_step(
    client: Client, ada: User, subtests: pytest.Subtests
) -> None:
    give_factor(ada)
    sign_in(client)
    address = reverse("mfa_authenticate")
    for credential in CREDENTIALS[::5]:
        with subtests.test(credential=credential[:100]):
            client.get(address)
            assert client.post(address, {"credential": credential}).status_code == 200
            assert signed_in(client) is None


def test_passkeys_are_asked_for_without_telling_who_has_one(client: Client, ada: User) -> None:
    answer = client.get(reverse("mfa_login_webauthn"), headers={"Accept": "application/json"})
    assert not answer.json()["request_options"]["publicKey"].get("allowCredentials")


# --- The command for a lost factor -------------------------------------------


def test_a_lost_factor_is_taken_away_and_everybody_signed_out(client: Client, ada: User) -> None:
    give_factor(ada)
    client.force_login(ada)
    call_command("reset_second_factor", "ADA")
    assert not has_factor(ada)
    assert client.get(reverse("account_settings")).status_code == 302


def test_taking_a_factor_away_is_logged_and_its_owner_told(
    ada: User, django_capture_on_commit_callbacks: Any
) -> None:
    give_factor(ada)
    confirmed(ada)
    with django_capture_on_commit_callbacks(execute=True):
        call_command("reset_second_factor", "Ada")
    act = ModerationAction.objects.get()
    assert (act.action, act.actor, act.subject) == (Action.RESET_FACTOR, None, ada.pk)
    assert mail.outbox[0].to == ["ada@example.org"]
    assert "can now sign in with just your password" in mail.outbox[0].body


def test_an_address_that_may_be_a_strangers_is_not_told(
    ada: User, django_capture_on_commit_callbacks: Any
) -> None:
    give_factor(ada)
    with django_capture_on_commit_callbacks(execute=True):
        call_command("reset_second_factor", "Ada")
    assert mail.outbox == []


@pytest.mark.parametrize("name", ["Ada", "Nobody"])
def test_nothing_is_taken_from_who_has_none(ada: User, name: str) -> None:
    with pytest.raises(CommandError):
        call_command("reset_second_factor", name)
    assert not ModerationAction.objects.exists()

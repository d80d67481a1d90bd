"""How long a second factor that staff have proved lasts, and what it is asked for."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client
from django.urls import reverse

from accounts.mfa import JUST_NOW, STAFF_DAY
from accounts.models import User
from games.chat.models import ChatLine
from games.models import StepComment
from moderation.services import roles
from tests.accounts.helpers import OTHER_PASSWORD, PASSWORD, code_for, sign_in
from tests.games.factories import make_running_game
from tests.html import elements
from tests.moderation.people import make_player, make_staff
from tests.staff import age_proof, give_factor, staff_client

pytestmark = pytest.mark.django_db

ADMIN = "/admin/"
PROOF = reverse("staff_second_factor")
SECOND = timedelta(seconds=1)


@pytest.fixture
def boss() -> User:
    user = make_player("Boss", is_staff=True, is_superuser=True)
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def line() -> ChatLine:
    pat = make_player("Pat")
    game = make_running_game(pat, make_player("Vic"))
    return ChatLine.objects.create(game=game, channel="players", user=pat, text="You fool")


@pytest.fixture
def rude(db: None) -> User:
    return make_player("Rude")


def led_to(answer: Any) -> tuple[str, str, bool]:
    """Return the page an answer leads to, the page to come back to, and if it has to be new."""
    parts = urlsplit(answer.headers.get("HX-Redirect") or answer.headers["Location"])
    query = parse_qs(parts.query)
    return parts.path, query["next"][0], "again" in query


# --- For half a day ----------------------------------------------------------


def test_a_proof_opens_the_administration_for_twelve_hours(boss: User) -> None:
    client = staff_client(boss)
    age_proof(client, STAFF_DAY - timedelta(minutes=1))
    assert client.get(ADMIN).status_code == 200
    age_proof(client, timedelta(minutes=2))
    page = client.get(ADMIN, follow=True)
    assert page.status_code == 403
    assert "more than twelve hours" in page.content.decode()


@pytest.mark.parametrize("kind", ["app", "recovery code"])
def test_a_new_proof_opens_it_again_and_leads_back(boss: User, kind: str) -> None:
    client = staff_client(boss)
    secret = give_factor(boss)
    code = code_for(secret)
    if kind == "recovery code":
        code = RecoveryCodes.activate(boss).get_unused_codes()[0]
    age_proof(client, STAFF_DAY + SECOND)
    wanted = reverse("admin:accounts_user_changelist") + "?is_staff__exact=1"
    page = client.get(wanted, follow=True)
    assert page.status_code == 403
    way = f"{reverse('mfa_reauthenticate')}?{page.context['next_query']}"
    answer = client.post(way, {"code": code})
    assert answer.headers["Location"] == wanted
    assert client.get(wanted).status_code == 200


def test_a_passkey_opens_it_again_and_leads_back(boss: User) -> None:
    client = staff_client(boss)
    data = {"name": "Key", "credential": {}, "passwordless": True}
    passkey = Authenticator.objects.create(user=boss, type="webauthn", data=data)
    age_proof(client, STAFF_DAY + SECOND)
    assert client.get(ADMIN).status_code == 302
    way = reverse("mfa_reauthenticate_webauthn")
    complete = "accounts.mfa_forms.ReauthenticatePasskeyForm.clean_credential"
    with patch(complete, return_value=passkey):
        answer = client.post(f"{way}?next={ADMIN}", {"credential": '{"id": 1}'})
    assert answer.headers["Location"] == ADMIN
    assert client.get(ADMIN).status_code == 200


def test_signing_in_with_a_second_step_is_a_proof_and_the_password_again_is_none(
    client: Client, boss: User
) -> None:
    secret = give_factor(boss)
    sign_in(client, "Boss")
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert client.get(ADMIN).status_code == 200
    age_proof(client, STAFF_DAY + SECOND)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert client.get(ADMIN).status_code == 302


def test_a_form_that_comes_too_late_does_nothing_and_leads_back_to_its_page(
    boss: User, rude: User
) -> None:
    client = staff_client(boss)
    age_proof(client, STAFF_DAY + SECOND)
    form = reverse("moderation:give", args=[rude.pk])
    answer = client.post(
        reverse("moderation:case_next"), headers={"Referer": f"http://testserver{form}?x=1"}
    )
    assert led_to(answer) == (PROOF, f"{form}?x=1", False)
    page = client.get(answer.headers["Location"])
    assert "Nothing has changed yet" in page.content.decode()


@pytest.mark.parametrize("referer", ["", "https://evil.example/admin/", "//evil", "javascript:x"])
def test_a_form_from_elsewhere_leads_back_to_the_front_page(boss: User, referer: str) -> None:
    client = staff_client(boss)
    age_proof(client, STAFF_DAY + SECOND)
    answer = client.post(reverse("moderation:case_next"), headers={"Referer": referer})
    assert led_to(answer) == (PROOF, "/", False)


def test_signing_out_of_the_administration_needs_no_proof(boss: User) -> None:
    client = staff_client(boss)
    age_proof(client, STAFF_DAY + SECOND)
    assert client.post(reverse("admin:logout")).status_code == 302
    assert "_auth_user_id" not in client.session


# --- What others said, removed on the site itself ------------------------------


def remove_line(client: Client, line: ChatLine, **headers: str) -> Any:
    address = reverse("chat_remove", args=[line.game.code, line.pk])
    return client.post(address, headers=headers)


def test_a_line_is_removed_with_a_proof_and_stays_without_one(line: ChatLine) -> None:
    client = staff_client(make_staff("helper"))
    age_proof(client, STAFF_DAY + SECOND)
    table = f"http://testserver{line.game.get_absolute_url()}"
    answer = remove_line(client, line, Referer=table)
    assert led_to(answer) == (PROOF, line.game.get_absolute_url(), False)
    line.refresh_from_db()
    assert line.removed_at is None
    remove_line(staff_client(make_staff("helper", "Other")), line)
    line.refresh_from_db()
    assert line.removed_at is not None


def test_a_script_is_told_to_lead_the_whole_page_to_the_proof(line: ChatLine) -> None:
    client = Client()
    client.force_login(make_staff("helper"))
    table = f"http://testserver{line.game.get_absolute_url()}?x=1#c-log"
    headers = {"HX-Request": "true", "HX-Current-URL": table}
    answer = remove_line(client, line, **headers)
    assert answer.status_code == 403
    assert led_to(answer) == (PROOF, f"{line.game.get_absolute_url()}?x=1#c-log", False)


def test_a_comment_of_another_needs_a_proof_and_ones_own_does_not(line: ChatLine) -> None:
    helper, game = make_staff("helper"), line.game
    client = Client()
    client.force_login(helper)
    for user, gone in ((make_player("Author"), False), (helper, True)):
        comment = StepComment.objects.create(game=game, seq=1, user=user, text="Hm")
        client.post(reverse("comment_delete", args=[game.code, comment.pk]))
        comment.refresh_from_db()
        assert (comment.deleted_at is not None) == gone


def test_players_are_never_asked(line: ChatLine) -> None:
    client = Client()
    player = make_player("Ordinary")
    client.force_login(player)
    assert remove_line(client, line).status_code == 403
    comment = StepComment.objects.create(game=line.game, seq=1, user=player, text="Hm")
    answer = client.post(reverse("comment_delete", args=[line.game.code, comment.pk]))
    assert PROOF not in answer.headers["Location"]
    other = StepComment.objects.create(game=line.game, seq=1, user=make_player("Q"), text="Hm")
    answer = client.post(reverse("comment_delete", args=[line.game.code, other.pk]))
    assert answer.status_code == 403
    assert "HX-Redirect" not in answer.headers


# --- A moment ago --------------------------------------------------------------


def sensitive(name: str, user: User) -> str:
    """Return the address of a page on which an account is changed."""
    if name in {"admin:accounts_user_add", "admin:accounts_user_changelist"}:
        return reverse(name)
    return reverse(name, args=[user.pk])


@pytest.mark.parametrize(
    "name",
    ["moderation:role", "admin:auth_user_password_change", "admin:accounts_user_delete"],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_roles_passwords_and_ends_of_accounts_need_a_new_proof(
    boss: User, rude: User, name: str, method: str
) -> None:
    client = staff_client(boss)
    address = sensitive(name, rude)
    assert client.get(address).status_code == 200
    age_proof(client, JUST_NOW + SECOND)
    data = {
        "role": "helper",
        "reason": "x",
        "post": "yes",
        "usable_password": "true",
        "password1": OTHER_PASSWORD,
        "password2": OTHER_PASSWORD,
    }
    answer = getattr(client, method)(address, data)
    assert led_to(answer)[::2] == (PROOF, True)
    assert client.get(ADMIN).status_code == 200, "the rest stays open"
    rude.refresh_from_db()
    assert rude.password == "!"
    assert roles.role_of(rude) == ""


def test_an_account_is_added_with_a_new_proof_only(boss: User) -> None:
    client = staff_client(boss)
    address = reverse("admin:accounts_user_add")
    age_proof(client, JUST_NOW + SECOND)
    assert led_to(client.get(address)) == (PROOF, address, True)
    form = {"username": "New-One", "usable_password": "false"}
    assert led_to(client.post(address, form))[0] == PROOF
    assert not User.objects.filter(username="New-One").exists()


def test_several_accounts_are_deleted_with_a_new_proof_only(boss: User, rude: User) -> None:
    client = staff_client(boss)
    age_proof(client, JUST_NOW + SECOND)
    data = {"action": "delete_selected", "_selected_action": [rude.pk], "post": "yes"}
    assert led_to(client.post(reverse("admin:accounts_user_changelist"), data))[0] == PROOF
    assert User.objects.filter(pk=rude.pk).exists()


def test_an_account_is_read_with_an_older_proof_and_changed_with_a_new_one(
    boss: User, rude: User
) -> None:
    client = staff_client(boss)
    address = reverse("admin:accounts_user_change", args=[rude.pk])
    assert "rude@example.org" in client.get(address).content.decode().lower()
    assert elements(client.get(address), "[name='_save']")
    age_proof(client, JUST_NOW + SECOND)
    page = client.get(address).content.decode()
    assert "Unlock" in page
    assert "rude@example.org" not in page.lower()
    assert not elements(page, "[name='_save']")
    assert led_to(client.post(address, {"username": "Other"}))[0] == PROOF
    rude.refresh_from_db()
    assert rude.username == "Rude"


def test_the_page_for_a_new_proof_says_what_it_is_for_and_lets_pass_who_has_one(
    boss: User,
) -> None:
    client = staff_client(boss)
    query = {"next": "/admin/accounts/user/", "again": "yes"}
    assert client.get(PROOF, query).headers["Location"] == query["next"]
    age_proof(client, JUST_NOW + SECOND)
    page = client.get(PROOF, query)
    assert page.status_code == 403
    assert "This is good for ten minutes" in page.content.decode()
    assert client.get(PROOF, {"next": ADMIN}).headers["Location"] == ADMIN

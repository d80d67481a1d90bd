"""A name that has to go is replaced by a neutral one."""

from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client, override_settings
from django.urls import reverse

from accounts.guests import create_guest
from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from moderation.services import renaming
from tests.moderation.people import make_player, make_staff
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

PASSWORD = "lucky-otters-77"


@pytest.fixture
def pat() -> User:
    return make_player("Nasty-Name")


def test_the_name_is_replaced_everywhere(pat: User, client: Client) -> None:
    renamed = renaming.rename(make_staff("senior"), pat, "It offends people.")
    assert renaming.NEUTRAL.fullmatch(renamed.username)
    assert client.get(renamed.get_absolute_url()).status_code == 200
    assert client.get(reverse("player", args=["Nasty-Name"])).status_code == 404


def test_the_user_is_told_their_new_name(
    pat: User, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        renamed = renaming.rename(make_staff("senior"), pat, "It offends people.")
    assert renamed.username in mail.outbox[0].body
    client.force_login(renamed)
    page = client.get(reverse("lobby"), headers={"accept": "text/html"}).content.decode()
    assert f"{renamed.username} is your new name" in page
    assert "It offends people." in page


def sign_in(client: Client, login: str, password: str = PASSWORD) -> Any:
    return client.post(reverse("account_login"), {"login": login, "password": password})


@pytest.mark.parametrize("login", ["Nasty-Name", "nasty-name", "NEW"])
def test_a_user_who_was_signed_out_signs_in_by_either_name(
    login: str, pat: User, client: Client
) -> None:
    pat.set_password(PASSWORD)
    pat.save()
    renamed = renaming.rename(make_staff("senior"), pat, "It offends people.")
    answer = sign_in(client, renamed.username if login == "NEW" else login)
    page = client.get(answer["Location"], headers={"accept": "text/html"}).content.decode()
    assert f"{renamed.username} is your new name" in page
    assert "nasty-name" not in page.lower()


def test_a_wrong_password_gets_the_same_answer_for_every_name(pat: User, client: Client) -> None:
    renamed = renaming.rename(make_staff("senior"), pat, "It offends people.")
    pages = [
        sign_in(client, name, "wrong").context["form"].non_field_errors()
        for name in ("Nasty-Name", renamed.username, "Nobody")
    ]
    assert pages[0] == pages[1] == pages[2]


@override_settings(ACCOUNT_RATE_LIMITS={"login_failed": "2/5m/key"})
def test_tries_of_the_former_name_do_not_tell_the_new_one(pat: User, client: Client) -> None:
    renamed = renaming.rename(make_staff("senior"), pat, "It offends people.")
    codes = [sign_in(client, "Nasty-Name", "wrong").status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert sign_in(client, renamed.username, "wrong").status_code == 200


@pytest.mark.parametrize("name", ["Nasty-Name", "NASTY-NAME"])
def test_nobody_takes_a_name_that_was_replaced(name: str, pat: User, client: Client) -> None:
    renaming.rename(make_staff("senior"), pat, "It offends people.")
    form = {"username": name, "email": "", "password1": PASSWORD}
    assert client.post(reverse("account_signup"), form).context["form"].errors["username"]
    with pytest.raises(ValidationError):
        User(username=name, password="!").full_clean()
    assert not User.objects.filter(username__iexact=name).exists()


def test_the_log_keeps_both_names(pat: User) -> None:
    renamed = renaming.rename(make_staff("senior"), pat, "It offends people.")
    act = ModerationAction.objects.get()
    assert (act.action, act.before, act.after) == (
        Action.RENAMED,
        {"username": "Nasty-Name"},
        {"username": renamed.username},
    )


def test_a_name_is_replaced_once(pat: User) -> None:
    senior, stale = make_staff("senior"), User.objects.get(pk=pat.pk)
    renamed = renaming.rename(senior, pat, "It offends people.")
    for again in (stale, renamed):
        with pytest.raises(Refusal) as refused:
            renaming.rename(senior, again, "It offends people.")
        assert refused.value.status == 409
    assert Sanction.objects.count() == 1


def test_a_new_name_needs_a_reason(pat: User) -> None:
    with pytest.raises(Refusal) as refused:
        renaming.rename(make_staff("senior"), pat, " ")
    assert refused.value.status == 422


@pytest.mark.parametrize("group", ["", "helper", "moderator"])
def test_only_seniors_rename(group: str, pat: User) -> None:
    somebody = make_staff(group) if group else make_player("Sam")
    with pytest.raises(PermissionDenied):
        renaming.rename(somebody, pat, "It offends people.")
    pat.refresh_from_db()
    assert pat.username == "Nasty-Name"


def test_seniors_rename_no_staff() -> None:
    with pytest.raises(PermissionDenied):
        renaming.rename(make_staff("senior"), make_staff("helper"), "It offends people.")


def test_the_name_of_a_guest_is_not_replaced() -> None:
    guest = create_guest()
    with pytest.raises(PermissionDenied):
        renaming.rename(make_staff("senior"), guest, "It offends people.")
    assert User.objects.get(pk=guest.pk).username == guest.username


def test_replacing_a_name_is_offered_to_those_who_may() -> None:
    client = staff_client(make_staff("senior"))
    players = {make_player(): True, make_staff("helper"): False, create_guest(): False}
    for account, may in players.items():
        address = reverse("moderation:rename", args=[account.pk])
        page = client.get(reverse("admin:accounts_user_change", args=[account.pk]))
        assert (address in page.content.decode()) == may
        assert client.get(address).status_code == (200 if may else 403)

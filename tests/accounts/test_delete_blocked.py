"""An account stays while it is suspended or muted."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts.guests import create_guest
from accounts.models import DELETION_GRACE, User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from lifecycle.deletion import DeletionBlocked, delete_user, plan_deletion
from lifecycle.retention import purge_due, purge_guests
from moderation.models import Appeal, Case
from moderation.services import sanctions
from tests.accounts.helpers import PASSWORD, become_guest, errors, seat, sign_up, signed_in
from tests.html import elements, link, plain
from tests.moderation.people import make_staff, sanctioned

pytestmark = pytest.mark.django_db

Kind = Sanction.Kind
BLOCKING = [Kind.CHAT_MUTE, Kind.SUSPENSION]
HARMLESS: list[dict[str, Any]] = [
    {"kind": Kind.WARNING},
    {"kind": Kind.TABLE_BAN},
    {"kind": Kind.REPORT_BAN},
    {"kind": Kind.CHAT_MUTE, "revoked_at": timezone.now()},
    {
        "kind": Kind.SUSPENSION,
        "starts_at": timezone.now() - timedelta(days=2),
        "ends_at": timezone.now() - timedelta(days=1),
    },
]
"""Sanctions that are over, and those of kinds that let accounts go."""


@pytest.fixture
def browser(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def days_from_now(number: int) -> Any:
    return timezone.now() + timedelta(days=number)


def delete(client: Client, password: str = PASSWORD) -> Any:
    return client.post(reverse("account_delete"), {"password": password})


def is_planned(user: User) -> bool:
    user.refresh_from_db()
    return user.deletion_due_at is not None


@pytest.mark.parametrize("kind", BLOCKING)
@pytest.mark.parametrize("method", ["get", "post"])
def test_the_page_says_until_when_the_account_stays(
    browser: Client, ada: User, kind: str, method: str
) -> None:
    end = days_from_now(3)
    sanction = sanctioned(ada, kind, ends_at=end, reason="You called somebody names.")
    answer = getattr(browser, method)(reverse("account_delete"), {"password": PASSWORD})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "You can delete your account and its name after" in page
    assert date_format(end, "DATETIME_FORMAT") in page
    assert "You called somebody names." in page
    assert reverse("appeal", args=[sanction.pk]) in page
    assert reverse("account_data") in page
    assert not elements(page, "[type=password]")
    assert not is_planned(ada)
    assert signed_in(browser) == ada


def test_programs_are_refused_in_their_way(browser: Client, ada: User) -> None:
    sanctioned(ada)
    answer = browser.post(reverse("account_delete"), headers={"Accept": "application/json"})
    assert answer.status_code == 403
    assert answer.json()["code"] == "deletion-blocked"


@pytest.mark.parametrize("kind", BLOCKING)
def test_a_user_blocked_for_ever_is_shown_other_ways(browser: Client, ada: User, kind: str) -> None:
    sanction = sanctioned(ada, kind)
    page = browser.get(reverse("account_delete")).content.decode()
    assert "You can still have your data erased" in page
    assert link(page, "write to us") == reverse("contact")
    assert reverse("appeal", args=[sanction.pk]) in page
    assert browser.get(reverse("contact")).status_code == 200
    assert delete(browser).status_code == 403


@pytest.mark.parametrize("email", ["ada@example.org", ""])
def test_erasure_is_asked_for_in_a_way_that_proves_whose_account_it_is(
    browser: Client, ada: User, email: str
) -> None:
    User.objects.filter(pk=ada.pk).update(email=email)
    sanctioned(ada)
    page = plain(browser.get(reverse("account_delete")))
    assert ("from your account's email address" in page) is bool(email)
    assert ("ask for it in an appeal" in page) is not bool(email)


def test_an_appeal_is_offered_once(browser: Client, ada: User) -> None:
    sanction = sanctioned(ada)
    offer = "You can also appeal."
    assert offer in plain(browser.get(reverse("account_delete")))
    Appeal.objects.create(sanction=sanction, waits_since=None)
    assert offer not in plain(browser.get(reverse("account_delete")))


def test_of_several_sanctions_the_longest_counts(browser: Client, ada: User) -> None:
    ends = [days_from_now(days) for days in (1, 9, 4)]
    for end in ends:
        sanctioned(ada, ends_at=end)
    page = browser.get(reverse("account_delete")).content.decode()
    assert date_format(max(ends), "DATETIME_FORMAT") in page


@pytest.mark.parametrize("fields", HARMLESS)
def test_other_sanctions_and_past_ones_block_nothing(
    browser: Client, ada: User, fields: dict[str, Any]
) -> None:
    sanctioned(ada, **fields)
    Sanction.objects.update(acknowledged_at=timezone.now())  # a warning would come first
    assert browser.get(reverse("account_delete")).status_code == 200
    assert delete(browser).status_code == 302
    assert is_planned(ada)
    assert purge_due(timezone.now() + DELETION_GRACE).accounts == 1


def test_a_lifted_mute_lets_the_account_go(browser: Client, ada: User) -> None:
    senior = make_staff("senior")
    mute = sanctions.give(senior, ada, Kind.CHAT_MUTE, "Rude.")
    assert delete(browser).status_code == 403
    sanctions.revoke(senior, mute, "It was someone else.")
    assert delete(browser).status_code == 302


def test_a_mute_between_the_page_and_the_button_counts(browser: Client, ada: User) -> None:
    assert browser.get(reverse("account_delete")).status_code == 200
    sanctioned(ada)
    assert delete(browser).status_code == 403
    assert not is_planned(ada)


def test_a_mute_in_the_very_moment_of_deletion_counts(client: Client, ada: User) -> None:
    for user in (ada, create_guest()):
        sanctioned(user)
        client.force_login(user)
        with patch("lifecycle.views.deletion.check_deletable"):  # just before it
            answer = delete(client)
        assert answer.status_code == 403
        assert "You can still have your data erased" in answer.content.decode()
        assert not is_planned(user)


def test_the_services_refuse_as_well(ada: User) -> None:
    sanction = sanctioned(ada)
    for act in (delete_user, plan_deletion):
        with pytest.raises(DeletionBlocked) as refusal:
            act(ada)
        assert refusal.value.held_by == sanction


def test_a_planned_deletion_waits_for_the_end_of_a_later_mute(browser: Client, ada: User) -> None:
    case = Case.objects.create(subject=ada, subject_name="Ada", category="chat")
    delete(browser)
    sanctioned(ada, case=case, ends_at=days_from_now(30))
    Case.objects.update(decided_at=timezone.now())
    assert purge_due(timezone.now() + DELETION_GRACE).accounts == 0
    past = timezone.now() - timedelta(days=1)
    Sanction.objects.update(starts_at=past - timedelta(days=1), ends_at=past)
    assert purge_due(timezone.now() + DELETION_GRACE).accounts == 1


@pytest.mark.parametrize("kind", BLOCKING)
def test_an_idle_guest_stays_until_it_ends(client: Client, kind: str) -> None:
    sanction = sanctioned(become_guest(client), kind)
    assert delete(client, "").status_code == 403
    idle = days_from_now(1)
    assert purge_guests(idle) == 0
    Sanction.objects.filter(pk=sanction.pk).update(revoked_at=timezone.now())
    assert purge_guests(idle) == 1


def test_a_warned_guest_is_deleted(client: Client) -> None:
    sanctioned(become_guest(client), Kind.WARNING)
    assert delete(client, "").status_code == 302
    assert not User.objects.exists()


def test_the_name_stays_taken_as_long_as_the_account(browser: Client, ada: User) -> None:
    sanctioned(ada)
    delete(browser)
    assert errors(sign_up(Client(), "ada"), "username") == ["username_taken"]


@pytest.mark.parametrize("way", ["page", "list"])
@pytest.mark.parametrize("kind", BLOCKING)
def test_the_administration_deletes_an_account_only_once_it_has_ended(
    admin_client: Client, ada: User, way: str, kind: str
) -> None:
    sanction = sanctioned(ada, kind)
    seat(ada)
    Appeal.objects.create(sanction=sanction, waits_since=None)
    if way == "page":
        address, data = reverse("admin:accounts_user_delete", args=[ada.pk]), {"post": "yes"}
    else:
        address = reverse("admin:accounts_user_changelist")
        data = {"action": "delete_selected", "_selected_action": str(ada.pk), "post": "yes"}
    answer = admin_client.post(address, data)
    assert answer.status_code == 409
    assert "Ada: lift the suspension or mute first, or let it end" in answer.content.decode()
    assert User.objects.filter(pk=ada.pk).exists()
    Sanction.objects.update(revoked_at=timezone.now())
    assert admin_client.post(address, data).status_code == 302
    assert not User.objects.filter(pk=ada.pk).exists()
    assert not Sanction.objects.exists()


@pytest.mark.parametrize("way", ["page", "list"])
def test_a_mute_in_the_moment_of_a_deletion_by_the_administration_counts(
    admin_client: Client, ada: User, way: str
) -> None:
    sanctioned(ada)
    if way == "page":
        address, data = reverse("admin:accounts_user_delete", args=[ada.pk]), {"post": "yes"}
    else:
        address = reverse("admin:accounts_user_changelist")
        data = {"action": "delete_selected", "_selected_action": str(ada.pk), "post": "yes"}
    with patch("lifecycle.admin.rights.GuardedUserAdmin.get_deleted_objects") as found:
        found.return_value = ([], {}, set(), [])
        answer = admin_client.post(address, data)
    assert answer.status_code == 403
    assert User.objects.filter(pk=ada.pk).exists()
    assert not ModerationAction.objects.filter(action=Action.DELETED_ACCOUNT).exists()

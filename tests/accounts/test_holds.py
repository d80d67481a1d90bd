"""An account stays while moderators owe its owner a decision."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import DELETION_GRACE, User
from lifecycle.retention import purge_due, purge_guests
from moderation.models import Appeal, Case
from tests.accounts.helpers import PASSWORD, become_guest, confirmed, signed_in
from tests.html import one, text_of
from tests.moderation.people import sanctioned

pytestmark = pytest.mark.django_db

LATER = timedelta(days=1)


def case_about(user: User, **fields: Any) -> Case:
    return Case.objects.create(subject=user, subject_name=user.username, category="chat", **fields)


def delete(client: Client, password: str = PASSWORD) -> str:
    """Ask for the deletion; return what the next page says."""
    data = {"password": password}
    return client.post(reverse("account_delete"), data, follow=True).content.decode()


def purge() -> int:
    """Let the week of grace and a day go by; return how many accounts that ended."""
    return purge_due(timezone.now() + DELETION_GRACE + LATER).accounts


def decide(case: Case) -> None:
    case.decided_at = timezone.now()
    case.save()


def test_an_account_stays_while_a_case_is_open_and_goes_by_itself_afterwards(
    client: Client, ada: User
) -> None:
    case = case_about(ada)
    client.force_login(ada)
    delete(client)
    assert purge() == 0
    decide(case)
    assert purge() == 1
    assert not User.objects.exists()


def test_the_owner_is_told_why_it_takes_longer(client: Client, ada: User) -> None:
    confirmed(ada)
    case_about(ada)
    client.force_login(ada)
    page = client.get(reverse("account_delete")).content.decode()
    assert "Moderators still have to decide a report about you" in page
    assert "after that, on" in delete(client)
    assert "Moderators still have to decide a report about you" in mail.outbox[-1].body


def test_who_is_in_no_case_hears_nothing_of_it(client: Client, ada: User) -> None:
    confirmed(ada)
    decide(case_about(ada))
    client.force_login(ada)
    assert "Moderators" not in client.get(reverse("account_delete")).content.decode()
    assert "Moderators" not in text_of(one(delete(client), "main"))
    assert "Moderators" not in mail.outbox[-1].body
    assert purge() == 1


def test_an_account_stays_while_an_appeal_waits_for_an_answer(client: Client, ada: User) -> None:
    appeal = Appeal.objects.create(sanction=sanctioned(ada, "table-ban"))
    client.force_login(ada)
    delete(client)
    assert purge() == 0
    Appeal.objects.filter(pk=appeal.pk).update(waits_since=None, status=Appeal.Status.ANSWERED)
    assert purge() == 1, "the next word would be the owner's, who may never come back"


def test_signing_in_keeps_a_held_account_as_any_other(client: Client, ada: User) -> None:
    case = case_about(ada)
    client.force_login(ada)
    delete(client)
    client.post(reverse("account_login"), {"login": "Ada", "password": PASSWORD})
    decide(case)
    assert purge() == 0


def test_a_guest_in_a_case_is_signed_out_and_goes_when_it_is_decided(client: Client) -> None:
    guest = become_guest(client)
    case = case_about(guest)
    assert "Moderators" in client.get(reverse("account_delete")).content.decode()
    delete(client, "")
    assert signed_in(client) is None
    assert purge() == 0
    decide(case)
    assert purge() == 1


def test_an_idle_guest_in_a_case_is_not_swept_away(client: Client) -> None:
    guest = become_guest(client)
    case = case_about(guest)
    idle = timezone.now() + LATER
    assert purge_guests(idle) == 0
    decide(case)
    assert purge_guests(idle) == 1


@pytest.mark.parametrize("way", ["page", "list"])
def test_the_administration_deletes_no_account_with_an_open_case(
    admin_client: Client, ada: User, way: str
) -> None:
    case = case_about(ada)
    if way == "page":
        address, data = reverse("admin:accounts_user_delete", args=[ada.pk]), {"post": "yes"}
    else:
        address = reverse("admin:accounts_user_changelist")
        data = {"action": "delete_selected", "_selected_action": str(ada.pk), "post": "yes"}
    page = admin_client.post(address, data).content.decode()
    assert "decide the open case or appeal first" in page
    assert User.objects.filter(pk=ada.pk).exists()
    decide(case)
    admin_client.post(address, data)
    assert not User.objects.filter(pk=ada.pk).exists()

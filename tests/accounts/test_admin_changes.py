"""What superusers change of the accounts of others: written down, and told to their owners."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from tests.accounts.helpers import OTHER_PASSWORD, PASSWORD, confirmed
from tests.accounts.test_admin import form_of
from tests.moderation.people import staff_group
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

OLD, NEW = "ada@example.org", "new@example.org"


@pytest.fixture
def boss_client() -> Client:
    return staff_client(User.objects.create_superuser("Boss", password=PASSWORD))


@pytest.fixture
def change(boss_client: Client, ada: User, django_capture_on_commit_callbacks: Any) -> Any:
    """Send the form of Ada's account with some fields changed, or left out where None."""

    def send(**fields: Any) -> None:
        address = reverse("admin:accounts_user_change", args=[ada.pk])
        sent = form_of(boss_client.get(address)) | fields
        data = {name: value for name, value in sent.items() if value is not None}
        with django_capture_on_commit_callbacks(execute=True):
            response = boss_client.post(address, data)
        assert response.status_code == 302, response.context["errors"]
        ada.refresh_from_db()

    return send


def email(field: str, row: int = 0) -> str:
    return f"emailaddress_set-{row}-{field}"


def logged() -> list[tuple[str, Any]]:
    return list(ModerationAction.objects.order_by("pk").values_list("action", "after"))


def test_another_email_is_logged_without_it_and_the_old_one_is_told(ada: User, change: Any) -> None:
    confirmed(ada)
    change(**{email("email"): NEW})
    assert logged() == [(Action.CHANGED_ACCOUNT, {"email": ["replaced"]})]
    kept = str(ModerationAction.objects.values().get())
    assert OLD not in kept
    assert NEW not in kept
    told = next(sent for sent in mail.outbox if sent.to == [OLD])
    assert "was changed" in told.subject
    assert "We won't email this one again" in told.body
    assert NEW not in told.body


def test_another_email_counts_once_its_owner_has_confirmed_it(ada: User, change: Any) -> None:
    confirmed(ada)
    change(**{email("email"): "New@Example.org", email("verified"): "on"})
    row = EmailAddress.objects.get()
    assert (row.email, row.verified, row.primary) == (NEW, False, True)
    assert ada.email == NEW
    asked = next(sent for sent in mail.outbox if sent.to == [NEW])
    assert "confirm-email" in asked.body


def test_an_address_nobody_had_confirmed_is_told_nothing(ada: User, change: Any) -> None:
    EmailAddress.objects.create(user=ada, email=OLD, primary=True)
    change(**{email("email"): NEW})
    assert [sent.to for sent in mail.outbox] == [[NEW]]


def test_an_email_that_is_taken_away_is_logged_and_told(ada: User, change: Any) -> None:
    confirmed(ada)
    change(**{email("DELETE"): "on"})
    assert logged() == [(Action.CHANGED_ACCOUNT, {"email": ["removed"]})]
    assert [sent.to for sent in mail.outbox] == [[OLD]]
    assert ada.email == ""


def test_a_first_email_becomes_the_primary_one(ada: User, change: Any) -> None:
    rows = {email("TOTAL_FORMS").replace("-0-", "-"): 1, email("email"): NEW, email("user"): ada.pk}
    change(**rows)
    assert logged() == [(Action.CHANGED_ACCOUNT, {"email": ["added"]})]
    assert EmailAddress.objects.get_primary(ada).email == ada.email == NEW


def test_an_email_may_be_confirmed_by_hand_on_the_record(ada: User, change: Any) -> None:
    EmailAddress.objects.create(user=ada, email=OLD, primary=True)
    change(**{email("verified"): "on"})
    assert EmailAddress.objects.get().verified
    assert logged() == [(Action.CHANGED_ACCOUNT, {"email": ["confirmed"]})]
    assert mail.outbox == []


def test_an_address_that_is_confirmed_elsewhere_is_refused(boss_client: Client, ada: User) -> None:
    confirmed(User.objects.create_user("Bob", NEW))
    confirmed(ada)
    address = reverse("admin:accounts_user_change", args=[ada.pk])
    data = form_of(boss_client.get(address)) | {email("email"): NEW}
    assert boss_client.post(address, data).status_code == 200
    assert EmailAddress.objects.get(user=ada).email == OLD


def test_storing_an_account_as_it_is_writes_and_tells_nothing(ada: User, change: Any) -> None:
    confirmed(ada)
    change()
    assert logged() == []
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"username": "Ada2"}, "Ada2 is your new name. Sign in with it from now on."),
        ({"is_active": None}, "Your account was closed"),
        ({"is_superuser": "on"}, "Your staff role was changed."),
    ],
)
def test_another_name_rights_or_a_closed_account_is_logged_and_told(
    ada: User, change: Any, fields: dict[str, Any], sentence: str
) -> None:
    confirmed(ada)
    change(**fields)
    assert ModerationAction.objects.get().action == Action.CHANGED_ACCOUNT
    (told,) = mail.outbox
    assert told.to == [OLD]
    assert sentence in told.body


def test_other_groups_are_logged_by_name(ada: User, change: Any) -> None:
    group: Group = staff_group("helper")
    change(groups=[group.pk])
    (act,) = ModerationAction.objects.all()
    assert (act.before["groups"], act.after["groups"]) == ([], ["helper"])


def test_a_replaced_password_is_logged_without_it_and_told(
    boss_client: Client, ada: User, django_capture_on_commit_callbacks: Any
) -> None:
    confirmed(ada)
    address = reverse("admin:auth_user_password_change", args=[ada.pk])
    data = {"usable_password": "true", "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    with django_capture_on_commit_callbacks(execute=True):
        boss_client.post(address, data)
    assert logged() == [(Action.CHANGED_ACCOUNT, {"password": "replaced"})]
    assert "Your password was changed" in mail.outbox[0].body


def test_a_role_is_told(
    boss_client: Client, ada: User, django_capture_on_commit_callbacks: Any
) -> None:
    confirmed(ada)
    with django_capture_on_commit_callbacks(execute=True):
        boss_client.post(
            reverse("moderation:role", args=[ada.pk]), {"role": "helper", "reason": "Helps"}
        )
    assert "Your staff role was changed" in mail.outbox[0].body


def test_an_added_account_is_logged(boss_client: Client) -> None:
    form = {"username": "Bob", "usable_password": "true", "password1": PASSWORD}
    boss_client.post(reverse("admin:accounts_user_add"), {**form, "password2": PASSWORD})
    assert logged() == [(Action.ADDED_ACCOUNT, {"username": "Bob"})]

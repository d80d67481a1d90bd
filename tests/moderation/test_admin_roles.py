"""Roles and rights: nobody gives themselves, or others, more than they have."""

import json
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from moderation.services.roles import role_of
from tests.moderation.panel import browser_of
from tests.moderation.people import make_player, make_staff
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

REASON = {"reason": "Has helped a lot"}


@pytest.fixture
def player() -> User:
    return make_player("Willing")


def give(client: Client, user: User, **data: Any) -> Any:
    return client.post(reverse("moderation:role", args=[user.pk]), REASON | data)


def test_a_role_opens_the_admin_and_is_logged(player: User) -> None:
    assert give(browser_of("admin"), player, role="moderator").status_code == 302
    player.refresh_from_db()
    assert (role_of(player), player.is_staff) == ("moderator", True)
    act = ModerationAction.objects.get(action=Action.CHANGED_ROLE)
    assert act.after == {"role": "moderator"}


def test_a_role_can_be_taken_away(player: User) -> None:
    client = browser_of("admin")
    give(client, player, role="senior")
    assert give(client, player, role="").status_code == 302
    player.refresh_from_db()
    assert (role_of(player), player.is_staff) == ("", False)


def test_a_wrong_role_is_refused(player: User, subtests: pytest.Subtests) -> None:
    client = browser_of("admin")
    wrong = [({"role": "king"}, 422), ({"role": "helper", "reason": ""}, 422), ({"role": ""}, 409)]
    for data, status in wrong:
        with subtests.test(data=data):
            assert give(client, player, **data).status_code == status
            player.refresh_from_db()
            assert not player.is_staff


def test_nobody_changes_their_own_role() -> None:
    admin = make_staff("admin")
    assert give(staff_client(admin), admin, role="helper").status_code == 403


def test_nobody_changes_the_role_of_somebody_who_may_do_more() -> None:
    root = make_player("Root", is_staff=True, is_superuser=True)
    assert give(browser_of("admin"), root, role="").status_code == 403
    root.refresh_from_db()
    assert root.is_staff


@pytest.mark.parametrize("page", ["accounts_user_change", "auth_user_password_change"])
def test_an_admin_cannot_take_over_the_account_of_a_superuser(page: str) -> None:
    root = make_player("Root", is_staff=True, is_superuser=True)
    data = {"username": "Mine", "password1": "lucky-otters-77", "password2": "lucky-otters-77"}
    address = reverse(f"admin:{page}", args=[root.pk])
    assert browser_of("admin").post(address, data).status_code == 403
    root.refresh_from_db()
    assert (root.username, root.password) == ("Root", "!")


def test_an_admin_cannot_make_superusers_by_the_form(player: User) -> None:
    client = browser_of("admin")
    address = reverse("admin:accounts_user_change", args=[player.pk])
    page = client.get(address)
    form = page.context["adminform"].form
    assert not {"is_superuser", "is_staff", "groups", "user_permissions"} & set(form.fields)
    data = {"username": "Willing", "is_superuser": "on", "is_staff": "on", "is_active": "on"}
    data |= {"emailaddress_set-TOTAL_FORMS": "0", "emailaddress_set-INITIAL_FORMS": "0"}
    client.post(address, data)
    player.refresh_from_db()
    assert not player.is_superuser
    assert not player.is_staff


def test_closing_an_account_is_logged(player: User) -> None:
    address = reverse("admin:accounts_user_change", args=[player.pk])
    data = {"emailaddress_set-TOTAL_FORMS": "0", "emailaddress_set-INITIAL_FORMS": "0"}
    assert browser_of("admin").post(address, data).status_code == 302
    act = ModerationAction.objects.get(action=Action.CHANGED_ACCOUNT)
    assert (act.before["is_active"], act.after["is_active"]) == (True, False)


def test_replacing_a_password_is_logged_without_it(player: User) -> None:
    address = reverse("admin:auth_user_password_change", args=[player.pk])
    data = {"usable_password": "true", "password1": "lucky-otters-77"}
    client = browser_of("superuser")
    assert client.post(address, data | {"password2": "lucky-otters-77"}).status_code == 302
    act = ModerationAction.objects.get(action=Action.CHANGED_ACCOUNT)
    assert act.after == {"password": "replaced"}


def test_deleting_an_account_is_logged(player: User) -> None:
    address = reverse("admin:accounts_user_delete", args=[player.pk])
    assert browser_of("superuser").post(address, {"post": "yes"}).status_code == 302
    act = ModerationAction.objects.get(action=Action.DELETED_ACCOUNT)
    assert act.subject_name == "Willing"


@pytest.mark.parametrize("role", ["moderator", "senior"])
def test_moderators_see_neither_addresses_nor_passwords(player: User, role: str) -> None:
    client = browser_of(role)
    for address in (
        reverse("admin:accounts_user_change", args=[player.pk]),
        reverse("admin:accounts_user_changelist"),
    ):
        page = client.get(address).content.decode()
        assert "Willing" in page
        assert "example.org" not in page
        assert "assword:" not in page
    found = client.get(reverse("admin:accounts_user_changelist"), {"q": "example.org"})
    assert found.context["cl"].result_count == 0


@pytest.mark.parametrize(
    ("role", "reads"), [("moderator", False), ("senior", False), ("admin", True)]
)
def test_the_history_of_an_account_is_for_those_who_may_change_it(
    player: User, role: str, reads: bool
) -> None:
    added = [{"added": {"name": "e-mail address", "object": "new@example.org"}}]
    LogEntry.objects.create(
        user=player,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(player.pk),
        action_flag=CHANGE,
        change_message=json.dumps(added),
    )
    answer = browser_of(role).get(reverse("admin:accounts_user_history", args=[player.pk]))
    assert answer.status_code == (200 if reads else 403)
    assert ("new@example.org" in answer.content.decode()) == reads

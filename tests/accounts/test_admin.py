"""Users in the admin."""

from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.guests import create_guest
from accounts.models import User
from tests.accounts.helpers import OTHER_PASSWORD, PASSWORD, become_guest, confirmed, errors, seat
from tests.html import elements, link
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

LIST = "admin:accounts_user_changelist"


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("Boss", password=PASSWORD)


@pytest.fixture
def boss_client(client: Client, boss: User) -> Client:
    return staff_client(boss, client)


def form_of(page: Any) -> dict[str, Any]:
    """Return what a browser would send back from an admin page."""
    admin_form = page.context["adminform"].form
    forms = [admin_form, *(f for s in page.context["inline_admin_formsets"] for f in s.formset)]
    forms += [s.formset.management_form for s in page.context["inline_admin_formsets"]]
    data = {
        bound.html_name: bound.value()
        for form in forms
        for bound in form
        if bound.value() is not None and bound.value() is not False
    }
    return {name: value for name, value in data.items() if "last_login" not in name}


def test_visitors_are_sent_to_the_sites_sign_in_page(client: Client) -> None:
    response = client.get(reverse("admin:login"))
    assert response.headers["Location"].startswith(reverse("account_login"))
    assert client.get(reverse(LIST)).status_code == 302


@pytest.mark.parametrize("guest", [True, False])
def test_players_and_guests_are_refused(client: Client, ada: User, guest: bool) -> None:
    if guest:
        become_guest(client)
    else:
        client.force_login(ada)
    response = client.get(reverse(LIST), follow=True)
    assert response.status_code == 403


@pytest.mark.parametrize("query", ["AD", "ada@example", "second@example.org"])
def test_users_are_found_by_name_or_email(boss_client: Client, ada: User, query: str) -> None:
    address = confirmed(ada)
    address.email = "second@example.org"
    address.save()
    page = boss_client.get(reverse(LIST), {"q": query})
    assert list(page.context["cl"].result_list) == [ada]


def test_guests_are_marked_and_can_be_filtered(boss_client: Client, ada: User) -> None:
    guest = create_guest()
    page = boss_client.get(reverse(LIST), {"is_guest__exact": 1})
    assert list(page.context["cl"].result_list) == [guest]
    assert elements(page, "td.field-role", "guest")


def test_the_page_of_a_user_links_to_the_games_and_shows_no_password(
    boss_client: Client, ada: User
) -> None:
    seat(ada)
    page = boss_client.get(reverse("admin:accounts_user_change", args=[ada.pk])).content.decode()
    assert link(page, "1") == f"{reverse('admin:games_game_changelist')}?q=Ada"
    assert ada.password not in page


def test_the_link_to_the_games_leads_to_them(boss_client: Client, ada: User) -> None:
    taken = seat(ada)
    page = boss_client.get(reverse("admin:games_game_changelist"), {"q": ada.username})
    assert list(page.context["cl"].result_list) == [taken.game]


def test_a_user_can_be_changed(boss_client: Client, ada: User) -> None:
    address = reverse("admin:accounts_user_change", args=[ada.pk])
    data = form_of(boss_client.get(address))
    response = boss_client.post(address, {**data, "username": "Ada2"})
    assert response.status_code == 302, response.context["errors"]
    ada.refresh_from_db()
    assert ada.username == "Ada2"


def test_an_email_can_be_changed_for_somebody(boss_client: Client, ada: User) -> None:
    confirmed(ada)
    address = reverse("admin:accounts_user_change", args=[ada.pk])
    data = form_of(boss_client.get(address))
    boss_client.post(address, {**data, "emailaddress_set-0-email": "new@example.org"})
    ada.refresh_from_db()
    assert ada.email == "new@example.org"


def test_the_admin_refuses_a_name_in_another_case(boss_client: Client, ada: User) -> None:
    create = reverse("admin:accounts_user_add")
    data = {"username": "ADA", "usable_password": "true", "password1": PASSWORD}
    page = boss_client.post(create, {**data, "password2": PASSWORD})
    assert errors(page, "username") == ["unique"]


def test_a_user_can_be_added(boss_client: Client) -> None:
    create = reverse("admin:accounts_user_add")
    data = {"username": "Bob", "usable_password": "true", "password1": PASSWORD}
    assert boss_client.post(create, {**data, "password2": PASSWORD}).status_code == 302
    assert User.objects.get(username="Bob").check_password(PASSWORD)


def test_closing_an_account_closes_its_sockets(boss_client: Client, ada: User) -> None:
    address = reverse("admin:accounts_user_change", args=[ada.pk])
    data = form_of(boss_client.get(address))
    del data["is_active"]
    with patch("lifecycle.admin.users.close_user_sockets") as close:
        boss_client.post(address, data)
    ada.refresh_from_db()
    assert not ada.is_active
    close.assert_called_once_with(ada.pk)


def test_replacing_a_password_closes_the_users_sockets(boss_client: Client, ada: User) -> None:
    address = reverse("admin:auth_user_password_change", args=[ada.pk])
    data = {"usable_password": "true", "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    with patch("lifecycle.admin.users.close_user_sockets") as close:
        assert boss_client.post(address, data).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password(OTHER_PASSWORD)
    close.assert_called_once_with(ada.pk)


@pytest.mark.parametrize("way", ["page", "list"])
def test_deleting_users_leaves_their_tables_first(boss_client: Client, ada: User, way: str) -> None:
    with patch("lifecycle.deletion.lobby.leave_everything") as leave:
        if way == "page":
            delete = reverse("admin:accounts_user_delete", args=[ada.pk])
            boss_client.post(delete, {"post": "yes"})
        else:
            data = {"action": "delete_selected", "_selected_action": [ada.pk], "post": "yes"}
            boss_client.post(reverse(LIST), data)
    leave.assert_called_once()
    assert not User.objects.filter(username="Ada").exists()


def test_a_superuser_is_made_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", "--username=admin", verbosity=0)
    user = User.objects.get(username="admin")
    assert user.is_staff
    assert user.is_superuser
    assert not user.is_guest
    assert user.check_password(PASSWORD)


def test_a_user_is_shown_by_the_username() -> None:
    user = User(username="Ada")
    assert str(user) == user.get_full_name() == user.get_short_name() == "Ada"
    assert user.get_absolute_url() == "/players/Ada/"

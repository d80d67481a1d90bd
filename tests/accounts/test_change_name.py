"""Another name for an account: once in 90 days, and the old one stays its owner's."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts import renaming
from accounts.models import FormerName, User
from lifecycle.data_export import account_of
from lifecycle.deletion import delete_user
from moderation.services.renaming import rename
from tests.accounts.helpers import PASSWORD, become_guest, errors, sign_in, sign_up, signed_in
from tests.html import elements
from tests.moderation.people import make_staff, sanctioned
from tests.refusals import codes
from tests.staff import staff_client

pytestmark = [pytest.mark.django_db, pytest.mark.services]

PAGE = "/accounts/name/"


@pytest.fixture
def ada(client: Client) -> User:
    sign_up(client, "Ada-L")
    return User.objects.get()


def change(client: Client, name: str) -> Any:
    return client.post(PAGE, {"username": name})


def later(user: User, days: int) -> None:
    """Have the user's changes of name be so many days ago."""
    user.former_names.update(changed_at=timezone.now() - timedelta(days=days))


def test_a_new_name_is_shown_and_the_old_page_leads_to_it_for_now(
    client: Client, ada: User
) -> None:
    assert change(client, "Countess")["Location"] == "/accounts/"
    ada.refresh_from_db()
    assert ada.username == "Countess"
    for old in ("Ada-L", "ada-l"):
        answer = Client().get(f"/players/{old}/")
        assert (answer.status_code, answer["Location"]) == (302, "/players/Countess/")
    assert "Countess" in client.get("/players/Countess/").content.decode()
    assert Client().get("/players/nobody-else/").status_code == 404


def test_the_next_change_is_90_days_later(client: Client, ada: User) -> None:
    change(client, "Countess")
    page = client.get(PAGE).content.decode()
    free_from = ada.former_names.get().changed_at + timedelta(days=90)
    assert elements(page, "[data-refusal]")
    assert elements(page, f"time[datetime='{free_from.isoformat(timespec='seconds')}']")
    assert codes(change(client, "Lovelace")) == ["name-too-soon"]
    later(ada, 89)
    assert change(client, "Lovelace").status_code == 409
    later(ada, 90)
    assert change(client, "Lovelace").status_code == 302
    ada.refresh_from_db()
    assert ada.username == "Lovelace"
    assert sorted(ada.former_names.values_list("username", flat=True)) == ["Ada-L", "Countess"]


@pytest.mark.parametrize("name", ["Ada-L", "ada_l", "AdaL", "Ada-1"])
def test_nobody_else_takes_the_old_name_or_one_like_it(
    client: Client, ada: User, name: str
) -> None:
    change(client, "Countess")
    assert errors(sign_up(Client(), name), "username") == ["username_taken"]
    other = Client()
    sign_up(other, "Babbage")
    assert errors(change(other, name), "username") == ["username_taken"]
    assert not User.objects.filter(username=name).exists()


def test_the_owner_takes_it_back_and_both_pages_lead_there(client: Client, ada: User) -> None:
    change(client, "Countess")
    later(ada, 91)
    assert change(client, "Ada-L").status_code == 302
    assert Client().get("/players/Ada-L/").status_code == 200
    assert Client().get("/players/Countess/")["Location"] == "/players/Ada-L/"


BAD_NAMES = [
    ("", "required"),
    ("ab", "min_length"),
    ("a" * 21, "max_length"),
    ("Ada Lovelace", "invalid"),
    ("Ädä", "invalid"),
    ("12345", "no-letter"),
    ("---", "no-letter"),
    ("Guest-ada", "like-a-guest"),
    ("moderator", "reserved"),
    ("Site-Admin", "like-staff"),
    ("BABBAGE", "username_taken"),
    ("Babb_age", "username_taken"),
    ("Ada-L", "unchanged"),
]


def test_a_name_is_looked_at_as_when_signing_up(
    client: Client, ada: User, subtests: pytest.Subtests
) -> None:
    sign_up(Client(), "Babbage")
    for name, code in BAD_NAMES:
        with subtests.test(name=name, code=code):
            answer = change(client, name)
            assert answer.status_code == 422
            assert errors(answer, "username") == [code]
            ada.refresh_from_db()
            assert ada.username == "Ada-L"
            assert not FormerName.objects.exists()


def test_a_name_that_is_taken_in_the_same_moment_is_refused(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(*_: object, **__: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(User, "save", taken)
    with pytest.raises(ValidationError):
        renaming.change_name(ada, "Countess")


def test_ones_own_name_can_be_spelt_otherwise(client: Client, ada: User) -> None:
    assert change(client, "ada_L").status_code == 302


def test_the_old_name_still_signs_in(client: Client, ada: User) -> None:
    change(client, "Countess")
    other = Client()
    sign_in(other, "Ada-L", PASSWORD)
    assert signed_in(other) == ada


@pytest.mark.parametrize("kind", ["chat-mute", "table-ban", "report-ban"])
def test_nobody_gets_away_from_a_sanction_under_another_name(
    client: Client, ada: User, kind: str
) -> None:
    sanctioned(ada, kind)
    answer = change(client, "Countess")
    assert answer.status_code == 403
    ada.refresh_from_db()
    assert ada.username == "Ada-L"


def test_a_name_that_a_moderator_replaced_is_not_taken_back(client: Client, ada: User) -> None:
    rename(make_staff("senior"), ada, "It is rude.")
    for name in ("Ada-L", "AdaL"):
        assert change(client, name).status_code == 422
    assert change(client, "Countess").status_code == 302
    ada.refresh_from_db()
    rename(make_staff("senior", "Second-One"), ada, "Again.")
    later(ada, 91)
    for name in ("Ada-L", "Countess"):
        assert change(client, name).status_code == 422
        assert errors(sign_up(Client(), name), "username")
    assert Client().get("/players/Ada-L/").status_code == 404


def test_a_name_is_replaced_in_every_spelling_that_the_user_had(client: Client, ada: User) -> None:
    change(client, "ada_L")
    ada.refresh_from_db()
    rename(make_staff("senior"), ada, "It is rude.")
    assert Client().get("/players/Ada-L/").status_code == 404


def test_guests_sign_up_for_a_name(client: Client) -> None:
    guest = become_guest(client)
    assert change(client, "Countess")["Location"] == "/accounts/signup/"
    guest.refresh_from_db()
    assert guest.is_guest


def test_former_names_are_in_the_data_and_go_with_the_account(client: Client, ada: User) -> None:
    change(client, "Countess")
    ada.refresh_from_db()
    assert [each["username"] for each in account_of(ada)["former_names"]] == ["Ada-L"]
    delete_user(ada)
    assert not FormerName.objects.exists()
    assert sign_up(Client(), "Ada-L").status_code == 302


def test_the_administration_finds_and_shows_former_names(client: Client, ada: User) -> None:
    change(client, "Countess")
    admin = staff_client(make_staff("admin"))
    assert "Ada-L" in admin.get(f"/admin/accounts/user/{ada.pk}/change/").content.decode()
    assert "Countess" in admin.get("/admin/accounts/user/?q=Ada-L").content.decode()

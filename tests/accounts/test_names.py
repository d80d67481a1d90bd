"""Names that pass for staff or for somebody else."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client

from accounts.lookalikes import fold
from accounts.models import User
from accounts.usernames import check_name
from tests.accounts.helpers import become_guest, errors, sign_up, signed_in
from tests.each_case import each_case

pytestmark = [pytest.mark.django_db, pytest.mark.services]

TAKEN = "username_taken"


def test_a_site_whose_name_has_no_latin_letter_refuses_no_other_names(settings: Any) -> None:
    settings.SITE_NAME = "骰子"
    check_name("Ada")


def lookalike_of(user: User, name: str) -> User:
    """Store somebody whose name looked like another's before that was refused."""
    return User.objects.create(username=name, is_lookalike=True)


LIKE_STAFF = [
    *("Nerve-Admin", "Adm1n", "moderator1", "5upport", "Adrnin", "M0derat0r", "SysAdmin"),
    *("Off1cial_Ada", "The-Site-Mod", "ModAda", "mod7", "5taff", "staff-42", "NerveTeam"),
    *("Can_t-St0p", "xXadminXx", "WebMaster2", "moderatornick", "Operator", "HelpDesk", "T3am"),
]


def test_a_name_that_passes_for_staff_is_refused(client: Client, subtests: pytest.Subtests) -> None:
    for name in LIKE_STAFF:
        with subtests.test(name=name), pytest.raises(ValidationError) as refused:
            check_name(name)
        assert refused.value.code in {"like-staff", "reserved"}, name
    assert errors(sign_up(client, LIKE_STAFF[0]), "username") == ["like-staff"]
    assert not User.objects.exists()


@each_case(
    "name",
    [
        *("Modesty", "Commodore", "Stafford", "Flagstaff", "BadmintonFan", "Badminton1"),
        *("Wladimir", "Damian", "TeamRocket", "Ada-L", "x1", "Madmax"),
    ],
)
def test_a_name_that_only_sounds_like_it_is_welcome(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize("name", ["12345", "___", "1-2_3", "---"])
def test_a_name_has_a_letter(client: Client, name: str) -> None:
    assert errors(sign_up(client, name), "username") == ["no-letter"]


def test_a_name_that_can_be_read_as_a_guests_is_refused(
    client: Client, subtests: pytest.Subtests
) -> None:
    for name in ["Gue5t-brave-otter", "9uest42", "6-u-e-s-t"]:
        with subtests.test(name=name):
            assert errors(sign_up(client, name), "username") == ["like-a-guest"]


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        *(("Niels77", "NieIs77"), ("Niels77", "nie1s77"), ("Niels77", "N-iels_77")),
        *(("Bob10", "B0blo"), ("Marnie", "Mamie"), ("Ewan", "Evvan"), ("Ada", "A_da-")),
    ],
)
def test_a_name_that_passes_for_somebody_elses_is_taken(
    client: Client, taken: str, name: str
) -> None:
    User.objects.create_user(taken)
    assert errors(sign_up(client, name), "username") == [TAKEN]
    assert User.objects.count() == 1


@pytest.mark.parametrize(("taken", "name"), [("Bob1", "Bob2"), ("Sam5", "Sams"), ("Tom", "Torn2")])
def test_a_name_that_can_be_told_apart_is_free(client: Client, taken: str, name: str) -> None:
    User.objects.create_user(taken)
    sign_up(client, name)
    assert User.objects.filter(username=name).exists()


@pytest.mark.parametrize("name", ["Ada_L-1", "NIELS77", "Iiil10", "arnvvern", "---a", "Wvv-Rn_0"])
def test_the_database_folds_names_as_the_site_does(name: str) -> None:
    user = User.objects.create_user(name)
    user.refresh_from_db()
    assert user.folded_username == fold(name)
    assert list(User.objects.looking_like(name)) == [user]


def test_the_database_refuses_a_name_that_looks_like_another() -> None:
    User.objects.create_user("Niels77")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("NieIs77")


def test_a_guest_who_signs_up_under_a_lookalike_stays_a_guest(client: Client) -> None:
    User.objects.create_user("Niels77")
    guest = become_guest(client)
    assert errors(sign_up(client, "NieIs77"), "username") == [TAKEN]
    guest.refresh_from_db()
    assert guest.is_guest
    assert signed_in(client) == guest


def test_who_had_a_lookalike_before_keeps_it_and_nobody_else_gets_it(client: Client) -> None:
    first = User.objects.create_user("Niels77")
    second = lookalike_of(first, "NieIs77")
    second.full_clean(exclude=["password"])
    first.delete()
    assert errors(sign_up(client, "N1els77"), "username") == [TAKEN]


def test_the_migration_marks_all_but_the_oldest_of_those_that_look_alike() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX user_folded_username_once")
    names = ["Niels77", "Bob", "NieIs77", "N1els77"]
    users = [User.objects.create_user(name) for name in names]
    migration = import_module("accounts.migrations.0005_folded_names")
    migration.mark_lookalikes(apps, SimpleNamespace(connection=connection))
    marked = User.objects.filter(is_lookalike=True)
    assert set(marked) == {users[2], users[3]}


def test_the_administration_refuses_such_a_name_for_a_player(subtests: pytest.Subtests) -> None:
    User.objects.create_user("Niels77")
    user = User.objects.create_user("Ada")
    for name in ["Adm1n", "NieIs77", "1234", "Guest-1"]:
        with subtests.test(name=name):
            user.username = name
            with pytest.raises(ValidationError) as error:
                user.full_clean(exclude=["password"])
            assert "username" in error.value.message_dict


def test_staff_may_be_called_what_they_are() -> None:
    user = User.objects.create_user("Ada", is_staff=True)
    user.username = "Moderator-Ada"
    user.full_clean(exclude=["password"])


def test_an_account_from_before_a_rule_can_still_be_changed() -> None:
    user = User.objects.create_user("Nerve-Admin")
    user.is_active = False
    user.full_clean(exclude=["password"])

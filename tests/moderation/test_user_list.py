"""The list of users: who came lately, and what accounts have in common."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import ADDRESSES_KEPT
from accounts.models import SeenAddress, User
from moderation.admin.user_history import neighbours
from moderation.models import Case
from tests.games.factories import make_running_game
from tests.moderation.people import make_player, make_staff, sanctioned
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

LIST = "admin:accounts_user_changelist"


@pytest.fixture
def viewer() -> User:
    return make_staff("moderator", "Viewer")


def share_address(*users: User, ago: timedelta = timedelta()) -> None:
    for user in users:
        SeenAddress.objects.create(user=user, hashed="same", seen_at=timezone.now() - ago)


def rows(viewer: User, **asked: str) -> dict[str, Any]:
    """Return the accounts of the list by name, as it reads them."""
    page = staff_client(viewer).get(reverse(LIST), asked)
    assert page.status_code == 200
    return {user.username: user for user in page.context["cl"].result_list}


def column(user: Any, name: str) -> str:
    return str(getattr(admin.site._registry[User], name)(user))


def test_nobody_reads_their_own_cases_and_addresses_in_the_list(viewer: User) -> None:
    Case.objects.create(subject=viewer, subject_name="Viewer", category="chat")
    sanctioned(pat := make_player("Pat"))
    share_address(viewer, pat)
    own = rows(viewer)["Viewer"]
    hints = ("cases", "same_address")
    assert {column(own, name) for name in hints} == {"–"}
    assert "Viewer" not in rows(viewer, hint="address")
    assert not rows(viewer, near=str(viewer.pk))
    assert set(rows(viewer, near=str(pat.pk))) == {"Pat"}


def test_games_and_cases_of_accounts_are_counted(viewer: User) -> None:
    pat = make_player("Pat")
    make_player("Quiet")
    for _ in range(3):
        make_running_game(pat, "bold")
    for category in ("chat", "name"):
        Case.objects.create(subject=pat, subject_name="Pat", category=category)
    found = rows(viewer)
    assert (found["Pat"].game_count, found["Pat"].case_count) == (3, 2)
    assert (found["Quiet"].game_count, found["Quiet"].case_count) == (0, 0)


def test_what_all_accounts_have_is_not_joined_to_show_a_page_of_them(
    viewer: User, rf: RequestFactory
) -> None:
    request = rf.get("/")
    request.user = viewer
    assert " JOIN " not in str(admin.site._registry[User].get_queryset(request)[:50].query)


def test_who_shares_an_address_is_a_neighbour(viewer: User) -> None:
    pat, sam = make_player("Pat"), make_player("Sam")
    make_player("Far-away")
    share_address(pat, sam)
    assert [(found, found.shared) for found in neighbours(pat)] == [(sam, 1)]
    found = rows(viewer)
    assert f"near={pat.pk}" in column(found["Pat"], "same_address")
    assert column(found["Far-away"], "same_address") == "–"
    assert set(rows(viewer, near=str(pat.pk))) == {"Pat", "Sam"}


def test_an_address_of_long_ago_makes_nobody_a_neighbour(viewer: User) -> None:
    pat, sam = make_player("Pat"), make_player("Sam")
    share_address(pat)
    share_address(sam, ago=ADDRESSES_KEPT + timedelta(minutes=1))
    assert not neighbours(pat)
    assert not any(user.neighbour for user in rows(viewer).values())


def test_the_list_is_filtered_by_the_address_of_somebody_sanctioned(viewer: User) -> None:
    sanctioned(old := make_player("Old"))
    new = make_player("Newcomer")
    make_player("Harmless")
    share_address(old, new)
    assert set(rows(viewer, hint="address")) == {"Newcomer"}


def test_a_link_to_no_account_lists_nobody(viewer: User, subtests: pytest.Subtests) -> None:
    make_player("Pat")
    for written in ["x", "0", "999999", "9" * 30]:
        with subtests.test(written=written):
            assert not rows(viewer, near=written)

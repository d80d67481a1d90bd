"""The list of new accounts, and who signed in from the address of another."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import KEPT
from accounts.models import SeenAddress, User
from accounts.moderation.admin.new_accounts import accounts
from accounts.moderation.admin.shared_addresses import neighbours
from accounts.moderation.models import Case
from tests.games.factories import make_running_game
from tests.moderation.people import make_player, make_staff
from tests.staff import staff_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def viewer() -> User:
    return make_staff("moderator", "Viewer")


def share_address(*users: User, ago: timedelta = timedelta()) -> None:
    for user in users:
        SeenAddress.objects.create(user=user, hashed="same", seen_at=timezone.now() - ago)


def columns(viewer: User, *names: str) -> list[tuple[Any, ...]]:
    found: Any = accounts(viewer, guests=True, shared=False)
    return list(found.values_list(*names))


def test_nobody_finds_themselves_and_their_cases_among_the_new_accounts(viewer: User) -> None:
    Case.objects.create(suspect=viewer, suspect_name="Viewer", room="chat")
    make_player("Newcomer")
    page = staff_client(viewer).get(reverse("moderation:new_accounts"))
    assert [account.username for account in page.context["accounts"]] == ["Newcomer"]


def test_games_and_cases_of_new_accounts_are_counted(viewer: User) -> None:
    pat = make_player("Pat")
    make_player("Quiet")
    for _ in range(3):
        make_running_game(pat, "bold")
    for room in ("chat", "name"):
        Case.objects.create(suspect=pat, suspect_name="Pat", room=room)
    counted = columns(viewer, "username", "game_count", "case_count")
    assert counted == [("Quiet", 0, 0), ("Pat", 3, 2)]


def test_what_all_accounts_have_is_not_joined_to_show_a_page_of_them(viewer: User) -> None:
    assert " JOIN " not in str(accounts(viewer, guests=True, shared=False)[:50].query)


def test_who_shares_an_address_is_a_neighbour(viewer: User) -> None:
    pat, sam = make_player("Pat"), make_player("Sam")
    make_player("Far-away")
    share_address(pat, sam)
    assert [(found.user, found.shared) for found in neighbours(pat)] == [(sam, 1)]
    marked = columns(viewer, "username", "neighbour")
    assert marked == [("Far-away", False), ("Sam", True), ("Pat", True)]


def test_an_address_of_long_ago_makes_nobody_a_neighbour(viewer: User) -> None:
    pat, sam = make_player("Pat"), make_player("Sam")
    share_address(pat)
    share_address(sam, ago=KEPT + timedelta(minutes=1))
    assert neighbours(pat) == []
    assert columns(viewer, "neighbour") == [(False,), (False,)]

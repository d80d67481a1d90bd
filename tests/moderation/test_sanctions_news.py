"""Each sanction is told in one place at a time."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sanctions.models import Sanction
from moderation.services import cases
from tests.moderation.people import make_player, sanctioned
from tests.moderation.reported import claimed_case

pytestmark = pytest.mark.django_db
Kind = Sanction.Kind

TOLD = "data-news="
WRITTEN = "A moderator wrote to you."


@pytest.fixture
def pat() -> User:
    return make_player()


@pytest.fixture
def browser(client: Client, pat: User) -> Client:
    client.force_login(pat)
    return client


@pytest.mark.parametrize("kind", [Kind.WARNING, Kind.SUSPENSION])
def test_a_page_in_the_way_tells_of_its_sanction_once(
    kind: Sanction.Kind, browser: Client, pat: User
) -> None:
    sanctioned(pat, kind)
    page = browser.get(reverse("lobby"), headers={"accept": "text/html"}).content.decode()
    assert TOLD not in page


def test_the_page_to_appeal_tells_of_its_sanction_so_that_no_other_does(
    browser: Client, pat: User
) -> None:
    read = sanctioned(pat, Kind.TABLE_BAN)
    sanctioned(pat, Kind.CHAT_MUTE)
    page = browser.get(reverse("appeal", args=[read.pk])).content.decode()
    assert f'{TOLD}"table-ban"' not in page
    assert f'{TOLD}"chat-mute"' in page


# --- Messages without a sanction


def test_a_message_is_told_on_every_page_until_it_was_read(
    browser: Client, pat: User, moderator: User
) -> None:
    case = claimed_case(moderator, pat)
    cases.decide(moderator, case.pk, "no-breach", to_subject="Please be kinder.")
    for _ in range(2):
        assert WRITTEN in browser.get(reverse("lobby")).content.decode()
    page = browser.get(reverse("my_sanctions")).content.decode()
    assert "Please be kinder." in page
    assert WRITTEN not in page
    assert WRITTEN not in browser.get(reverse("lobby")).content.decode()


def test_a_decision_without_a_message_tells_of_none(
    browser: Client, pat: User, moderator: User
) -> None:
    cases.decide(moderator, claimed_case(moderator, pat).pk, "no-breach")
    assert WRITTEN not in browser.get(reverse("lobby")).content.decode()


def test_nobody_is_told_of_a_message_to_another(
    browser: Client, moderator: User, rude: User
) -> None:
    cases.decide(moderator, claimed_case(moderator, rude).pk, "upheld", to_subject="Be kinder.")
    assert WRITTEN not in browser.get(reverse("lobby")).content.decode()

"""Canned reasons, and the ends of sanctions."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import Sanction
from moderation.models import MessageTemplate
from tests.html import elements, one
from tests.moderation.people import make_staff
from tests.moderation.reported import claimed_case
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

END = datetime(2126, 1, 2, 3, 4, tzinfo=UTC)
GIVEN = {"kind": "chat-mute", "length": "day", "reason": "You shouted."}


@pytest.fixture
def client(moderator: User) -> Client:
    return staff_client(moderator)


@pytest.fixture
def canned(db: None) -> MessageTemplate:
    return MessageTemplate.objects.get(audience="reason", title="Insults in chat")


def give(client: Client, user: User, **data: str) -> Any:
    return client.post(reverse("moderation:give", args=[user.pk]), GIVEN | data)


# --- Reasons


def test_a_reason_is_put_in_without_scripts_and_nothing_is_given_yet(
    client: Client, rude: User, canned: MessageTemplate
) -> None:
    page = give(client, rude, fill="reason", template_reason=str(canned.pk), length="week")
    form = page.context["form"]
    assert form["reason"].value() == f"You shouted.\n\n{canned.text}"
    assert form["length"].value() == "week"
    assert not Sanction.objects.exists()


def test_a_decision_has_canned_reasons_too(
    client: Client, moderator: User, rude: User, canned: MessageTemplate
) -> None:
    case = claimed_case(moderator, rude)
    data = {"fill": "reason", "template_reason": canned.pk, "chat-mute": "day"}
    page = client.post(reverse("moderation:case_decide", args=[case.pk]), data)
    assert page.context["form"]["reason"].value() == canned.text
    assert canned.title in page.content.decode()


def test_a_case_offers_the_reasons_of_its_room(moderator: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    page = staff_client(moderator).get(reverse("admin:moderation_case_change", args=[case.pk]))
    shown = page.content.decode()
    assert "Insults in chat" in shown
    deciding = str(one(shown, ":has(> #mod-decide)").html)
    assert "Insults in chat" in deciding
    assert "Games left early" not in deciding


def test_the_chat_monitor_suggests_reasons(client: Client, canned: MessageTemplate) -> None:
    page = client.get(reverse("moderation:monitor")).content.decode()
    assert elements(page, f"option[value='{canned.text}']")


# --- Ends


@pytest.mark.parametrize("written", ["2126-01-02T03:04", "2126-01-02 03:04"])
def test_a_sanction_may_end_at_a_moment_written_in_utc(
    client: Client, rude: User, written: str
) -> None:
    give(client, rude, until=written)
    assert Sanction.objects.get().ends_at == END


def test_a_decision_may_name_the_end_of_its_sanctions(
    client: Client, moderator: User, rude: User
) -> None:
    case = claimed_case(moderator, rude)
    data = {"verdict": "upheld", "chat-mute": "day", "reason": "Rude", "until": "2126-01-02 03:04"}
    client.post(reverse("moderation:case_decide", args=[case.pk]), data)
    assert Sanction.objects.get().ends_at == END


NO_ENDS = ["2020-01-01 00:00", "tomorrow", "0001-01-01 00:00", "9999-12-31 23:59", "1" * 400]


def test_an_end_that_is_past_or_no_moment_is_refused(
    client: Client, rude: User, subtests: pytest.Subtests
) -> None:
    for written in NO_ENDS:
        with subtests.test(written=written):
            response = give(client, rude, until=written)
            assert response.status_code == 422
            assert not Sanction.objects.exists()


def test_it_is_said_beside_the_field_that_the_moment_is_in_utc(client: Client, rude: User) -> None:
    page = client.get(reverse("moderation:give", args=[rude.pk]))
    assert "UTC" in str(page.context["form"]["until"].help_text)
    assert elements(page, "[name=until]")


def test_a_helper_has_only_the_short_lengths(rude: User) -> None:
    helper = staff_client(make_staff("helper"))
    page = helper.get(reverse("moderation:give", args=[rude.pk])).content.decode()
    assert not elements(page, "[name=until]")
    give(helper, rude, until="2126-01-02 03:04")
    end = Sanction.objects.get().ends_at
    assert end is not None
    assert end < timezone.now() + timedelta(days=1, minutes=1)

"""Canned reasons, and moments: how moderators write them, and filter by them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.moderation.models import MessageTemplate
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from tests.moderation.people import make_staff, sanctioned
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
    assert "Left games" not in shown.partition('id="mod-decide"')[2].partition("</form>")[0]


def test_the_chat_monitor_suggests_reasons(client: Client, canned: MessageTemplate) -> None:
    page = client.get(reverse("moderation:monitor")).content.decode()
    assert f'<option value="{canned.text}">' in page


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


@pytest.mark.parametrize(
    "written", ["2020-01-01 00:00", "tomorrow", "0001-01-01 00:00", "9999-12-31 23:59", "1" * 400]
)
def test_an_end_that_is_past_or_no_moment_is_refused_with_a_sentence(
    client: Client, rude: User, written: str
) -> None:
    response = give(client, rude, until=written)
    assert response.status_code == 422
    page = response.content.decode()
    assert "still to come" in page or "Please write a moment as 2026-11-30 18:00, in UTC." in page
    assert not Sanction.objects.exists()


def test_it_is_said_beside_the_field_that_the_moment_is_in_utc(client: Client, rude: User) -> None:
    before = timezone.now()
    page = client.get(reverse("moderation:give", args=[rude.pk])).content.decode()
    days = {f"{moment:%Y-%m-%d}" for moment in (before, timezone.now())}
    assert any(f"In UTC, where it is {day} " in page for day in days)


def test_a_helper_has_only_the_short_lengths(rude: User) -> None:
    helper = staff_client(make_staff("helper"))
    page = helper.get(reverse("moderation:give", args=[rude.pk])).content.decode()
    assert 'name="until"' not in page
    give(helper, rude, until="2126-01-02 03:04")
    end = Sanction.objects.get().ends_at
    assert end is not None
    assert end < timezone.now() + timedelta(days=1, minutes=1)


# --- Filters


def found(client: Client, name: str, **asked: str) -> Any:
    return client.get(reverse(f"admin:moderation_{name}_changelist"), asked)


def test_the_sanctions_between_two_moments_are_listed(client: Client, rude: User) -> None:
    for day in (1, 2, 3):
        sanctioned(rude, starts_at=datetime(2026, 3, day, 12, tzinfo=UTC))
    page = found(
        client, "sanction", starts_at__gte="2026-03-02T12:00", starts_at__lt="2026-03-03 12:00"
    )
    assert [each.starts_at.day for each in page.context["cl"].result_list] == [2]
    assert '="2026-03-02T12:00"' in page.content.decode()


def test_a_filter_by_moments_keeps_the_other_filters(client: Client, rude: User) -> None:
    page = found(client, "sanction", kind__exact="chat-mute", starts_at__gte="2026-03-02T12:00")
    assert '<input type="hidden" name="kind__exact" value="chat-mute">' in page.content.decode()


def test_the_log_is_filtered_by_moments(client: Client) -> None:
    log.write(None, Action.MUTED)
    later = (timezone.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    page = found(client, "moderationaction", created_at__gte=later)
    assert page.context["cl"].result_count == 0
    page = found(client, "moderationaction", created_at__lt=later)
    assert page.context["cl"].result_count == 1


@pytest.mark.parametrize(
    "written", ["yesterday", "0001-01-01", "9999-12-31T23:59", "\0", "9" * 500]
)
def test_a_filter_that_is_no_moment_finds_nothing_and_says_so(
    client: Client, rude: User, written: str
) -> None:
    sanctioned(rude)
    page = found(client, "sanction", starts_at__gte=written)
    assert page.status_code == 200
    assert page.context["cl"].result_count == 0
    assert "Please write a moment" in page.content.decode()

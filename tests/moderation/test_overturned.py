"""Who overturned how many decisions of the others."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import GameRuling
from moderation.admin.overturned import Record, records
from moderation.models import Appeal
from moderation.services import cases
from tests.games.factories import make_finished_game
from tests.moderation.people import make_staff, sanctioned
from tests.moderation.reported import claimed_case
from tests.staff import staff_client

pytestmark = pytest.mark.django_db


def of(user: User) -> Record:
    return records(timezone.now() - timedelta(days=365))[user.pk]


def test_a_sanction_that_somebody_else_lifted_counts_as_overturned(
    moderator: User, other: User, rude: User
) -> None:
    now = timezone.now()
    sanctioned(rude, given_by=moderator)
    sanctioned(rude, given_by=moderator, revoked_at=now, revoked_by=moderator)
    lifted = sanctioned(rude, given_by=moderator, revoked_at=now, revoked_by=other)
    Appeal.objects.create(sanction=lifted)
    record = of(moderator)
    assert (record.sanctions, record.appealed, record.lifted, record.percent) == (3, 1, 1, 33)
    assert record.by == {other.pk: 1}


def test_a_ruling_counts_as_overruled_when_the_next_one_is_somebody_elses(
    moderator: User, other: User
) -> None:
    for first, second in ((moderator, other), (other, other)):
        game = make_finished_game("rule-of-28", "rule-of-28", resign_after=12)
        GameRuling.objects.create(game=game, kind="annul", note="x", ruled_by=first)
        GameRuling.objects.create(game=game, kind="unannul", note="y", ruled_by=second)
    assert (of(moderator).rulings, of(moderator).overruled) == (1, 1)
    assert (of(other).rulings, of(other).overruled) == (3, 0)


def test_cases_are_counted_and_what_is_older_than_a_year_is_not(
    moderator: User, rude: User
) -> None:
    case = claimed_case(moderator, rude)
    cases.decide(moderator, case.pk, "no-breach")
    sanctioned(rude, given_by=moderator, created_at=timezone.now() - timedelta(days=400))
    assert (of(moderator).cases, of(moderator).sanctions) == (1, 0)


def test_the_page_names_them_and_its_links_lead_to_the_lists(
    moderator: User, other: User, rude: User
) -> None:
    cases.decide(moderator, claimed_case(moderator, rude).pk, "upheld")
    now = timezone.now()
    lifted = sanctioned(rude, given_by=moderator, revoked_at=now, revoked_by=other)
    client = staff_client(make_staff("senior"))
    page = client.get(reverse("moderation:overturned")).content.decode()
    assert "Other 1" in page
    query = f"?state=lifted&given_by__id__exact={moderator.pk}"
    found = client.get(reverse("admin:moderation_sanction_changelist") + query)
    assert list(found.context["cl"].result_list) == [lifted]
    query = f"?state=decided&decided_by__id__exact={moderator.pk}"
    found = client.get(reverse("admin:moderation_case_changelist") + query)
    assert found.context["cl"].result_count == 1


def test_the_page_outlives_the_accounts_of_those_who_overturned(
    moderator: User, other: User, rude: User
) -> None:
    sanctioned(rude, given_by=moderator, revoked_at=timezone.now(), revoked_by=other)
    other.delete()
    assert of(moderator).lifted == 1
    client = staff_client(make_staff("senior"))
    assert client.get(reverse("moderation:overturned")).status_code == 200

"""Which cases are claimed and which sanctions hold: the same everywhere in the panel."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.moderation.admin.dashboard import categories, dashboard
from accounts.moderation.models import Case
from accounts.moderation.services import reports
from accounts.sanctions.models import Sanction
from tests.moderation.panel import browser_of
from tests.moderation.people import make_player, sanctioned
from tests.moderation.reported import case_about, claimed_case

pytestmark = pytest.mark.django_db

CASES = "admin:moderation_case_changelist"
SANCTIONS = "admin:moderation_sanction_changelist"
AGO = timedelta(seconds=1)


def listed(client: Client, name: str, state: str) -> list[Any]:
    return list(client.get(reverse(name), {"state": state}).context["cl"].result_list)


def check_is_claimed(case: Case, moderator: User, claimed: bool) -> None:
    """Check that every page says the same of whether somebody looks at the only open case."""
    browser = browser_of("superuser")
    case = Case.objects.get(pk=case.pk)
    assert case.is_claimed == claimed
    assert listed(browser, CASES, "claimed") == ([case] if claimed else [])
    assert listed(browser, CASES, "free") == ([] if claimed else [case])
    assert sum(line["free"] for line in categories(moderator)) == (0 if claimed else 1)
    assert dashboard(moderator)["mine"] == (case if claimed else None)
    state = reports.State.LOOKED_AT if claimed else reports.State.RECEIVED
    assert reports.state_of(case.reports.get()) == state


def test_a_claimed_case_is_claimed_everywhere(moderator: User, rude: User) -> None:
    check_is_claimed(claimed_case(moderator, rude), moderator, claimed=True)


def test_a_claim_that_ran_out_is_none_anywhere(moderator: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    Case.objects.update(claimed_until=timezone.now() - AGO)
    check_is_claimed(case, moderator, claimed=False)


def test_the_claim_of_an_account_that_is_gone_is_none_anywhere(
    moderator: User, other: User, rude: User
) -> None:
    case = case_about(rude)
    Case.objects.update(claimed_until=timezone.now() + timedelta(minutes=9))
    check_is_claimed(case, moderator, claimed=False)


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, "holds"),
        ({"kind": Sanction.Kind.WARNING}, "holds"),
        ({"kind": Sanction.Kind.WARNING, "acknowledged_at": timezone.now()}, "over"),
        ({"starts_at": timezone.now() - 2 * AGO, "ends_at": timezone.now() - AGO}, "over"),
        ({"revoked_at": timezone.now()}, "lifted"),
    ],
)
def test_a_sanction_is_in_one_state(fields: dict[str, Any], state: str) -> None:
    sanction, browser = sanctioned(make_player("Rude"), **fields), browser_of("moderator")
    found = [
        name for name in ("holds", "over", "lifted") if sanction in listed(browser, SANCTIONS, name)
    ]
    assert found == [state]
    shown = browser.get(reverse(SANCTIONS)).content.decode()
    assert ('alt="True"' in shown) == (state == "holds")

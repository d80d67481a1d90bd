"""Which cases are claimed and which sanctions hold: the same everywhere in the panel."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import Sanction
from moderation.admin.dashboard import categories, dashboard
from moderation.models import Case
from moderation.services import reports
from tests.html import elements
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


def test_a_sanction_is_in_one_state() -> None:
    now, rude = timezone.now(), make_player("Rude")
    warned = {"kind": Sanction.Kind.WARNING}
    expected = {
        "holds": {sanctioned(rude), sanctioned(rude, **warned)},
        "over": {
            sanctioned(rude, **warned, acknowledged_at=now),
            sanctioned(rude, starts_at=now - 2 * AGO, ends_at=now - AGO),
        },
        "lifted": {sanctioned(rude, revoked_at=now)},
    }
    browser = browser_of("moderator")
    for state, sanctions in expected.items():
        page = browser.get(reverse(SANCTIONS), {"state": state})
        assert set(page.context["cl"].result_list) == sanctions
        marks = elements(page, "[alt=True]")
        assert len(marks) == (len(sanctions) if state == "holds" else 0)

"""The public numbers of moderation, month by month."""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.sanctions import log
from accounts.sanctions.actions import Action
from lifecycle.deletion import delete_user
from moderation.models import Case, Report
from moderation.numbers import months
from moderation.services import appeals, renaming, sanctions
from tests.moderation.people import make_player, make_staff, sanctioned

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def fresh_cache(settings: Any) -> None:
    """Let every test count for itself."""
    location = {"LOCATION": secrets.token_hex(8)}
    local = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": local} | location}


def decided(verdict: str, at: datetime = NOW) -> Case:
    return Case.objects.create(subject_name="x", category="chat", decided_at=at, verdict=verdict)


def test_there_are_twelve_months_the_present_one_first() -> None:
    found = [month.start for month in months(NOW)]
    assert (found[0], found[2], found[-1]) == (
        datetime(2026, 3, 1, tzinfo=UTC),
        datetime(2026, 1, 1, tzinfo=UTC),
        datetime(2025, 4, 1, tzinfo=UTC),
    )
    assert len(found) == 12


def test_decisions_are_counted_in_their_month() -> None:
    for verdict in ("upheld", "no-breach", "upheld"):
        decided(verdict)
    decided("upheld", NOW - timedelta(days=31))
    march, february, *_others = months(NOW)
    assert (march.decided, march.upheld) == (3, 2)
    assert (february.decided, february.upheld) == (1, 1)


def test_reports_sanctions_and_appeals_are_counted_in_their_month() -> None:
    now = timezone.now()  # the log goes by no other clock
    case = decided("upheld", now)
    Report.objects.create(case=case, target="player", target_id=1, reason="other", created_at=now)
    for action in (
        Action.MUTED,
        Action.WARNED,
        Action.RENAMED,
        Action.LIFTED,
        Action.LIFTED_ON_APPEAL,
    ):
        log.write(None, action)
    log.write(None, Action.APPEALED)
    present, former, *_others = months(now)
    assert (present.reports, present.sanctioned, present.appeals, present.lifted) == (1, 3, 1, 1)
    assert dict(present.kinds) == {"chat mute": 1, "warning": 2}
    assert (former.appeals, former.lifted) == (0, 0)
    later = {month.start: month for month in months(now + timedelta(days=31))}
    assert later[present.start] == present


def test_what_was_counted_stays_when_the_account_goes() -> None:
    moderator, judge, pat = make_staff("moderator"), make_staff("senior"), make_player()
    mute = sanctions.give(moderator, pat, "chat-mute", "You called somebody names.")
    appeal = appeals.open_appeal(pat, mute, "I said nothing.")
    appeals.answer(judge, appeal, "You are right.", Action.LIFTED_ON_APPEAL)
    renaming.rename(judge, pat, "It offends people.")
    before = months()[0]
    assert (before.sanctioned, before.appeals, before.lifted) == (2, 1, 1)
    delete_user(pat)
    assert months()[0] == before


def test_what_is_older_than_a_year_is_left_out() -> None:
    decided("upheld", NOW - timedelta(days=400))
    assert not any(month.decided for month in months(NOW))


def test_everybody_may_read_the_page_and_it_names_nobody(client: Client) -> None:
    sanctioned(make_player("Nameless"))
    page = client.get(reverse("transparency")).content.decode()
    assert "Cases decided" in page
    assert "Nameless" not in page


def test_the_numbers_of_the_page_are_counted_once_an_hour(client: Client) -> None:
    decided("upheld", timezone.now())
    first = client.get(reverse("transparency"))
    decided("upheld", timezone.now())
    again = client.get(reverse("transparency"))
    assert [page.context["months"][0].decided for page in (first, again)] == [1, 1]
    cache.clear()
    assert client.get(reverse("transparency")).context["months"][0].decided == 2


def test_the_page_takes_a_few_queries_however_much_there_is(
    client: Client, django_assert_max_num_queries: object
) -> None:
    for _ in range(19):
        decided("upheld")
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        client.get(reverse("transparency"))

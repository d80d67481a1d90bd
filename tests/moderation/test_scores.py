"""Scores: what makes a case more pressing, and by how much."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from moderation.models import Case, Report
from moderation.services import reports, scores
from moderation.services.scores import (
    EARLIER_CASE,
    FURTHER_REPORT,
    OF_GUESTS,
    OF_THE_SITE,
    POINTS,
)
from tests.games.factories import make_finished_game, make_user
from tests.moderation.reported import case_about, comment_of, report_comment


def decided(reporter: User, verdict: str, times: int = 1) -> None:
    """Let so many earlier reports of this user be decided."""
    for _ in range(times):
        subject = make_user(f"was-{Case.objects.count()}")
        case = case_about(subject, reporter)
        Case.objects.filter(pk=case.pk).update(verdict=verdict, decided_at=timezone.now())
        Report.objects.filter(case=case).update(is_open=False)


def test_every_reason_counts() -> None:
    assert set(POINTS) == set(Report.Reason)


def test_a_first_report_counts_its_reason(vera: User, rude: User) -> None:
    assert report_comment(vera, comment_of(rude), "spam").score == POINTS["spam"]


def test_who_was_right_before_counts_more_and_who_was_wrong_less(rude: User) -> None:
    right, wrong = make_user("Right"), make_user("Wrong")
    decided(right, "upheld", 3)
    decided(wrong, "no-breach", 3)
    comment = comment_of(rude)
    high = report_comment(right, comment).score
    low = report_comment(wrong, comment).score
    assert low < POINTS["abuse"] < high


def test_no_record_makes_a_report_count_below_nothing(
    vera: User, rude: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scores, "RECORD", 5)
    decided(vera, "no-breach", 5)
    assert report_comment(vera, comment_of(rude)).score == 0


def test_the_report_of_a_guest_counts_less(rude: User) -> None:
    guest = make_user("Guest-1", is_guest=True)
    make_finished_game(rude, guest, resign_after=12)
    made = report_comment(guest, comment_of(rude))
    assert made.score == POINTS["abuse"] * OF_GUESTS


def test_each_further_report_adds_less(vera: User, rude: User) -> None:
    comment = comment_of(rude)
    first = report_comment(vera, comment).case
    first.refresh_from_db()
    second = report_comment(make_user("Otto"), comment).case
    second.refresh_from_db()
    assert second.score == pytest.approx(first.score * (1 + FURTHER_REPORT))


def test_a_further_report_costs_the_same_however_many_there_are(
    vera: User, rude: User, django_assert_num_queries: Any
) -> None:
    comment = comment_of(rude)
    report_comment(vera, comment)
    with CaptureQueriesContext(connection) as second:
        report_comment(make_user("Otto"), comment)
    for number in range(3):
        report_comment(make_user(f"Otto-{number}"), comment)
    with django_assert_num_queries(len(second)):
        report_comment(make_user("Otto-9"), comment)


def test_a_further_report_leaves_the_others_as_they_were(vera: User, rude: User) -> None:
    comment = comment_of(rude)
    first = report_comment(vera, comment)
    decided(vera, "upheld", 3)
    report_comment(make_user("Otto"), comment)
    first.refresh_from_db()
    assert first.score == POINTS["abuse"]


def test_cases_that_were_acted_on_make_the_next_more_pressing(vera: User, rude: User) -> None:
    case = case_about(rude, vera)
    Case.objects.update(verdict="upheld", decided_at=timezone.now())
    Report.objects.update(is_open=False)
    again = report_comment(make_user("Otto"), comment_of(rude)).case
    again.refresh_from_db()
    assert again.score == pytest.approx(POINTS["abuse"] * (1 + EARLIER_CASE))
    assert again != case


def test_an_automatic_report_has_a_weight_of_its_own(rude: User) -> None:
    comment = comment_of(rude)
    made = reports.automatic(rude, "abuse", "comment", comment.pk, "A word of the list.")
    assert made is not None
    assert made.score == POINTS["abuse"] * OF_THE_SITE

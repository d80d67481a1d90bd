"""What the page of a case shows of a report: from the snapshot that the services made of it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from moderation.admin import evidence
from moderation.models import Case
from moderation.services import claims, reports
from tests.games.factories import make_user
from tests.html import one, plain, text_of
from tests.moderation.panel import case_page
from tests.moderation.reported import comment_of, line_of, report_comment
from tests.staff import staff_client


def page_of_next_case(moderator: User) -> str:
    case = claims.take_next(moderator)
    assert case is not None
    return staff_client(moderator).get(case_page(case)).content.decode()


def test_a_reported_line_is_read_with_what_was_said_around_it(
    vera: User, rude: User, moderator: User
) -> None:
    line = line_of(rude, "You <b>worm</b>")
    line_of(vera, "Please stop", line.game)
    reports.report(vera, "line", line.pk, "abuse", "")
    line.delete()
    page = page_of_next_case(moderator)
    assert "You <b>worm</b>" in text_of(one(page, ".mod-reported"))
    words = plain(page)
    assert words.index("You <b>worm</b>") < words.index("Please stop")


def test_a_reported_comment_is_read_with_the_others_on_its_step(
    vera: User, rude: User, moderator: User
) -> None:
    comment = comment_of(rude, "You worm")
    reports.report(vera, "comment", comment.pk, "abuse", "", code=comment.game.code)
    comment.delete()
    page = page_of_next_case(moderator)
    assert "You worm" in text_of(one(page, ".mod-reported"))
    assert "Comments on the same step" in page


def many_reports(subject: User, count: int) -> Case:
    """Return the case of so many reports of one comment, each by somebody else."""
    comment = comment_of(subject)
    for number in range(count):
        case = report_comment(make_user(f"{subject.username}-{number}"), comment).case
    return case


def test_the_page_shows_the_latest_reports_and_counts_the_others(
    rude: User, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "MOST_REPORTS", 2)
    case = many_reports(rude, 3)
    page = page_of_next_case(moderator)
    assert "3 reports" in page
    assert "And 1 older report." in page
    shown = [shown["report"].reporter for shown in evidence.evidence_of(case, moderator)]
    assert [user.username for user in shown if user] == ["Rude-1", "Rude-2"]


def test_a_page_that_shows_everything_counts_no_others(rude: User, moderator: User) -> None:
    many_reports(rude, 2)
    assert "older report" not in page_of_next_case(moderator)


def test_the_evidence_of_many_reports_costs_what_that_of_two_does(
    rude: User, moderator: User
) -> None:
    asked = []
    for subject, count in ((rude, 2), (make_user("Ruder"), 6)):
        case = many_reports(subject, count)
        with CaptureQueriesContext(connection) as queries:
            assert len(evidence.evidence_of(case, moderator)) == count
        asked.append(len(queries))
    assert asked[0] == asked[1]

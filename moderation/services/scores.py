"""The urgency of cases: from the reasons, reporters and number of reports, and from the wait."""

from datetime import timedelta
from typing import Any

from django.db.models import Count, F, FloatField, Func, Q, QuerySet, Value
from django.utils import timezone

from moderation.models import Case, Report

Reason = Report.Reason

POINTS: dict[str, float] = {
    Reason.ABUSE: 40,
    Reason.SPAM: 25,
    Reason.STALLING: 20,
    Reason.LEAVING: 20,
    Reason.HELP: 30,
    Reason.ACCOUNTS: 30,
    Reason.NAME: 35,
    Reason.OTHER: 15,
}
"""A report's points by its reason."""

RECORD = 0.75
"""Weight of the reporter's record. 0: it has no effect; 1: it scales points from 0 to double."""

OF_GUESTS = 0.5
OF_THE_SITE = 0.8
FURTHER_REPORT = 0.7
"""Each further report of a case has this share of the weight of the report before."""

EARLIER_CASE = 0.25
"""Share of points added for each upheld case about the same user in the last year."""

A_DAY = 4.0
"""Points for each day that a case waits, so that no case waits for ever."""

YEAR = timedelta(days=365)
SECONDS_A_DAY = 86400.0


class Epoch(Func):
    """A moment in seconds, for calculations in the database."""

    output_field = FloatField()
    template = "EXTRACT(EPOCH FROM %(expressions)s)"

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "(julianday(%(expressions)s) * 86400.0)"
        return self.as_sql(compiler, connection, template=template, **context)


def of_report(report: Report) -> float:
    points = POINTS[report.reason]
    if report.is_automatic:
        return points * OF_THE_SITE
    if report.reporter is None:
        return points
    if report.reporter.is_guest:
        points *= OF_GUESTS
    trust = trust_in(report.reporter.pk)[report.reporter.pk]
    return points * max(0.0, 1 + RECORD * (2 * trust - 1))


def trust_in(*reporters: int) -> dict[int, float]:
    """Return the share of each user's reports that were upheld; 1/2 for users without reports."""
    decided = Report.objects.filter(reporter__in=reporters, is_open=False)
    upheld = Count("pk", filter=Q(case__verdict=Case.Verdict.UPHELD))
    counts = decided.values_list("reporter").annotate(total=Count("pk"), upheld=upheld)
    return dict.fromkeys(reporters, 0.5) | {
        # Count one more report that was upheld, and one that was not: so one report decides little.
        reporter: (right + 1) / (total + 2)
        for reporter, total, right in counts
    }


def of_case(case: Case) -> float:
    """Return the score of a case, without points for waiting."""
    # Further reports count less, so that friends cannot push a case to the top.
    counts = sorted(case.reports.values_list("score", flat=True), reverse=True)
    points = sum(count * FURTHER_REPORT**place for place, count in enumerate(counts))
    upheld = Case.objects.filter(
        subject__isnull=False,
        subject=case.subject_id,
        verdict=Case.Verdict.UPHELD,
        decided_at__gte=timezone.now() - YEAR,
    )
    return points * (1 + EARLIER_CASE * upheld.count())


def add(report: Report) -> None:
    """Store the score of a new report, and the new score of its case."""
    report.score = of_report(report)
    report.save(update_fields=["score"])
    # Other reports keep their scores, even if their reporters' records have changed.
    report.case.score = of_case(report.case)
    report.case.save(update_fields=["score"])


def by_urgency(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return the cases, the most urgent first. `urgency`: the score and points for waiting."""
    waited = Epoch(Value(timezone.now())) - Epoch(F("opened_at"))
    gained = waited * (A_DAY / SECONDS_A_DAY)
    return cases.annotate(urgency=F("score") + gained).order_by("-urgency", "pk")

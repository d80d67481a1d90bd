"""How pressing a case is: what was reported, by which users, how often, and how long it waits.

A report counts its reason's points, more or less by its reporter's record. Those of a case are
added up, each further one less. A case gains some points for every day it waits, so that none
waits for ever.
"""

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
"""What a report counts by its reason."""

RECORD = 0.75
"""How much the reporter's record matters: 0 not at all; 1 from nothing to double."""

OF_GUESTS = 0.5
OF_THE_SITE = 0.8
FURTHER_REPORT = 0.7
"""What each further report of a case counts, as a share of the one before."""

EARLIER_CASE = 0.25
"""What each case about the same person that was upheld in the last year adds, as a share."""

A_DAY = 4.0
"""What a case gains with each day it waits."""

YEAR = timedelta(days=365)
SECONDS_A_DAY = 86400.0


class Epoch(Func):
    """A moment as seconds, so that the database can sort by how long something waits."""

    output_field = FloatField()
    template = "EXTRACT(EPOCH FROM %(expressions)s)"

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "(julianday(%(expressions)s) * 86400.0)"
        return self.as_sql(compiler, connection, template=template, **context)


def of_report(report: Report) -> float:
    """Return what a report counts by itself."""
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
    """Return by user the share of their reports that were upheld: one half for those with none."""
    decided = Report.objects.filter(reporter__in=reporters, is_open=False)
    upheld = Count("pk", filter=Q(case__verdict=Case.Verdict.UPHELD))
    counts = decided.values_list("reporter").annotate(total=Count("pk"), upheld=upheld)
    return dict.fromkeys(reporters, 0.5) | {
        reporter: (right + 1) / (total + 2) for reporter, total, right in counts
    }


def of_case(case: Case) -> float:
    """Return what a case counts, without the time it waits."""
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
    """Store the score of a new report, and that of its case; other reports keep theirs."""
    report.score = of_report(report)
    report.save(update_fields=["score"])
    report.case.score = of_case(report.case)
    report.case.save(update_fields=["score"])


def by_urgency(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return the cases, the most pressing one first.

    Each has its `urgency`: the score, and what it has gained by waiting.
    """
    waited = Epoch(Value(timezone.now())) - Epoch(F("opened_at"))
    gained = waited * (A_DAY / SECONDS_A_DAY)
    return cases.annotate(urgency=F("score") + gained).order_by("-urgency", "pk")

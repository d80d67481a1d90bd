"""How pressing a case is: what was reported, by which users, how often, and how long it waits.

A report counts its reason's weight, more or less by its reporter's record. Those of a case are
added up, each further one less. For every day a case waits it gains as much as `day` says, so
that none waits for ever. The weights can be changed in the administration.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import Count, F, FloatField, Func, Q, QuerySet, Value
from django.utils import timezone

from accounts.moderation.models import Case, Report, Weight
from accounts.moderation.weights import DEFAULTS

YEAR = timedelta(days=365)
SECONDS_A_DAY = 86400.0


class Epoch(Func):
    """A moment as seconds, so that the database can sort by how long something waits."""

    output_field = FloatField()
    template = "EXTRACT(EPOCH FROM %(expressions)s)"

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "(julianday(%(expressions)s) * 86400.0)"
        return self.as_sql(compiler, connection, template=template, **context)


def weights() -> dict[str, float]:
    """Return all weights by name."""
    return DEFAULTS | dict(Weight.objects.values_list("name", "value"))


def of_report(report: Report, weight: Mapping[str, float] | None = None) -> float:
    """Return what a report counts by itself."""
    weight = weight or weights()
    points = weight[f"reason-{report.reason}"]
    if report.is_automatic:
        return points * weight["automatic"]
    if report.reporter is None:
        return points
    if report.reporter.is_guest:
        points *= weight["guest"]
    trust = trust_in(report.reporter.pk)[report.reporter.pk]
    return points * max(0.0, 1 + weight["record"] * (2 * trust - 1))


def trust_in(*reporters: int) -> dict[int, float]:
    """Return by user the share of their reports that were upheld: one half for those with none."""
    decided = Report.objects.filter(reporter__in=reporters, is_open=False)
    upheld = Count("pk", filter=Q(case__verdict=Case.Verdict.UPHELD))
    counts = decided.values_list("reporter").annotate(total=Count("pk"), upheld=upheld)
    return dict.fromkeys(reporters, 0.5) | {
        reporter: (right + 1) / (total + 2) for reporter, total, right in counts
    }


def of_case(case: Case, weight: Mapping[str, float] | None = None) -> float:
    """Return what a case counts, without the time it waits."""
    weight = weight or weights()
    counts = sorted(case.reports.values_list("score", flat=True), reverse=True)
    points = sum(count * weight["further"] ** place for place, count in enumerate(counts))
    return points * (1 + weight["repeat"] * _upheld_before(case))


def add(report: Report) -> None:
    """Store the score of a new report, and that of its case; other reports keep theirs."""
    weight = weights()
    _score(report, weight)
    _store(report.case, weight)


def refresh(case: Case) -> None:
    """Work the score of an open case out again, with those of its reports, and store it."""
    weight = weights()
    for report in case.reports.select_related("reporter"):
        _score(report, weight)
    _store(case, weight)


def _score(report: Report, weight: Mapping[str, float]) -> None:
    report.score = of_report(report, weight)
    report.save(update_fields=["score"])


def _store(case: Case, weight: Mapping[str, float]) -> None:
    case.score = of_case(case, weight)
    case.save(update_fields=["score"])


def refresh_all() -> None:
    """Work all open cases out again, in the transaction that changed a weight."""
    for case in Case.objects.select_for_update().filter(decided_at=None).order_by("pk"):
        refresh(case)


def by_urgency(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return the cases, the most pressing one first.

    Each has its `urgency`: the score, and what it has gained by waiting.
    """
    waited = Epoch(Value(timezone.now())) - Epoch(F("opened_at"))
    gained = waited * (weights()["day"] / SECONDS_A_DAY)
    return cases.annotate(urgency=F("score") + gained).order_by("-urgency", "pk")


def _upheld_before(case: Case) -> int:
    if case.suspect_id is None:
        return 0
    return Case.objects.filter(
        suspect=case.suspect_id,
        verdict=Case.Verdict.UPHELD,
        decided_at__gte=timezone.now() - YEAR,
    ).count()

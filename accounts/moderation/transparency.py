"""What moderation did, month by month, in numbers that name nobody."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from statistics import median

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from accounts.moderation.case_models import Appeal, Case, Report
from accounts.moderation.models import Sanction

MONTHS = 12


@dataclass(frozen=True)
class Month:
    """The numbers of one month."""

    start: datetime
    reports: int
    hours: list[float] = field(repr=False)
    upheld: int
    sanctions: dict[str, int]
    appeals: int
    lifted: int

    @property
    def decided(self) -> int:
        """How many cases were decided."""
        return len(self.hours)

    @property
    def median_hours(self) -> float | None:
        """Half of the cases were decided within so many hours."""
        return median(self.hours) if self.hours else None

    @property
    def sanctioned(self) -> int:
        """How many sanctions were given, of all kinds."""
        return sum(self.sanctions.values())

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """The sanctions by kind, as many as there were."""
        labels = dict(Sanction.Kind.choices)
        return [(str(labels[kind]), count) for kind, count in sorted(self.sanctions.items())]


def months(now: datetime | None = None) -> list[Month]:
    """Return the last twelve months, the present one first."""
    starts = _starts(now or timezone.now())
    first = starts[-1]
    reports = _by_month(Report.objects.filter(created_at__gte=first), "created_at")
    appeals = _by_month(Appeal.objects.filter(opened_at__gte=first), "opened_at")
    lifted = Appeal.objects.filter(status=Appeal.Status.LIFTED, closed_at__gte=first)
    lifted_by = _by_month(lifted, "closed_at")
    sanctions = _sanctions(first)
    hours, upheld = _decisions(first)
    return [
        Month(
            start=start,
            reports=reports[start],
            hours=hours.get(start, []),
            upheld=upheld[start],
            sanctions=sanctions.get(start, {}),
            appeals=appeals[start],
            lifted=lifted_by[start],
        )
        for start in starts
    ]


def _starts(now: datetime) -> list[datetime]:
    """Return when the last months began, the latest first."""
    start = _month_of(now)
    starts = [start]
    while len(starts) < MONTHS:
        last = starts[-1]
        year, month = (last.year - 1, 12) if last.month == 1 else (last.year, last.month - 1)
        starts.append(last.replace(year=year, month=month))
    return starts


def _month_of(moment: datetime) -> datetime:
    return moment.astimezone(timezone.get_current_timezone()).replace(
        day=1, hour=0, minute=0, second=0, microsecond=0
    )


def _by_month(rows: "QuerySet[Report] | QuerySet[Appeal]", column: str) -> Counter[datetime]:
    counted: Iterable[tuple[datetime, int]] = (
        rows.annotate(month=TruncMonth(column)).values_list("month").annotate(Count("pk"))
    )
    return Counter(dict(counted))


def _sanctions(first: datetime) -> dict[datetime, dict[str, int]]:
    given = Sanction.objects.filter(created_at__gte=first)
    counted = given.annotate(month=TruncMonth("created_at")).values_list("month", "kind")
    found: dict[datetime, dict[str, int]] = {}
    for month, kind, count in counted.annotate(Count("pk")):
        found.setdefault(month, {})[kind] = count
    return found


def _decisions(first: datetime) -> tuple[dict[datetime, list[float]], Counter[datetime]]:
    """Return the hours each case took, and how many were acted on, by month."""
    hours: dict[datetime, list[float]] = {}
    upheld: Counter[datetime] = Counter()
    decided = Case.objects.filter(decided_at__gte=first)
    for opened_at, decided_at, verdict in decided.values_list("opened_at", "decided_at", "verdict"):
        if decided_at is None:
            continue
        month = _month_of(decided_at)
        hours.setdefault(month, []).append((decided_at - opened_at).total_seconds() / 3600)
        upheld[month] += verdict == Case.Verdict.UPHELD
    return hours, upheld

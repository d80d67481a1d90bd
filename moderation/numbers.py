"""Moderation in numbers: the public report by months, and decisions that were overturned.

Counted in the log, because sanctions and appeals are deleted with an account.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

from django.core.cache import cache
from django.db.models import Count, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from moderation.models import Case, Report
from moderation.services.sanctions import GIVEN

MONTHS = 12
HOUR = 3600

KINDS = {action: kind for kind, action in GIVEN.items()}
KINDS |= {Action.RENAMED: Sanction.Kind.WARNING}
"""The kind of sanction that each act gives: a replaced name comes with a warning."""

RULINGS = frozenset({Action.ANNULLED, Action.UNANNULLED, Action.AWARDED, Action.ENDED})


@dataclass(frozen=True)
class Month:
    start: datetime
    reports: int
    decided: int
    upheld: int
    sanctions: dict[str, int]  # numbers of sanctions by kind
    appeals: int
    lifted: int

    @property
    def sanctioned(self) -> int:
        return sum(self.sanctions.values())

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """Each kind of sanction that was given, with the number of sanctions."""
        labels = dict(Sanction.Kind.choices)
        return [(str(labels[kind]), count) for kind, count in sorted(self.sanctions.items())]


def latest_months() -> list[Month]:
    """Return the last twelve months, cached for an hour because the page is public."""
    return cast("list[Month]", cache.get_or_set("moderation-months", months, HOUR))


def months(now: datetime | None = None) -> list[Month]:
    """Return the last twelve months, the present month first."""
    now = now or timezone.now()
    # Count months since year 0, so that the turn of the year needs no extra code.
    last = now.year * 12 + now.month - 1
    ago = [divmod(last - back, 12) for back in range(MONTHS)]
    starts = [datetime(year, month + 1, 1, tzinfo=UTC) for year, month in ago]
    first = starts[-1]
    reports = _by_month(Report.objects.filter(created_at__gte=first))
    appeals = _by_month(_acts(first, Action.APPEALED))
    lifted = _by_month(_acts(first, Action.LIFTED_ON_APPEAL))
    sanctions = _sanctions(first)
    cases = Case.objects.filter(decided_at__gte=first)
    decided = _by_month(cases, "decided_at")
    upheld = _by_month(cases.filter(verdict=Case.Verdict.UPHELD), "decided_at")
    return [
        Month(
            start=start,
            reports=reports[start],
            decided=decided[start],
            upheld=upheld[start],
            sanctions=sanctions.get(start, {}),
            appeals=appeals[start],
            lifted=lifted[start],
        )
        for start in starts
    ]


def _acts(first: datetime, *done: str) -> QuerySet[ModerationAction]:
    return ModerationAction.objects.filter(created_at__gte=first, action__in=done)


def _by_month(rows: QuerySet[Any], moment: str = "created_at") -> Counter[datetime]:
    months = rows.annotate(month=TruncMonth(moment)).values_list("month")
    return Counter(dict(months.annotate(Count("pk"))))


def _sanctions(first: datetime) -> dict[datetime, Counter[str]]:
    given = _acts(first, *KINDS).annotate(month=TruncMonth("created_at"))
    found: dict[datetime, Counter[str]] = {}
    for month, action, count in given.values_list("month", "action").annotate(Count("pk")):
        found.setdefault(month, Counter())[KINDS[action]] += count
    return found


@dataclass
class Record:
    """A moderator's decisions. overturned: how many, by number of the user who overturned them."""

    name: str = ""
    decisions: int = 0
    overturned: Counter[int] = field(default_factory=Counter)

    @property
    def percent(self) -> int:
        return round(100 * self.overturned.total() / self.decisions) if self.decisions else 0


def records(since: datetime) -> dict[int, Record]:
    """Return the record of each moderator since then, by the number of the user.

    A sanction is overturned if someone else lifts it; a ruling, if someone else makes the next
    ruling on the same game.
    """
    found: defaultdict[int, Record] = defaultdict(Record)
    standing: dict[str, int] = {}
    acts = _acts(since, *KINDS, *RULINGS, Action.LIFTED).exclude(target="")
    rows = acts.order_by("pk").values_list("target", "action", "actor", "actor_name")
    for target, action, actor, name in rows.iterator():
        if actor is None:  # the site itself
            continue
        found[actor].name = name  # the latest name, if the user changed it
        # A ruling replaces an earlier ruling; a lifted sanction cannot be overturned again.
        before = standing.pop(target, actor)
        if before != actor:
            found[before].overturned[actor] += 1
        if action != Action.LIFTED:
            found[actor].decisions += 1
            standing[target] = actor
    return dict(found)

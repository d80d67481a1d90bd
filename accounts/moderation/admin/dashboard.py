"""The front page of the admin: what waits, for those who may do something about it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q
from django.utils import timezone

from accounts.models import User
from accounts.moderation.models import Appeal, Case, Category, Report, claimed_now
from accounts.moderation.services import claims
from accounts.sanctions.models import Sanction

DAY = timedelta(days=1)


@dataclass(frozen=True)
class CategoryLine:
    """One category's queue in a line."""

    category: str
    name: str
    open: int
    free: int
    oldest: datetime | None


@dataclass(frozen=True)
class LastDay:
    """What came in and what was done in the last 24 hours."""

    reports: int
    decided: int
    upheld: int
    sanctions: int
    new_accounts: int
    my_decisions: int


def categories(user: User) -> list[CategoryLine]:
    """Return the queue of every category: how many open cases, how many unclaimed, the oldest.

    Without what is about the user who looks, as in the queue itself.
    """
    counted = {
        category: (count, held, oldest)
        for category, count, held, oldest in Case.objects.filter(decided_at=None)
        .exclude(subject=user)
        .values_list("category")
        .annotate(all=Count("pk"), held=Count("pk", filter=claimed_now()), oldest=Min("opened_at"))
    }
    lines = []
    for category in Category:
        count, held, oldest = counted.get(category.value, (0, 0, None))
        name = str(category.label)
        lines.append(CategoryLine(category.value, name, count, count - held, oldest))
    return lines


def appeals_waiting(user: User) -> tuple[int, datetime | None]:
    """Return how many appeals of others wait for an answer, and since when the first one does."""
    others = Appeal.objects.filter(status=Appeal.Status.OPEN).exclude(sanction__user=user)
    found = others.aggregate(count=Count("pk"), oldest=Min("waits_since"))
    return found["count"], found["oldest"]


def last_day(user: User) -> LastDay:
    """Return the numbers of the last 24 hours."""
    since = timezone.now() - DAY
    decided = Case.objects.filter(decided_at__gte=since).aggregate(
        all=Count("pk"),
        upheld=Count("pk", filter=Q(verdict=Case.Verdict.UPHELD)),
        mine=Count("pk", filter=Q(decided_by=user)),
    )
    return LastDay(
        reports=Report.objects.filter(created_at__gte=since).count(),
        decided=decided["all"],
        upheld=decided["upheld"],
        sanctions=Sanction.objects.filter(created_at__gte=since).count(),
        new_accounts=User.objects.filter(date_joined__gte=since, is_guest=False).count(),
        my_decisions=decided["mine"],
    )


def dashboard(user: User) -> dict[str, object]:
    """Return what the dashboard shows this user; nothing that they may not look at."""
    found: dict[str, object] = {}
    if user.has_perm("moderation.handle_cases"):
        found |= {
            "categories": categories(user),
            "mine": claims.claimed_by(user),
            "day": last_day(user),
        }
    if user.has_perm("moderation.answer_appeals"):
        count, oldest = appeals_waiting(user)
        found |= {"appeals": count, "appeals_since": oldest, "sees_appeals": True}
    return found

"""The admin's front page: the work that waits for this user."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import Sanction
from moderation.models import Appeal, Case, Category, Report, claimed_now
from moderation.services import claims

DAY = timedelta(days=1)


def categories(user: User) -> list[dict[str, Any]]:
    """Return numbers of open cases for each category, without cases about the user."""
    others = Case.objects.filter(decided_at=None).exclude(subject=user)
    counted = others.values("category").annotate(
        open=Count("pk"), free=Count("pk", filter=~claimed_now()), oldest=Min("opened_at")
    )
    # Empty categories are shown, too.
    found = {line["category"]: line for line in counted}
    none: dict[str, Any] = {"open": 0, "free": 0, "oldest": None}
    return [
        {**found.get(category.value, none), "category": category.value, "name": category.label}
        for category in Category
    ]


def appeals_waiting(user: User) -> tuple[int, datetime | None]:
    """Return the number of other users' appeals that wait, and since when the oldest waits."""
    others = Appeal.objects.filter(status=Appeal.Status.OPEN).exclude(sanction__user=user)
    found = others.aggregate(count=Count("pk"), oldest=Min("waits_since"))
    return found["count"], found["oldest"]


def last_day(user: User) -> dict[str, int]:
    since = timezone.now() - DAY
    decided = Case.objects.filter(decided_at__gte=since)
    return decided.aggregate(
        decided=Count("pk"),
        upheld=Count("pk", filter=Q(verdict=Case.Verdict.UPHELD)),
        my_decisions=Count("pk", filter=Q(decided_by=user)),
    ) | {
        "reports": Report.objects.filter(created_at__gte=since).count(),
        "sanctions": Sanction.objects.filter(created_at__gte=since).count(),
        "new_accounts": User.objects.filter(date_joined__gte=since, is_guest=False).count(),
    }


def dashboard(user: User) -> dict[str, object]:
    """Return the values for the parts of the front page that this user may see."""
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

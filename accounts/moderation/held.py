"""The case a moderator has claimed: what they do meanwhile is logged as part of it."""

from collections.abc import Iterable

from accounts.models import User
from accounts.moderation.case_models import Case


def held_about(moderator: User, users: Iterable[int | None]) -> Case | None:
    """Return the case about one of these users that this moderator has claimed, if any.

    A claim whose time is over still counts while nobody else has taken the case.
    """
    return Case.objects.filter(claimed_by=moderator, decided_at=None, suspect__in=users).first()

"""What keeps an account from being deleted: a case about its owner, or an appeal, not decided."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.moderation.appeal_models import Appeal
from accounts.moderation.case_models import Case


def is_held() -> Q:
    """Return the condition that moderators owe somebody a decision.

    An appeal that waits for its owner's next message holds nothing: they may never write it.
    """
    cases = Case.objects.filter(suspect=OuterRef("pk"), decided_at=None)
    appeals = Appeal.objects.filter(sanction__user=OuterRef("pk"), waits_since__isnull=False)
    return Q(Exists(cases)) | Q(Exists(appeals))


def held(users: QuerySet[User]) -> QuerySet[User]:
    """Return those of these users whose accounts cannot be deleted now."""
    return users.filter(is_held())


def holds(user: User) -> bool:
    """Return whether the account of this user cannot be deleted now."""
    return held(User.objects.filter(pk=user.pk)).exists()

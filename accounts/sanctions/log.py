"""The log of every act of moderation: written in the transaction of the act, never changed."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from accounts.models import User
from accounts.sanctions.models import ModerationAction, changes_in_words


def case_in_hand(moderator: User, users: Iterable[int | None]) -> Any:
    """Return the moderator's claimed, undecided case about one of these users, for the log."""
    # An expired claim still counts until another moderator claims the case. Read through the
    # relation, because the module of cases is in a layer above.
    return moderator.claimed_cases.filter(decided_at=None, subject__in=users).first()


def write(  # noqa: PLR0913 - an act has this many sides
    actor: User | None,
    action: str,
    *,
    subject: User | None = None,
    target: str = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    sentence: str = "",
    reason: str = "",
    case: Model | None = None,
) -> ModerationAction:
    """Add an act to the log. actor: None for the site itself.

    target: the thing acted on, such as "line 17" or "game bcdf2345".
    sentence: the change in English; by default, made from `before` and `after`.
    """
    before, after = before or {}, after or {}
    return ModerationAction.objects.create(
        actor=actor.pk if actor else None,
        actor_name=actor.username if actor else "",
        action=action,
        subject=subject.pk if subject else None,
        subject_name=subject.username if subject else "",
        target=target,
        before=before,
        after=after,
        sentence=sentence or changes_in_words(before, after),
        reason=reason,
        case=case.pk if case else None,
    )

"""The log of every act of moderation: written in the transaction of the act, never changed."""

from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.moderation import chain, verbs
from accounts.moderation.case_models import Case
from accounts.moderation.models import ModerationAction


def write(  # noqa: PLR0913 - an act has this many sides
    actor: User | None,
    verb: str,
    *,
    suspect: User | None = None,
    target: str = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
    case: Case | None = None,
) -> ModerationAction:
    """Note an act. actor: None for the site itself.  verb: past tense, such as "muted".

    target: what it was done to besides the user, such as "line 17" or "game bcdf2345".
    """
    act = ModerationAction.objects.create(
        actor=actor.pk if actor else None,
        actor_name=actor.username if actor else "",
        verb=verb,
        suspect=suspect.pk if suspect else None,
        suspect_name=suspect.username if suspect else "",
        target=target,
        before=before or {},
        after=after or {},
        reason=reason,
        case=case.pk if case else None,
        # One's own appeal is no act as a moderator.
        review=actor is not None and actor.is_trainee and verb != verbs.APPEALED,
    )
    # Robust: what is done stays done. An act left out is added with the next check, or in a day.
    transaction.on_commit(partial(chain.extend, act.pk), robust=True)
    return act

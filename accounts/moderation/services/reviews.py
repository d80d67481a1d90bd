"""What trainees did, for somebody with more experience to look at."""

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderation.models import Review
from accounts.moderation.services.errors import (
    Conflict,
    Invalid,
    NotFound,
    Recused,
)
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction

PERMISSION = "moderation.review_trainees"


def may_review(user: User) -> bool:
    """Return whether this user may say anything of what trainees did: no trainee may."""
    return user.has_perm(PERMISSION) and not user.is_trainee


def waiting(reviewer: User) -> QuerySet[ModerationAction]:
    """Return the acts of trainees that nobody has looked at, the oldest first.

    Without the user's own and those against them: these tell what others noted about the user.
    """
    acts = ModerationAction.objects.filter(review=True, reviewed=None)
    others = acts.exclude(Q(actor=reviewer.pk) | Q(suspect=reviewer.pk))
    return others.order_by("created_at", "pk")


def review(reviewer: User, act_id: int, right: bool, note: str = "") -> Review:
    """Say whether what a trainee did was right. What was wrong needs a note to learn from."""
    if not may_review(reviewer):
        raise PermissionDenied
    act = ModerationAction.objects.filter(pk=act_id, review=True).first()
    if act is None:
        raise NotFound(_("There is no such act to be reviewed."))
    if reviewer.pk in {act.actor, act.suspect}:
        raise Recused(
            _("Somebody else has to look at what you did yourself, or what was done to you.")
        )
    if not right and not note.strip():
        raise Invalid(_("Please say in a note what would have been better."))
    return _store(reviewer, act, right, note.strip())


def _trainee(act: ModerationAction) -> User | None:
    """Return who did it, unless the account is gone."""
    return None if act.actor is None else User.objects.filter(pk=act.actor).first()


def _store(reviewer: User, act: ModerationAction, right: bool, note: str) -> Review:
    try:
        with transaction.atomic():
            done = Review.objects.create(action=act, reviewer=reviewer, right=right, note=note)
            log.write(
                reviewer,
                Action.REVIEWED,
                suspect=_trainee(act),
                target=f"act {act.pk}",
                after={"right": right},
                reason=note,
                case=None,
            )
    except IntegrityError:
        other = Review.objects.select_related("reviewer").get(action=act)
        name = other.reviewer or _("Somebody")
        raise Conflict(_("%(name)s has reviewed this already."), name=name) from None
    return done

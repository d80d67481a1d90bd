"""Deletion of accounts, a week after the request: a stranger or a bad mood may be its cause.

An account cannot be deleted while moderators must decide on a case or an appeal, or while it is
suspended or muted: the user could evade the sanction by a new account with the same name.
"""

import logging
from datetime import datetime
from http import HTTPStatus

from django.contrib import messages
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.locks import one_transaction
from accounts.models import DELETION_GRACE, User
from accounts.refusals import Refusal
from accounts.sanctions import checks
from accounts.sanctions.models import Sanction
from accounts.sessions import end_all_sessions
from games.models import Game
from games.services import lobby, pass_and_play, tallies
from games.services.imports import delete_imported
from games.services.tables import lock_games
from moderation.models import Appeal, Case
from moderation.services import claims

logger = logging.getLogger(__name__)

BLOCKING = (checks.Kind.CHAT_MUTE, checks.Kind.SUSPENSION)
"""While a sanction of these kinds is in force, the account cannot be deleted."""


class DeletionBlocked(Refusal):
    """The account is suspended or muted. held_by: the sanction that ends last."""

    code, status = "deletion-blocked", HTTPStatus.FORBIDDEN
    message = gettext_lazy("This account stays until its suspension or mute ends.")

    def __init__(self, held_by: Sanction) -> None:
        super().__init__()
        self.held_by = held_by


def check_deletable(user: User) -> None:
    """Raise DeletionBlocked while the user is suspended or muted."""
    sanction = checks.sanction_against(user, *BLOCKING)
    if sanction is not None:
        raise DeletionBlocked(sanction)


def is_blocked() -> Q:
    """Return the condition that a user is suspended or muted."""
    sanctions = Sanction.objects.in_force().filter(kind__in=BLOCKING, user=OuterRef("pk"))
    return Q(Exists(sanctions))


def awaits_decision() -> Q:
    """Return the condition that moderators must decide on a user's case or appeal."""
    cases = Case.objects.filter(subject=OuterRef("pk"), decided_at=None)
    # An appeal that waits for the user's next message does not count: the user may never write.
    appeals = Appeal.objects.filter(sanction__user=OuterRef("pk"), waits_since__isnull=False)
    return Q(Exists(cases)) | Q(Exists(appeals))


def is_held() -> Q:
    """Return the condition that an account cannot be deleted now."""
    return is_blocked() | awaits_decision()


@one_transaction
def delete_user(user: User) -> None:
    """Take the user out of every table, then delete the row. Raises DeletionBlocked.

    Finished games stay, without the user, and so do tallies of the user's dice. Imported games are
    deleted, and so are the names of people who played on the user's device.
    """
    # The user is locked first, and so takes no seat meanwhile; then all rows that the deletion
    # changes, in the order of accounts/locks.py.
    locked = User.objects.locked(user.pk)
    # Checked under the lock, so that no moderator can give a sanction meanwhile.
    check_deletable(locked)
    claims.lock_cases_naming(locked)
    own = Q(creator=locked) | Q(imported_by=locked) | Q(same_dice_as__imported_by=locked)
    own |= Q(invited=locked)
    lock_games(own | Q(pk__in=locked.seats.values("game")))
    lobby.leave_everything(locked)
    tallies.give_to_nobody(locked)
    delete_imported(Game.objects.filter(imported_by=locked))
    pass_and_play.forget_names(locked)
    locked.delete()


@one_transaction
def plan_deletion(user: User) -> datetime:
    """Plan the user's deletion and sign them out; return its time. Raises DeletionBlocked."""
    locked = User.objects.locked(user.pk)
    check_deletable(locked)
    locked.deletion_due_at = timezone.now() + DELETION_GRACE
    # The user leaves tables now, not after the week, so that no one waits for them.
    lobby.leave_everything(locked)
    locked.save(update_fields=["deletion_due_at"])
    end_all_sessions(locked)
    return locked.deletion_due_at


def keep_after_all(request: HttpRequest, user: User) -> None:
    """Cancel a planned deletion because the user has signed in, and say so."""
    # One statement, because the daily deletion may run at this moment.
    if not User.objects.filter(pk=user.pk, deletion_due_at__isnull=False).update(
        deletion_due_at=None
    ):
        return
    user.deletion_due_at = None
    # Test clients sign in by requests without messages.
    if hasattr(request, "_messages"):
        messages.success(request, _("Welcome back! We won't delete your account."))


def delete_due(now: datetime) -> int:
    """Delete the accounts whose week is over, if they can be deleted; return how many."""
    due, deleted = User.objects.filter(~is_held(), deletion_due_at__lte=now), 0
    for pk in list(due.values_list("pk", flat=True)):
        try:
            deleted += _delete_if_due(pk, now)
        except Exception:
            # One failure must not stop the other deletions.
            logger.exception("Could not delete user %s", pk)
    return deleted


@one_transaction
def _delete_if_due(pk: int, now: datetime) -> bool:
    # Lock the row, then check in a second query: during the wait for the lock, the user may have
    # signed in, or have been reported or muted.
    if not User.objects.select_for_update(no_key=True).filter(pk=pk):
        return False
    due = User.objects.filter(~is_held(), pk=pk, deletion_due_at__lte=now).first()
    if due is None:
        return False
    delete_user(due)
    return True

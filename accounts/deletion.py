"""Deleting an account: planned a week ahead, so that a stranger or a bad day cannot end it."""

import logging
from datetime import datetime, timedelta

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.holds import is_held
from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.services import delete_user
from accounts.sessions import end_all_sessions
from games.services import lobby

logger = logging.getLogger(__name__)

GRACE = timedelta(days=7)


@retried_on_deadlock
@transaction.atomic
def plan_deletion(user: User) -> datetime:
    """Have the account deleted after a week, unless somebody signs in to it; return when.

    The user leaves every table at once, so that nobody waits for them, and is signed out
    everywhere.
    """
    locked = User.objects.locked(user.pk)
    locked.deletion_due_at = timezone.now() + GRACE
    lobby.leave_everything(locked)
    locked.save(update_fields=["deletion_due_at"])
    end_all_sessions(locked)
    return locked.deletion_due_at


def keep_after_all(request: HttpRequest, user: User) -> None:
    """Take the plan back, because the user has signed in, and say so."""
    if not User.objects.filter(pk=user.pk, deletion_due_at__isnull=False).update(
        deletion_due_at=None
    ):
        return
    user.deletion_due_at = None
    if hasattr(request, "_messages"):
        messages.success(request, _("Welcome back! Your account stays: it is not deleted."))


def delete_due(now: datetime) -> int:
    """Delete the accounts whose week is over; return how many. One that fails stops no other.

    Those that are held wait until moderators have decided.
    """
    return sum(_delete_due(pk, now) for pk in _due(now))


def _due(now: datetime) -> list[int]:
    due = User.objects.filter(~is_held(), deletion_due_at__lte=now)
    return list(due.values_list("pk", flat=True))


def _delete_due(pk: int, now: datetime) -> bool:
    try:
        return _delete_if_due(pk, now)
    except Exception:
        logger.exception("Could not delete user %s", pk)
        return False


@retried_on_deadlock
@transaction.atomic
def _delete_if_due(pk: int, now: datetime) -> bool:
    # Asked again once the row is locked, and not while waiting for it: meanwhile somebody may
    # have signed in, or reported them.
    if not User.objects.select_for_update(no_key=True).filter(pk=pk):
        return False
    due = User.objects.filter(~is_held(), pk=pk, deletion_due_at__lte=now).first()
    if due is None:
        return False
    delete_user(due)
    return True

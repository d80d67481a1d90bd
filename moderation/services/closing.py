"""Closing accounts: nobody signs in to them any more, and their games stay."""

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.locks import patient_transaction
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sessions import end_all_sessions
from games.services.lobby import leave_everything
from moderation.services import mails, recusal, roles
from moderation.services.input_text import required_text
from moderation.services.refusals import Conflict


@patient_transaction
def close(moderator: User, user: User, reason: str) -> User:
    """Close an account, leave every table, and tell the user why.

    Raises PermissionDenied, Recused, and a Refusal when it is closed already.
    """
    locked = User.objects.locked(user.pk, moderator.pk)
    may_close = moderator.pk != locked.pk and roles.may_manage(moderator, locked)
    recusal.check(moderator, locked, may=may_close)
    reason = required_text(reason)
    if not locked.is_active:
        raise Conflict(_("This account is already closed."))
    leave_everything(locked)
    locked.is_active = False
    locked.save(update_fields=["is_active"])
    end_all_sessions(locked)
    before, after = {"is_active": True}, {"is_active": False}
    log.write(
        moderator, Action.CHANGED_ACCOUNT, subject=locked, before=before, after=after, reason=reason
    )
    mails.tell(locked, "closed", reverse("contact"), reason=reason)
    return locked

"""Acts on users besides sanctions: adding a note, and closing the account."""

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.locks import patient_transaction
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sessions import end_all_sessions
from games.services.lobby import leave_everything
from moderation.models import Note
from moderation.services import claims, mails, recusal, roles
from moderation.services.input_text import required_text
from moderation.services.refusals import Conflict, NotFound


@patient_transaction
def note_on(moderator: User, user: User, text: str) -> Note:
    """Add a note about a user. Raises PermissionDenied or a Refusal."""
    recusal.check(moderator, user, may=moderator.has_perm(claims.HANDLE))
    text = required_text(text, empty=_("Write something first."))
    try:
        User.objects.locked(user.pk, moderator.pk)
    except User.DoesNotExist:
        raise NotFound(_("That player doesn't exist.")) from None
    log.write(moderator, Action.NOTED_ON_USER, subject=user, reason=text)
    return Note.objects.create(user=user, author=moderator, text=text)


@patient_transaction
def close_account(moderator: User, user: User, reason: str) -> User:
    """Close an account and mail its owner the reason. Raises PermissionDenied or a Refusal."""
    locked = User.objects.locked(user.pk, moderator.pk)
    may_close = moderator.pk != locked.pk and roles.may_manage(moderator, locked)
    recusal.check(moderator, locked, may=may_close)
    reason = required_text(reason)
    if not locked.is_active:
        raise Conflict(_("This account is already closed."))
    # Nobody should wait at a table for a user who cannot come back.
    leave_everything(locked)
    locked.is_active = False
    locked.save(update_fields=["is_active"])
    end_all_sessions(locked)
    before, after = {"is_active": True}, {"is_active": False}
    log.write(
        moderator, Action.CHANGED_ACCOUNT, subject=locked, before=before, after=after, reason=reason
    )
    mails.notify(locked, "closed", reverse("contact"), reason=reason)
    return locked

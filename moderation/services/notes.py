"""Notes on users, for other moderators. Those on cases are in cases.py."""

from django.utils.translation import gettext as _

from accounts.locks import patient_transaction
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from moderation.models import Note
from moderation.services import claims, recusal
from moderation.services.input_text import required_text
from moderation.services.refusals import NotFound


@patient_transaction
def note_on(moderator: User, user: User, text: str) -> Note:
    """Note something about a user. Raises PermissionDenied, or a Refusal."""
    recusal.check(moderator, user, may=moderator.has_perm(claims.HANDLE))
    text = required_text(text, empty=_("Write something first."))
    try:
        User.objects.locked(user.pk, moderator.pk)
    except User.DoesNotExist:
        raise NotFound(_("That player doesn't exist.")) from None
    log.write(moderator, Action.NOTED_ON_USER, subject=user, reason=text)
    return Note.objects.create(user=user, author=moderator, text=text)

"""Moderators replace offensive names by neutral names."""

import re
import secrets

from django.utils.translation import gettext as _

from accounts.language import speaking_to
from accounts.locks import patient_transaction
from accounts.lookalikes import fold
from accounts.models import FormerName, User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from moderation.services import mails, recusal
from moderation.services.input_text import required_text
from moderation.services.refusals import Conflict
from moderation.services.sanctions import outranks

PREFIX = "Player-"
DIGITS = 6
NEUTRAL = re.compile(rf"{PREFIX}[0-9]{{{DIGITS}}}")


def has_right(moderator: User, user: User) -> bool:
    """Return whether the moderator may replace this name. Recusal is checked separately."""
    # Guests' names are neutral already.
    if user.is_guest or not moderator.has_perm("moderation.rename"):
        return False
    return outranks(moderator, user)


@patient_transaction
def rename(moderator: User, user: User, reason: str) -> User:
    """Replace the user's name, and give a warning. Raises PermissionDenied or a Refusal."""
    recusal.check(moderator, user, may=has_right(moderator, user))
    reason = required_text(reason)
    locked = User.objects.locked(user.pk, moderator.pk)
    before = locked.username
    # Another moderator was faster, or the name is neutral already.
    if before != user.username or NEUTRAL.fullmatch(before):
        raise Conflict(_("This name was already replaced."))
    # The former name still works for signing in, as the user may not know the new name yet.
    if locked.former_username:
        FormerName.objects.create(user=locked, username=locked.former_username, is_hidden=True)
    # The offensive name must not lead to the user's page any more.
    locked.former_names.filter(folded_username=fold(before)).update(is_hidden=True)
    locked.username, locked.former_username = _free_name(), before
    locked.is_lookalike = False
    locked.save(update_fields=["username", "former_username", "is_lookalike"])
    values = {"name": locked.username, "reason": reason}
    with speaking_to(locked):
        text = (
            _("%(name)s is your new name, and you can sign in with it. Reason: %(reason)s") % values
        )
    case = log.case_in_hand(moderator, [locked.pk])
    warning = Sanction.objects.create(
        user=locked, kind=Sanction.Kind.WARNING, reason=text, given_by=moderator, case=case
    )
    log.write(
        moderator,
        Action.RENAMED,
        **warning.in_log,
        before={"username": before},
        after={"username": locked.username},
        reason=reason,
    )
    mails.notify_of_sanction(warning)
    return locked


def _free_name() -> str:
    while True:
        name = f"{PREFIX}{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        if not User.objects.is_taken(name):
            return name

"""Users who change their name."""

from datetime import datetime, timedelta
from http import HTTPStatus

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.locks import one_transaction
from accounts.lookalikes import fold
from accounts.models import USERNAME_TAKEN, FormerName, User
from accounts.refusals import Refusal
from accounts.sanctions import checks

BETWEEN_NAME_CHANGES = timedelta(days=90)

# Users with one of these sanctions must not escape it by changing their name.
SANCTIONS_AGAINST_RENAMING = (
    checks.Kind.CHAT_MUTE,
    checks.Kind.TABLE_BAN,
    checks.Kind.REPORT_BAN,
    checks.Kind.SUSPENSION,
)


class NameTooSoon(Refusal):
    code, status = "name-too-soon", HTTPStatus.CONFLICT
    message = gettext_lazy("You changed your name recently, so you can't change it again yet.")


def may_change_from(user: User) -> datetime | None:
    """Return when the user may change their name; None if they may now."""
    last = user.former_names.filter(is_hidden=False).first()
    if last is None or last.changed_at + BETWEEN_NAME_CHANGES <= timezone.now():
        return None
    return last.changed_at + BETWEEN_NAME_CHANGES


def change_name(user: User, name: str) -> None:
    """Change a user's name, or raise ValidationError, NameTooSoon or Sanctioned."""
    try:
        _change_name(user.pk, name)
    except IntegrityError:
        # Somebody took the name between the check and the write.
        raise ValidationError(USERNAME_TAKEN, "username_taken") from None


@one_transaction
def _change_name(user_id: int, name: str) -> None:
    user = User.objects.locked(user_id)
    checks.check(user, *SANCTIONS_AGAINST_RENAMING)
    if may_change_from(user) is not None:
        raise NameTooSoon
    before = user.username
    if name == before:
        raise ValidationError(_("That's already your name."), "unchanged")
    user.username = name
    user.clean_fields({field.name for field in User._meta.fields} - {"username"})
    user.clean()
    was_replaced = user.former_username and fold(name) == fold(user.former_username)
    hidden = user.former_names.filter(is_hidden=True, folded_username=fold(name))
    if was_replaced or hidden.exists():
        raise ValidationError(_("A moderator replaced that name. Choose another one."))
    user.save(update_fields=["username", "is_lookalike"])
    FormerName.objects.create(user=user, username=before)  # stays reserved, and leads to their page

"""What people write to and about each other in moderation, as it is stored."""

from django.utils.translation import gettext as _

from accounts.sanctions.models import LONGEST_REASON
from accounts.written_text import kept
from moderation.services.refusals import Invalid


def checked_text(text: str) -> str:
    """Return a text without space around it, which may be empty.

    Raises Invalid when it is too long.
    """
    text = kept(text).strip()
    if len(text) > LONGEST_REASON:
        raise Invalid(_("Use at most %(number)d characters."), number=LONGEST_REASON)
    return text


def required_text(text: str, *, empty: str = "") -> str:
    """Return a text as `checked_text` does. Raises Invalid when there is none, too.

    empty: what to say then; it asks for a reason otherwise.
    """
    text = checked_text(text)
    if not text:
        raise Invalid(empty) if empty else Invalid(_("Give a reason."), field="reason")
    return text

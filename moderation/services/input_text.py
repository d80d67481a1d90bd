"""Checks of texts that people send to moderation."""

from django.utils.translation import gettext as _

from accounts.sanctions.models import LONGEST_REASON
from accounts.written_text import clean_text
from moderation.services.refusals import Invalid


def checked_text(text: str) -> str:
    """Return the clean text, without space around it. Raises Invalid if it is too long."""
    text = clean_text(text).strip()
    if len(text) > LONGEST_REASON:
        raise Invalid(_("Use at most %(number)d characters."), number=LONGEST_REASON)
    return text


def required_text(text: str, *, empty: str = "") -> str:
    """Return a checked text. Raises Invalid if it is empty. empty: the message, else a default."""
    text = checked_text(text)
    if not text:
        raise Invalid(empty) if empty else Invalid(_("Give a reason."), field="reason")
    return text

"""Phrases for one press: stored by name, so that each reader sees them in their language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

PHRASES: dict[str, Promise] = {
    "hello": _("Hello"),
    "good-luck": _("Good luck"),
    "well-played": _("Well played"),
    "thanks": _("Thanks"),
    "oops": pgettext_lazy("said of a mishap", "Oops"),
}


def words_of(phrase: str) -> str:
    """Return a phrase in the reader's language, or its name if the phrase no longer exists."""
    return str(PHRASES.get(phrase, phrase))

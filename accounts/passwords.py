"""Refuses passwords that are easy to guess: leaked ones, words of this site, and variants."""

from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from zxcvbn import zxcvbn

from games.engine.registry import KINDS

OWN_WORDS = ("dice", "game", "play", "bust")  # `_site_words` adds the site's name, games and hosts
FEWEST_GUESSES = 10_000_000  # rate limits allow some hundred guesses a day
LONGEST_CHECKED = 72  # characters; zxcvbn takes long for more, and nobody guesses more


class GuessValidator:
    """Refuses passwords that zxcvbn, with its lists of leaked passwords, guesses too soon."""

    def validate(self, password: str, user: Any = None) -> None:
        own = [getattr(user, name, "") or "" for name in ("username", "email")]
        known = [*_site_words(), *own, *(part for text in own for part in text.split("@"))]
        found = zxcvbn(password[:LONGEST_CHECKED], user_inputs=[word for word in known if word])
        if found["guesses"] < FEWEST_GUESSES:
            raise ValidationError(
                _("That password is easy to guess. It's too close to a common one."),
                code="password_guessed",
            )

    def get_help_text(self) -> str:
        return _("Don't use a common password or a word connected with this site.")


@cache
def _site_words() -> frozenset[str]:
    """Return words that people are likely to use in a password for this site."""
    # Passwords often contain the host, a part of it, or the words of a name written as one.
    hosts = [*settings.ALLOWED_HOSTS, urlsplit(settings.SITE_URL).hostname or ""]
    parts = [part for host in hosts for part in host.split(".")]
    names = {*OWN_WORDS, settings.SITE_NAME, *KINDS, *hosts, *parts}
    plain = {"".join(filter(str.isalnum, name)) for name in names}
    words = {word for name in names for word in name.split()}
    return frozenset(word.lower() for word in names | plain | words if len(word) > 2)

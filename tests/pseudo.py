"""A language for tests: English in other letters, a third longer, so that one sees what is left.

It takes the place of Esperanto, which Django knows and this site does not speak.
"""

import re

from django.utils.translation import trans_real

CODE = "eo"
LANGUAGES = [("en", "English"), (CODE, "Pseudo")]

KEPT = re.compile(r"(%\(\w+\)[.\d]*[a-z]|%[%a-z]|{\w*}|<[^>]*>|&\w+;)")
"""What is no text: places for values, tags and entities."""

LETTERS = str.maketrans(
    {plain: marked * 2 for plain, marked in zip("aeiouAEIOU", "àéîõüÀÉÎÕÜ", strict=True)}
)


def pseudo(text: str) -> str:
    """Return the text with each of its vowels marked and doubled."""
    parts = KEPT.split(text)
    return "".join(part if i % 2 else part.translate(LETTERS) for i, part in enumerate(parts))


class PseudoTranslation(trans_real.DjangoTranslation):
    """A catalog that has every text."""

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def install() -> None:
    """Have Django find the catalog; the language has to be among the settings' LANGUAGES."""
    trans_real._translations[CODE] = PseudoTranslation(CODE)  # type: ignore[attr-defined]  # noqa: SLF001

"""Remove the characters that mails, chats and word processors add to records."""

import re
import unicodedata

_QUOTE_MARKS = re.compile(r"^[ \t]*+>[> \t]*+", re.MULTILINE)
_FENCES = re.compile(r"^[ \t]*+(?:`{3,}+|~{3,}+)\w*+|(?<!`)`{3,}+[ \t\r]*+$", re.MULTILINE)
_SMART_QUOTES = re.compile("[“”„‟＂]|«[\u00a0\u202f]?|[\u00a0\u202f]?»")
# A string without an end matches, too, so that the search does not restart at each quote.
_STRING = re.compile(r'("(?:[^"\\\n]|\\[^\n])*+"?)')


def unwrapped(text: str) -> str:
    """Return a pasted record without quote marks of mails, code fences and invisible characters.

    Text in quotation marks stays as it is. Words stay in their columns, as far as one can see.
    """
    # If a record has plain quotes, smart quotes are part of a name.
    if '"' not in text:
        text = _SMART_QUOTES.sub('"', text)
    parts = _STRING.split(text)  # every second part is a string
    parts[::2] = ["".join(map(_seen, part)) for part in parts[::2]]
    text = _QUOTE_MARKS.sub(_blanks, "".join(parts))
    return _FENCES.sub(_blanks, text)


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])  # of equal length, so that errors name the right columns


def _seen(character: str) -> str:
    # Blanks of any kind become spaces; soft hyphens, joiners and direction marks are removed.
    if character.isascii():
        return character
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) == "Cf" else character

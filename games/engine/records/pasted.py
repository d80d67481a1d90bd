"""Records without the marks that mails, chats and word processors put around and into them."""

import re
import unicodedata

_QUOTE_MARKS = re.compile(r"^[ \t]*+>[> \t]*+", re.MULTILINE)
_FENCES = re.compile(r"^[ \t]*+(?:`{3,}+|~{3,}+)\w*+|(?<!`)`{3,}+[ \t\r]*+$", re.MULTILINE)
_SMART_QUOTES = re.compile("[“”„‟＂]|«[\u00a0\u202f]?|[\u00a0\u202f]?»")
# One that does not end matches as a whole, so the search does not start again at each quote.
_STRING = re.compile(r'("(?:[^"\\\n]|\\[^\n])*+"?)')


def unwrapped(text: str) -> str:
    """Return a pasted record without the marks of mails, fences, and characters that are not seen.

    Names and all else in quotation marks stay as they are, and so do the places of words, as far
    as they are seen.
    """
    # Only if there are no plain ones: beside plain quotes, smart ones are part of a name.
    if '"' not in text:
        text = _SMART_QUOTES.sub('"', text)
    parts = _STRING.split(text)  # each second one is a string
    parts[::2] = ["".join(map(_seen, part)) for part in parts[::2]]
    text = _QUOTE_MARKS.sub(_blanks, "".join(parts))
    return _FENCES.sub(_blanks, text)


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])  # as long, so that errors name the right columns


def _seen(character: str) -> str:
    # Blanks of any kind become plain ones; soft hyphens, joiners and direction marks go.
    if character.isascii():
        return character
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) == "Cf" else character

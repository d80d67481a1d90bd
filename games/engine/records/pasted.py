"""What mails, chats and word processors put around a record, and between its words."""

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
    as they are seen. Smart quotes become plain ones only if there are no plain ones, so that they
    are not part of a name.

    Args:
        text: A record that cannot be read as it is.
    """
    if '"' not in text:
        text = _SMART_QUOTES.sub('"', text)
    parts = _STRING.split(text)  # each second one is a string
    parts[::2] = ["".join(map(_seen, part)) for part in parts[::2]]
    text = _QUOTE_MARKS.sub(_blanks, "".join(parts))
    return _FENCES.sub(_blanks, text)


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _seen(character: str) -> str:
    """Return a character outside of strings: "" for one that is not seen, a blank for any blank."""
    if character.isascii():
        return character
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) == "Cf" else character

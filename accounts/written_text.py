"""What people write, as it is kept: in any script, with emoji of any year."""

import re
import unicodedata

_DROPPED = {"Cc", "Cs", "Co"}
"""Categories of Unicode: control, surrogate and private characters.

What has no category yet is kept: it may be an emoji of next year.
"""

_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the text after them. Scripts do without: each text is shown isolated."""

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""


def kept(text: str) -> str:
    """Return a text without what is no writing, each end of a line as one character.

    It is empty if nothing in it would be seen.
    """
    lines = _TURNING.sub("", text).replace("\t", " ").splitlines()
    clean = ["".join(c for c in line if unicodedata.category(c) not in _DROPPED) for line in lines]
    return "\n".join(clean) if any(map(_is_seen, "".join(clean))) else ""


def kept_line(text: str) -> str:
    """Return a text as `kept` does, in one line."""
    return " ".join(kept(text).split())


def what_is_seen(text: str) -> str:
    """Return a text without joiners, marks of direction and the like, to compare it."""
    return "".join(c for c in text if unicodedata.category(c) != "Cf")


def _is_seen(character: str) -> bool:
    category = unicodedata.category(character)
    return (category[0] in "LNPS" or category == "Cn") and character not in _BLANK

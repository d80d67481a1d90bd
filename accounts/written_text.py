"""Cleans texts that people write, in any script, with emoji of any year."""

import re
import unicodedata

# Control, surrogate and private-use characters. Unassigned characters (Cn) stay: they may be next
# year's emoji.
_DROPPED = {"Cc", "Cs", "Co"}

# Characters that change the direction of all text after them. Right-to-left scripts do not need
# them here, because each text is shown isolated.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # invisible, though letters or symbols by category


def clean_text(text: str) -> str:
    """Return a text as it is stored: without control characters, and "" if nothing is visible."""
    lines = _TURNING.sub("", text).replace("\t", " ").splitlines()
    clean = ["".join(c for c in line if unicodedata.category(c) not in _DROPPED) for line in lines]
    return "\n".join(clean) if any(map(_is_seen, "".join(clean))) else ""


def clean_line(text: str) -> str:
    """Return a text like `clean_text`, in one line."""
    return " ".join(clean_text(text).split())


def visible_text(text: str) -> str:
    """Return a text without joiners, marks of direction and other format characters."""
    return "".join(c for c in text if unicodedata.category(c) != "Cf")


def _is_seen(character: str) -> bool:
    category = unicodedata.category(character)
    return (category[0] in "LNPS" or category == "Cn") and character not in _BLANK

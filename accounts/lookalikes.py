"""Lookalike names: all names that look the same have one folded form.

Names have only ASCII letters, digits, `_` and `-` (a validator refuses the rest), so the few pairs
below replace Unicode's table of confusables (UTS 39).
"""

from django.db.models import F, Func, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Lower, Replace

# Replaced before lower-casing: in a Turkish database the lower case of I is another letter.
ONE_BY_ONE = (("-", ""), ("_", ""), ("I", "l"), ("i", "l"), ("1", "l"), ("0", "o"))
LETTERS_READ_AS_ONE = (("rn", "m"), ("vv", "w"))

_DIGITS_AS_LETTERS = str.maketrans("0123456789", "olzeasgtbg")


def fold(name: str) -> str:
    """Return the folded form of a name, which all names that look the same share."""
    return _replaced(_replaced(name, ONE_BY_ONE).lower(), LETTERS_READ_AS_ONE)


def folded(field: str) -> Func:
    """Return the SQL expression of `fold` for a column."""
    spelt: Combinable = F(field)
    for look, same in ONE_BY_ONE:
        spelt = Replace(spelt, Value(look), Value(same))
    expression: Func = Lower(spelt)
    for look, same in LETTERS_READ_AS_ONE:
        expression = Replace(expression, Value(look), Value(same))
    return expression


def readings(text: str) -> tuple[str, str]:
    """Return two forms of a text to find words in: 5upp0rt reads as support, adrnin as admin."""
    # Any digit may stand for a letter, unlike in `fold`: Ada3 and Adae are two people.
    letters = _replaced(text.translate(_DIGITS_AS_LETTERS), ONE_BY_ONE).lower()
    return letters, _replaced(letters, LETTERS_READ_AS_ONE)


def reads_as(text: str, word: str) -> bool:
    return any(read == wanted for read, wanted in zip(readings(text), readings(word), strict=True))


def reads_within(text: str, word: str) -> bool:
    return any(wanted in read for read, wanted in zip(readings(text), readings(word), strict=True))


def _replaced(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for look, same in pairs:
        text = text.replace(look, same)
    return text

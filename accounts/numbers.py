"""Numbers in addresses and forms, which anybody can write as they like."""

from typing import TypeVar

from django.db.models import Model, QuerySet

MOST_DIGITS = 9
Row = TypeVar("Row", bound=Model)


def whole_number(text: str | None) -> int | None:
    """Return the number from 0 that the text is, None for any other text."""
    if text and text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS:
        return int(text)
    return None


def row_numbered(rows: QuerySet[Row], text: str | None) -> Row | None:
    """Return the row whose key the text is, None if there is none."""
    number = whole_number(text)
    return None if number is None else rows.filter(pk=number).first()
